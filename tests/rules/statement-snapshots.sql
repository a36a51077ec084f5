-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: one SELECT reads both accounts from one snapshot: of two deposits it has the first, or both

CREATE TABLE savings (id integer PRIMARY KEY, bal integer NOT NULL);
CREATE TABLE checking (id integer PRIMARY KEY, bal integer NOT NULL);
CREATE FUNCTION balance(x integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE total integer;
BEGIN
    SELECT s.bal + c.bal INTO total FROM savings s JOIN checking c ON c.id = s.id WHERE s.id = x;
    RETURN total;
END $$;
CREATE PROCEDURE save(x integer, v integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE savings SET bal = bal + v WHERE id = x;
END $$;
CREATE PROCEDURE pay_in(x integer, v integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE checking SET bal = bal + v WHERE id = x;
END $$;
