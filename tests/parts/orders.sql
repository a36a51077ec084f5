-- An order is paid twice if two sessions read its state before either writes it; sweep runs a text that it is given.
CREATE TABLE client (id int PRIMARY KEY, points int NOT NULL);
CREATE TABLE purchase (id int PRIMARY KEY, client int NOT NULL REFERENCES client, state text NOT NULL, total int NOT NULL);

CREATE PROCEDURE pay(p int) LANGUAGE plpgsql AS $$
DECLARE
    v purchase%ROWTYPE;
BEGIN
    SELECT * INTO STRICT v FROM purchase WHERE id = p;
    IF v.state <> 'new' THEN
        RAISE EXCEPTION 'purchase % is %', p, v.state;
    END IF;
    UPDATE purchase SET state = 'paid' WHERE id = p;
    UPDATE client SET points = points + v.total WHERE id = v.client;
END $$;

CREATE FUNCTION points_of(p int) RETURNS int LANGUAGE sql AS $$ SELECT points FROM client WHERE id = p $$;

CREATE PROCEDURE give(p int, extra int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE client SET points = points + extra WHERE id = p;
END $$;

CREATE PROCEDURE sweep(command text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE command;
END $$;
