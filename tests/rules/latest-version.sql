-- level: update-atomic
-- with: safe
-- without: unsafe
-- why: a transaction that sees the second increment but not the first still reads what the second wrote

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE bump(x integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET a = a + 1 WHERE id = x;
END $$;
CREATE PROCEDURE look(x integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
END $$;
