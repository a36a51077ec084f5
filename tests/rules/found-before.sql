-- level: postgresql/repeatable-read
-- with: safe
-- without: unsafe
-- why: a seat that has a holder gets no other one, as the transaction taking it has found it free in the snapshot that the UPDATE replaces, so no transaction finds a seat taken that another one finds free later

CREATE TABLE seat (id int PRIMARY KEY, flight int NOT NULL, holder text);
CREATE FUNCTION book(p_flight int, p_holder text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_id int;
BEGIN
    SELECT id INTO STRICT v_id FROM seat WHERE flight = p_flight AND holder IS NULL ORDER BY id LIMIT 1;
    UPDATE seat SET holder = p_holder WHERE id = v_id;
END $$;
