-- level: postgresql/repeatable-read
-- never: safe
-- why: the transaction that makes the routine and runs it commits
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
BEGIN;
CREATE FUNCTION add_guard(VARIADIC relations text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    relation text;
BEGIN
    FOREACH relation IN ARRAY relations LOOP
        EXECUTE format('CREATE TRIGGER guard BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard()', relation);
    END LOOP;
END $$;
SELECT add_guard('t');
COMMIT;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
