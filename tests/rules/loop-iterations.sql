-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: rows 1 to 10 are read, others are written

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE low_and_high(x integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    IF x <= 10 THEN
        RAISE EXCEPTION 'low rows are read only';
    END IF;
    FOR i IN 1 .. 10 LOOP
        SELECT a INTO v FROM t WHERE id = i;
    END LOOP;
    UPDATE t SET a = 0 WHERE id = x;
END $$;
