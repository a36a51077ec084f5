-- level: postgresql/read-committed
-- never: safe
-- why: what a try writes outside of the block whose error is handled stays
CREATE TABLE db (a integer PRIMARY KEY, b integer NOT NULL);
CREATE TABLE tries (id serial PRIMARY KEY, a integer);

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
            INSERT INTO tries (a) VALUES (key);
        END;
    END LOOP;
END;
$$;
