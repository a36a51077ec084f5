-- level: postgresql/repeatable-read
-- never: safe
-- why: there is an index of that name already, so no unique one is made, and both may insert
CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a integer NOT NULL);
CREATE INDEX t_a ON t (a);
CREATE UNIQUE INDEX IF NOT EXISTS t_a ON t (a);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM t WHERE a = k) THEN
        INSERT INTO t (a) VALUES (k);
    END IF;
END $$;
