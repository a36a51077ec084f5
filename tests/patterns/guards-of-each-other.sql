-- why: a row that does not match the guard in the snapshot is neither waited for nor re-read: two that each make the
-- why: other's guard true see nothing of it
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE cell (id integer PRIMARY KEY, v integer NOT NULL);

CREATE PROCEDURE raise_and_follow(p_mine integer, p_other integer)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE cell SET v = v + 1 WHERE id = p_mine;
    UPDATE cell SET v = v + 10 WHERE id = p_other AND v > 5;
END;
$$;
