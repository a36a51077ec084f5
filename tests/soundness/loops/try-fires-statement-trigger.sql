-- level: postgresql/read-committed
-- never: safe
-- why: an UPDATE that finds no row fires triggers FOR EACH STATEMENT, and what they write stays
CREATE TABLE db (a integer PRIMARY KEY, b integer NOT NULL);
CREATE TABLE tries (id serial PRIMARY KEY, n integer);

CREATE FUNCTION tried() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tries (n) VALUES (1);
    RETURN NULL;
END $$;
CREATE TRIGGER tried AFTER UPDATE ON db FOR EACH STATEMENT EXECUTE FUNCTION tried();

CREATE FUNCTION merge_db(key integer, data integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        UPDATE db SET b = data WHERE a = key;
        IF found THEN
            RETURN;
        END IF;
        BEGIN
            INSERT INTO db (a, b) VALUES (key, data);
            RETURN;
        EXCEPTION WHEN unique_violation THEN
            NULL;
        END;
    END LOOP;
END;
$$;
