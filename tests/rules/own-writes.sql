-- level: read-atomic
-- with: safe
-- without: unsafe
-- why: the second statement reads what the first one wrote, not what others did: blind writes only

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE set_twice(x integer, n integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    UPDATE t SET a = n WHERE id = x;
    SELECT a INTO v FROM t WHERE id = x;
END $$;
