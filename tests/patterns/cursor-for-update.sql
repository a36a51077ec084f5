-- why: a loop over a cursor with FOR UPDATE locks each row before it changes it; a handler that rolls back leaves nothing
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE a (id integer PRIMARY KEY, g integer NOT NULL, n integer NOT NULL);
CREATE PROCEDURE add_to_all(p integer, d integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id, n FROM a WHERE id = p FOR UPDATE;
    i integer;
    v integer;
BEGIN
    OPEN c;
    LOOP
        FETCH c INTO i, v;
        EXIT WHEN NOT FOUND;
        UPDATE a SET n = v + d WHERE id = i;
    END LOOP;
    CLOSE c;
EXCEPTION WHEN serialization_failure OR deadlock_detected THEN
    ROLLBACK;
END $$;
