-- level: update-atomic
-- with: safe
-- without: unsafe
-- why: which runner the coach has chosen is not followed, but two that write one row conflict

CREATE TABLE runner (id integer PRIMARY KEY, team integer NOT NULL, wins integer NOT NULL);
CREATE TABLE team (id integer PRIMARY KEY);
CREATE TABLE coach (id integer PRIMARY KEY, team integer NOT NULL, likes integer);
CREATE PROCEDURE win(x integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE runner SET wins = wins + 1
        FROM team t LEFT JOIN coach c ON c.team = t.id
        WHERE runner.team = t.id AND t.id = x AND coalesce(c.likes, runner.id) = runner.id;
END $$;
