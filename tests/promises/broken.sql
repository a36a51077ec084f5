CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL);
CREATE TABLE note (id int PRIMARY KEY, body text);
-- isoproof: level READ COMMITTED
CREATE FUNCTION take(i int, n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b int;
BEGIN
    SELECT bal INTO b FROM acc WHERE id = i;
    UPDATE acc SET bal = b - n WHERE id = i;
END $$;
-- isoproof: level repeatable read
-- name: jot
BEGIN;
SELECT body FROM note WHERE id = :i;
UPDATE note SET body = :'t' WHERE id = :i;
COMMIT;
