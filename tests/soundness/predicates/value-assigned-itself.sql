-- level: read-atomic
-- never: safe
-- why: an UPDATE to the value that is there writes a version, which others read or overwrite
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION f(p integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET v = p WHERE v = p;
  RETURN (SELECT v FROM t WHERE id = 0);
END $$;
