-- level: postgresql/read-committed
-- never: safe
-- why: the error that is caught gives the lock back, so that two transactions take the seat that each has found free
CREATE TABLE seat (id int PRIMARY KEY, flight int NOT NULL, holder text);
CREATE FUNCTION book(p_flight int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_id int;
BEGIN
  BEGIN
    SELECT id INTO STRICT v_id FROM seat WHERE flight = p_flight AND holder IS NULL ORDER BY id LIMIT 1 FOR UPDATE;
    RAISE division_by_zero;
  EXCEPTION WHEN division_by_zero THEN
    NULL;
  END;
  UPDATE seat SET holder = 'taken' WHERE id = v_id;
END $$;
