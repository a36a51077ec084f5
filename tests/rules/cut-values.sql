-- level: postgresql/repeatable-read
-- with: safe
-- without: unsafe
-- why: a name that is found as it is was not cut, so that another insertion of it inserts that very name, and fails

CREATE TABLE member (id integer PRIMARY KEY, name varchar(20) NOT NULL UNIQUE);
CREATE PROCEDURE register(x integer, who text) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM member WHERE name = who) THEN
        RAISE EXCEPTION '% is taken', who;
    END IF;
    INSERT INTO member VALUES (x, who);
END $$;
