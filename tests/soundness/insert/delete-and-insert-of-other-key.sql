-- level: postgresql/repeatable-read
-- never: safe
-- why: the deleted row is not the inserted row: each moves its mark onto what the other has just left
CREATE TABLE mark (place integer PRIMARY KEY);
CREATE PROCEDURE move(p_from integer, p_to integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM mark WHERE place = p_to;
    DELETE FROM mark WHERE place = p_from;
    INSERT INTO mark VALUES (p_to);
END $$;
