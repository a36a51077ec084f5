-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- proof: delayed
-- why: A delayed sweep writes only if it has found the account closed. A close that runs beside it finds the account closed, too, as both begin in one state, and its write changes nothing that sweep has read.
CREATE TABLE account (id int PRIMARY KEY, closed boolean NOT NULL, rest int NOT NULL);
CREATE TABLE note (id int PRIMARY KEY, v int NOT NULL);

CREATE PROCEDURE sweep(p int) LANGUAGE plpgsql AS $$
DECLARE c boolean;
BEGIN
    SELECT closed INTO c FROM account WHERE id = p;
    IF c THEN
        UPDATE note SET v = 0 WHERE id = p;
    END IF;
END $$;

CREATE PROCEDURE close(p int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
    SELECT v INTO n FROM note WHERE id = p;
    UPDATE account SET closed = true, rest = n WHERE id = p;
END $$;
