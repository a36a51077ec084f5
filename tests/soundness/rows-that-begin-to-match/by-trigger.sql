-- level: postgresql/repeatable-read
-- never: safe
-- why: a trigger changes what is written so that the row matches
CREATE TABLE mark (k integer PRIMARY KEY);
CREATE TABLE t (k integer PRIMARY KEY, v integer, w integer);
CREATE FUNCTION raise_v() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.v := NEW.v + 1;
    RETURN NEW;
END $$;
CREATE TRIGGER raise_v BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION raise_v();
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    SELECT count(*) INTO n FROM t WHERE v = p;
    INSERT INTO mark VALUES (p);
    RETURN n;
END $$;
CREATE PROCEDURE come(p integer, q integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM mark WHERE k = p) THEN
        UPDATE t SET v = p - 1 WHERE k = q;
    END IF;
END $$;
