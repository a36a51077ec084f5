-- level: update-atomic
-- with: safe
-- without: unsafe
-- why: they write different columns of one row: a conflict all the same

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE a_from_b(x integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT b INTO v FROM t WHERE id = x;
    UPDATE t SET a = v WHERE id = x;
END $$;
CREATE PROCEDURE b_from_a(x integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
    UPDATE t SET b = v WHERE id = x;
END $$;
