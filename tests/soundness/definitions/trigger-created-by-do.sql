-- level: postgresql/repeatable-read
-- never: safe
-- why: the trigger that the block makes reads the other row: two of these may leave both at zero
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
DO $$
BEGIN
    CREATE TRIGGER guard BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION guard();
EXCEPTION WHEN duplicate_object THEN
    NULL;
END $$;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
