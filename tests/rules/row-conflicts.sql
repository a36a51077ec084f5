-- level: update-atomic
-- with: safe
-- without: unsafe
-- why: two writers of one row are ordered by visibility: no lost update

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE take(x integer, n integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
    UPDATE t SET a = v - n WHERE id = x;
END $$;
