-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- proof: delayed
-- why: Each transaction asks whether the other's balance is negative, and then sets its own to 0: what it overwrites is not negative afterwards, and was not before.
CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);

CREATE PROCEDURE reset_first() LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM account WHERE id = 2 AND balance >= 0) THEN
        UPDATE account SET balance = 0 WHERE id = 1 AND balance >= 0;
    END IF;
END $$;

CREATE PROCEDURE reset_second() LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM account WHERE id = 1 AND balance >= 0) THEN
        UPDATE account SET balance = 0 WHERE id = 2 AND balance >= 0;
    END IF;
END $$;
