-- level: postgresql/repeatable-read
-- never: safe
-- why: SELECT runs the routine for each row of its FROM
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION add_guard(relation text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER guard BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard()', relation);
END $$;
SELECT add_guard(c.relname)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relname <> 'u';
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
