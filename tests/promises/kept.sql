CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL);
CREATE TABLE note (id int PRIMARY KEY, body text);
-- isoproof: level read_committed
CREATE FUNCTION put(i int, n int) RETURNS void LANGUAGE sql AS $$
    UPDATE acc SET bal = bal + n WHERE id = i;
$$;
-- It shares no data with put: its lost update is another matter.
-- name: jot
BEGIN;
SELECT body FROM note WHERE id = :i;
UPDATE note SET body = :'t' WHERE id = :i;
COMMIT;
