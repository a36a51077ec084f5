-- The first statement needs a lock, and another lock before it.
CREATE TABLE account (id int PRIMARY KEY, credit int NOT NULL);
CREATE TABLE booking (id int PRIMARY KEY, room int NOT NULL);
CREATE PROCEDURE book(p_id int, p_room int, p_account int) LANGUAGE plpgsql AS $$
DECLARE
    v_credit int;
BEGIN
    SELECT credit INTO v_credit FROM account WHERE id = p_account;
    IF v_credit < 1 OR (SELECT count(*) FROM booking WHERE room = p_room) > 1 THEN
        RAISE EXCEPTION 'no';
    END IF;
    INSERT INTO booking VALUES (p_id, p_room);
    UPDATE account SET credit = v_credit - 1 WHERE id = p_account;
END $$;
