-- level: postgresql/repeatable-read
-- never: safe
-- why: the trigger runs the function that it was made with, which writes nothing
CREATE TABLE one (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RETURN NULL;
END $$;
CREATE TRIGGER touch AFTER UPDATE ON t FOR EACH STATEMENT EXECUTE FUNCTION touch();
ALTER FUNCTION touch() RENAME TO touch_nothing;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO one VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET v = one.v + 1;
    RETURN NULL;
END $$;
CREATE FUNCTION p(a integer, b integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT v FROM t WHERE id = a) > 0 THEN
        UPDATE t SET v = 0 WHERE id = b;
    END IF;
END $$;
