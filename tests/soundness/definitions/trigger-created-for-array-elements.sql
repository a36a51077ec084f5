-- level: postgresql/repeatable-read
-- never: safe
-- why: the block makes a trigger for each element of an array
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
    relations text[] := ARRAY['t'];
    relation text;
BEGIN
    FOREACH relation IN ARRAY relations LOOP
        EXECUTE format('CREATE TRIGGER guard BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard()', relation);
    END LOOP;
END $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
