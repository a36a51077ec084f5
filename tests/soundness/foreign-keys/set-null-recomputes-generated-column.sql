-- level: postgresql/repeatable-read
-- never: safe
-- why: ON DELETE SET NULL has the generated column computed again: write skew with the transaction that reads that
CREATE TABLE parent (id integer PRIMARY KEY);
CREATE TABLE child (id integer PRIMARY KEY, a integer REFERENCES parent ON DELETE SET NULL,
                    g integer GENERATED ALWAYS AS (coalesce(a, 0) * 2) STORED);
CREATE TABLE w (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION p() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT sum(g) INTO n FROM child;
    UPDATE w SET v = n WHERE id = 1;
END $$;
CREATE FUNCTION q(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT v INTO n FROM w WHERE id = 1;
    IF n > 3 THEN
        DELETE FROM parent WHERE id = k;
    END IF;
END $$;
