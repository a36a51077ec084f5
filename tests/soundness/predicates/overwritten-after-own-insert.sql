-- level: postgresql/repeatable-read
-- never: safe
-- why: the row that is updated is the own one: it took the key of a row that was changed and deleted, neither of which was seen
CREATE TABLE account (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE total (id integer PRIMARY KEY, n integer NOT NULL);
CREATE PROCEDURE closes(x integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET n = 0 WHERE id = x;
    DELETE FROM account WHERE id = x;
    UPDATE total SET n = n + 1 WHERE id = x;
END $$;
CREATE PROCEDURE opens(x integer, y integer) LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM total WHERE id = y;
    INSERT INTO account VALUES (x, v);
    UPDATE account SET n = v + 1 WHERE id = x;
END $$;
