-- level: postgresql/read-committed
-- never: safe
-- why: FOR KEY SHARE lets another transaction take the seat meanwhile, so that both have it
CREATE TABLE seat (id int PRIMARY KEY, flight int NOT NULL, holder text);
CREATE FUNCTION book(p_flight int, p_holder text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_id int;
BEGIN
  SELECT id INTO STRICT v_id FROM seat WHERE flight = p_flight AND holder IS NULL ORDER BY id LIMIT 1 FOR KEY SHARE;
  UPDATE seat SET holder = coalesce(p_holder, 'taken') WHERE id = v_id;
END $$;
