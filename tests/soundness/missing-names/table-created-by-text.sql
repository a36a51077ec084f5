-- level: postgresql/read-committed
-- never: safe
-- why: the table is made before it is used, by a text that is run
-- options: --complete-schema
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE make() LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'CREATE TABLE IF NOT EXISTS made (id integer PRIMARY KEY)';
END $$;
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM a WHERE id = k;
    PERFORM 1 FROM made WHERE id = k;
    UPDATE a SET n = v + 1 WHERE id = k;
END $$;
