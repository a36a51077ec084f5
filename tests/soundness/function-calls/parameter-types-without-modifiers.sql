-- level: postgresql/read-committed
-- never: safe
-- why: numeric(12,2) and numeric are one type of a parameter: what is called is the last definition, which locks nothing
CREATE TABLE t (id integer PRIMARY KEY, v numeric NOT NULL);
CREATE FUNCTION taken(k integer, n numeric(12,2)) RETURNS numeric LANGUAGE sql AS $$
    SELECT v - n FROM t WHERE id = k FOR UPDATE
$$;
CREATE OR REPLACE FUNCTION taken(k integer, n numeric) RETURNS numeric LANGUAGE sql AS $$
    SELECT v - n FROM t WHERE id = k
$$;
CREATE FUNCTION p(k integer, n numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    left_over numeric := taken(k, 1.00::numeric(12,2));
BEGIN
    UPDATE t SET v = left_over WHERE id = k;
END $$;
CREATE FUNCTION gone(x varchar(10)) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM from_nowhere(); END $$;
DROP FUNCTION gone(character varying);
