-- level: postgresql/repeatable-read
-- never: safe
-- why: the rows of a table that inherits from the module's are the module's table's, too: write skew
-- options: --trust-modules
CREATE TABLE c (id integer PRIMARY KEY) INHERITS (module.x);
CREATE TABLE w (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT count(*) INTO n FROM module.x;
    UPDATE w SET v = n WHERE id = k;
END $$;
CREATE FUNCTION q(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT v INTO n FROM w WHERE id = k;
    IF n > 0 THEN
        INSERT INTO c VALUES (n);
    END IF;
END $$;
