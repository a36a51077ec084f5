-- level: postgresql/read-committed
-- never: safe
-- why: the trigger whose making is rolled back raises no error
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
BEGIN;
CREATE TRIGGER refuse BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION refuse();
ROLLBACK;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
