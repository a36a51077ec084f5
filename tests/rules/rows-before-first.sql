-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that takes a seat has locked all earlier seats that it found free, so it has not missed the transactions that took those

CREATE TABLE seat (id int PRIMARY KEY, flight int NOT NULL, holder text);
CREATE FUNCTION book(p_flight int, p_holder text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_id int;
BEGIN
    IF p_holder IS NULL THEN RAISE EXCEPTION 'no holder'; END IF;
    SELECT id INTO STRICT v_id FROM seat WHERE flight = p_flight AND holder IS NULL ORDER BY id LIMIT 1 FOR UPDATE;
    UPDATE seat SET holder = p_holder WHERE id = v_id;
END $$;
