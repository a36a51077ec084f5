-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: a line that was added and taken away again, both unseen, is missing for the transaction that then deletes its order in any case

CREATE TABLE orders (id integer PRIMARY KEY);
CREATE TABLE line (id integer PRIMARY KEY, of integer NOT NULL REFERENCES orders (id));
CREATE PROCEDURE add(n integer, which integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO line (id, of) VALUES (n, which);
END $$;
CREATE PROCEDURE take_away(n integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM line WHERE id = n;
END $$;
CREATE PROCEDURE forget(which integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM line WHERE of = which;
    DELETE FROM orders WHERE id = which;
END $$;
