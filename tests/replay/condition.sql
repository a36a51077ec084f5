CREATE TABLE seat (id integer PRIMARY KEY, guest integer NOT NULL);

CREATE PROCEDURE take(p_id integer, p_guest integer) LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM seat WHERE guest = p_guest) THEN
        UPDATE seat SET guest = p_guest WHERE id = p_id;
    END IF;
END;
$$;
