-- level: postgresql/serializable
-- never: safe
-- why: the handler takes duplicates, too: the check has found a row that the snapshot lacks, and the procedure returns what it has read
CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE entry (id integer PRIMARY KEY);
CREATE PROCEDURE look(p integer, INOUT r integer) LANGUAGE plpgsql AS $$
BEGIN
    SELECT n INTO r FROM counter WHERE id = p;
    INSERT INTO entry VALUES (p);
EXCEPTION WHEN serialization_failure OR unique_violation THEN
    r := -r;
    ROLLBACK;
END $$;
CREATE PROCEDURE put(p integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE counter SET n = n + 1 WHERE id = p;
    INSERT INTO entry VALUES (p);
END $$;
