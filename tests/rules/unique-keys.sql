-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: one name is one person: the row read is the row written

CREATE TABLE person (id integer PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE acc (id integer PRIMARY KEY, bal integer NOT NULL);
CREATE PROCEDURE pay(who text, again text, n integer) LANGUAGE plpgsql AS $$
DECLARE p integer; p2 integer; v integer;
BEGIN
    IF who <> again THEN
        RAISE EXCEPTION 'two names';
    END IF;
    SELECT id INTO p FROM person WHERE name = who;
    SELECT id INTO p2 FROM person WHERE name = again;
    SELECT bal INTO v FROM acc WHERE id = p;
    UPDATE acc SET bal = v - n WHERE id = p2;
END $$;
