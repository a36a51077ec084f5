-- Which variable a name means: blocks, labels, parameters, records, aliases; columns come in between.
CREATE TABLE t (id integer PRIMARY KEY, v integer, w text);

CREATE FUNCTION scopes(v1 integer, OUT res integer) LANGUAGE plpgsql AS $$
<<outer_block>>
DECLARE x integer := v1; y x%TYPE; r t%ROWTYPE; q record; a1 ALIAS FOR $1; c CONSTANT integer := 5; z integer NOT NULL := 1;
BEGIN
  DECLARE x text := outer_block.x || 'a'; n integer;
  BEGIN
    x := outer_block.x + scopes.v1 + a1 + $1;
    SELECT * INTO r FROM t WHERE t.id = x::integer;
    r.v := r.v + 1;
    SELECT id, w INTO STRICT q FROM t WHERE id = r.id AND w = q.w;
    SELECT id, w INTO n, r.w FROM t LIMIT 1;
    INSERT INTO t VALUES (r.*);
    INSERT INTO t SELECT outer_block.r.*;
    IF r IS NULL OR q IS NOT NULL THEN NULL; END IF;
    res := outer_block.y;
  END;
  <<l>> FOR i IN REVERSE 10 .. 1 BY 2 LOOP
    EXIT l WHEN l.i = x;
    CONTINUE WHEN FOUND;
  END LOOP;
END $$;

CREATE FUNCTION prefers_column(v integer) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN UPDATE t SET v = v + 1 WHERE id = prefers_column.v; END $$;

CREATE FUNCTION prefers_variable(v integer) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN UPDATE t SET v = v + t.v WHERE id = v; END $$;

CREATE FUNCTION ambiguous(v integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN UPDATE t SET w = 'x' WHERE v = 1; END $$;

CREATE FUNCTION ambiguous_conflict(id integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN INSERT INTO t VALUES ($1) ON CONFLICT (id) DO NOTHING; END $$;

CREATE FUNCTION in_sql(v integer, k integer DEFAULT 2 + 1) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT v + $2 + in_sql.v FROM t WHERE id = k
$$;
