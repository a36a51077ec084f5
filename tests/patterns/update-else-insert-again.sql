-- why: what the tries before have read changes nothing: the last one does all (PostgreSQL's documentation, example 43.2)
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE db (a integer PRIMARY KEY, b text);

CREATE FUNCTION merge_db(key integer, data text) RETURNS void
LANGUAGE plpgsql AS $$
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
            -- do nothing, and loop to try the UPDATE again
        END;
    END LOOP;
END;
$$;
