-- why: a procedure that rolls back after 40001 and still returns what it has read; a duplicate would have ended it, so that its INSERT has met none
-- postgresql/serializable: safe
CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE entry (id integer, n integer, PRIMARY KEY (id, n));
CREATE PROCEDURE add(p integer, INOUT r integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE counter SET n = n + 1 WHERE id = p RETURNING n INTO r;
    INSERT INTO entry VALUES (p, r);
EXCEPTION WHEN serialization_failure OR deadlock_detected THEN
    ROLLBACK;
END $$;
