-- level: postgresql/repeatable-read
-- never: safe
-- why: the block makes a trigger for each table that has such a column
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN SELECT c.table_schema, c.table_name FROM information_schema.columns c
        WHERE c.column_name = 'v' AND c.table_schema = current_schema() ORDER BY 1 LOOP
        EXECUTE 'CREATE TRIGGER guard BEFORE UPDATE ON ' || quote_ident(found.table_schema) || '.' ||
            quote_ident(found.table_name) || ' FOR EACH ROW EXECUTE FUNCTION guard()';
    END LOOP;
END $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
