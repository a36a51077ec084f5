-- level: postgresql/repeatable-read
-- never: safe
-- why: SELECT of the routine creates the trigger that reads the other row
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION add_guard(relation regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'DROP TRIGGER IF EXISTS guard ON ' || relation;
    EXECUTE format('CREATE TRIGGER guard BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION guard()', relation);
END $$;
SELECT add_guard('public.t');
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
