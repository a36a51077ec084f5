-- level: postgresql/read-committed
-- never: safe
-- why: a sum of bigint is a numeric

CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v bigint NOT NULL);
CREATE PROCEDURE p(a integer, z integer) LANGUAGE plpgsql AS $$
DECLARE
    s numeric; q integer;
BEGIN
    SELECT sum(v) INTO s FROM t;
    IF s / 2 = 1.5 THEN
        SELECT v INTO q FROM u WHERE id = z;
        UPDATE u SET v = q + 1 WHERE id = z;
    END IF;
END $$;
