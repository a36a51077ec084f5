-- level: postgresql/read-committed
-- never: safe
-- why: two rows of the loop may name one other row, which is then changed twice
CREATE TABLE link (id integer PRIMARY KEY, target integer NOT NULL);
CREATE TABLE job (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE seen (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE follow() LANGUAGE plpgsql AS $$
DECLARE r record; m integer; k integer;
BEGIN
    FOR r IN SELECT id, target FROM link FOR UPDATE LOOP
        SELECT n INTO m FROM job WHERE id = r.target;
        IF m > 0 THEN
            SELECT n INTO k FROM seen WHERE id = 1;
            UPDATE seen SET n = k + 1 WHERE id = 1;
        END IF;
        DELETE FROM job WHERE id = r.target;
    END LOOP;
END $$;
CREATE PROCEDURE note(p_id integer) LANGUAGE plpgsql AS $$
DECLARE m integer;
BEGIN
    SELECT n INTO m FROM seen WHERE id = 1;
    UPDATE job SET n = m WHERE id = p_id;
    UPDATE seen SET n = n * 2 WHERE id = 1;
END $$;
