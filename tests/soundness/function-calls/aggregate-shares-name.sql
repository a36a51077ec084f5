-- level: snapshot-isolation
-- never: safe
-- why: total(integer) is the aggregate, whose final function reads the table; total(integer, integer) reads nothing
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY);
CREATE FUNCTION total(x int, y int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT x + y $$;
CREATE FUNCTION with_others(x int) RETURNS int LANGUAGE sql STABLE AS $$ SELECT x + (SELECT v FROM a WHERE id = 3 - x) $$;
CREATE AGGREGATE total (BASETYPE = int, SFUNC = total, STYPE = int, INITCOND = '0', FINALFUNC = with_others);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t int;
BEGIN
  SELECT total(id) INTO t FROM b WHERE id = p_id;
  UPDATE a SET v = t WHERE id = p_id;
END $$;
