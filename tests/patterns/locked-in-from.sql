-- why: rows are locked by a query in FROM in the order of their keys, then changed: as with WITH, they are changed as they are
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE seat (id integer PRIMARY KEY, show integer NOT NULL, price integer NOT NULL);

CREATE PROCEDURE reprice(p_show integer, p_by integer) LANGUAGE sql AS $$
    UPDATE seat SET price = seat.price + p_by
    FROM (SELECT id FROM seat WHERE show = p_show ORDER BY id FOR UPDATE) chosen
    WHERE seat.id = chosen.id
$$;
CREATE PROCEDURE clear(p_show integer) LANGUAGE sql AS $$
    DELETE FROM seat
    USING (SELECT id FROM seat WHERE show = p_show ORDER BY id FOR UPDATE) chosen
    WHERE seat.id = chosen.id
$$;
