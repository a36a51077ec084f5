-- level: postgresql/repeatable-read
-- with: safe
-- without: unsafe
-- why: what is read by the numbers that the program's own INSERTs have given are its own rows, whatever others insert
CREATE TABLE item (id serial PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION add(p integer) RETURNS SETOF item LANGUAGE plpgsql AS $$
DECLARE ids integer[] := '{}'; v_id integer;
BEGIN
    FOR i IN 1..p LOOP
        INSERT INTO item (n) VALUES (i) RETURNING id INTO v_id;
        ids := array_append(ids, v_id);
    END LOOP;
    RETURN QUERY SELECT * FROM item WHERE id = ANY (ids);
END $$;
