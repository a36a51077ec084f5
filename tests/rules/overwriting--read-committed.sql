-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that has waited for a row, whichever it was, reads what the one before it has left

CREATE TABLE runner (id integer PRIMARY KEY, team integer NOT NULL, seen integer NOT NULL);
CREATE TABLE team (id integer PRIMARY KEY, wins integer NOT NULL);
CREATE TABLE coach (id integer PRIMARY KEY, team integer NOT NULL, likes integer);
CREATE PROCEDURE win(x integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE runner SET seen = 0
        FROM team t LEFT JOIN coach c ON c.team = t.id
        WHERE runner.team = t.id AND t.id = x AND coalesce(c.likes, runner.id) = runner.id;
    UPDATE team SET wins = wins + 1 WHERE id = x;
END $$;
CREATE FUNCTION wins(x integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    UPDATE runner SET seen = 1
        FROM team t LEFT JOIN coach c ON c.team = t.id
        WHERE runner.team = t.id AND t.id = x AND coalesce(c.likes, runner.id) = runner.id;
    SELECT team.wins INTO n FROM team WHERE id = x;
    RETURN n;
END $$;
