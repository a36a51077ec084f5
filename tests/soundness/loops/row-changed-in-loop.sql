-- level: postgresql/read-committed
-- never: safe
-- why: the rows of the loop share a parent, which the second iteration finds as the first one left it, or not at all
CREATE TABLE part (id integer PRIMARY KEY, whole integer NOT NULL, n integer NOT NULL);
CREATE TABLE whole (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE fold() LANGUAGE plpgsql AS $$
DECLARE r record; m integer;
BEGIN
    FOR r IN SELECT id, whole FROM part ORDER BY id FOR UPDATE LOOP
        SELECT n INTO m FROM whole WHERE id = r.whole;
        UPDATE whole SET n = m + 1 WHERE id = r.whole;
    END LOOP;
END $$;
CREATE PROCEDURE add(p_id integer) LANGUAGE sql AS $$ UPDATE whole SET n = n + 1 WHERE id = p_id; $$;
