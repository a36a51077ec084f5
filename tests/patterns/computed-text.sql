-- why: of a computed text its values are arguments, grants touch no rows, and a table by name is any of its schema
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
CREATE SCHEMA kind;
CREATE TABLE kind.a(id int PRIMARY KEY, factor int NOT NULL);
CREATE TABLE kind.b(id int PRIMARY KEY, factor int NOT NULL);
CREATE FUNCTION grant_and_add(who text, n int, k int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE q text := 'UPDATE acc SET v = v + 1';
BEGIN
  EXECUTE 'GRANT SELECT ON acc TO ' || quote_ident(who);
  IF k > 0 THEN q := q || ' WHERE id = $1'; ELSE q := q || ' WHERE id = ' || n; END IF;
  EXECUTE q USING k;
END $$;
CREATE FUNCTION factor(k text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE f int;
BEGIN
  EXECUTE format('SELECT max(factor) FROM kind.%I', k) INTO f;
  RETURN f;
END $$;
