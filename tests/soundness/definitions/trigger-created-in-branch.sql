-- level: postgresql/repeatable-read
-- never: safe
-- why: the trigger is made on a way that depends on what is not known
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION add_guard(relation text, wanted boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    event text := 'DELETE';
BEGIN
    IF NOT wanted THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = 'guard') THEN
        event := 'UPDATE';
    END IF;
    EXECUTE 'CREATE TRIGGER guard BEFORE ' || event || ' ON ' || relation || ' FOR EACH ROW EXECUTE FUNCTION guard()';
END $$;
SELECT add_guard('t', true);
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
