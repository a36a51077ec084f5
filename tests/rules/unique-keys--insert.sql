-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- beside: checked-again
-- why: of two that find no member of that name and insert one, the second fails, whatever their numbers are

CREATE TABLE member (id integer PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE PROCEDURE register(x integer, who text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM member WHERE name = who;
    IF NOT FOUND THEN
        INSERT INTO member (id, name) VALUES (x, who);
    END IF;
END $$;
