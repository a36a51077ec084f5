-- level: postgresql/repeatable-read
-- never: safe
-- why: what is written after COMMIT was read before it, in another transaction; within each of the two, too, writes skew
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE p(k integer, m integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    FOR i IN 1 .. 2 LOOP
        IF i = 2 THEN
            SELECT n INTO v FROM a WHERE id = m;
            UPDATE a SET n = v + 1 WHERE id = k;
        END IF;
        COMMIT;
    END LOOP;
END $$;
