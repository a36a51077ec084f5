-- level: postgresql/read-committed
-- never: safe
-- why: what has been found free was changed by its own transaction in between, so a seat that has a holder may lose it
CREATE TABLE seat (id int PRIMARY KEY, holder text);
CREATE FUNCTION swap(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_id int;
BEGIN
  SELECT id INTO v_id FROM seat WHERE id = p AND holder IS NULL FOR UPDATE;
  UPDATE seat SET holder = 'x' WHERE id = v_id;
  UPDATE seat SET holder = NULL WHERE id = v_id;
END $$;
CREATE FUNCTION give(p int) RETURNS void LANGUAGE sql AS $$
  UPDATE seat SET holder = 'y' WHERE id = p AND holder IS NULL;
$$;
CREATE FUNCTION leave(p int) RETURNS void LANGUAGE sql AS $$
  UPDATE seat SET holder = NULL WHERE id = p;
$$;
CREATE FUNCTION twice(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE a text; b text;
BEGIN
  SELECT holder INTO a FROM seat WHERE id = p;
  IF a = 'y' THEN
    SELECT holder INTO b FROM seat WHERE id = p;
  END IF;
  RETURN b;
END $$;
