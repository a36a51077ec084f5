-- level: postgresql/repeatable-read
-- never: safe
-- why: the row that is in the way need not be in the snapshot: the handler finds none to change, and the increment is lost
CREATE TABLE c (k integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE bump(p integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO c VALUES (p, 1);
EXCEPTION WHEN unique_violation THEN
    UPDATE c SET n = n + 1 WHERE k = p;
END $$;
