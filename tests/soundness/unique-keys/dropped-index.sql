-- level: read-atomic
-- never: safe
-- why: without the index two rows may have one email: two instances lose an update of b.v
CREATE TABLE u (id int PRIMARY KEY, email text NOT NULL);
CREATE UNIQUE INDEX ue ON u(email); DROP INDEX ue;
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_a int, p_b int, p_e text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM u WHERE id = p_a AND email = p_e;
  IF NOT FOUND THEN RAISE EXCEPTION '1'; END IF;
  PERFORM 1 FROM u WHERE id = p_b AND email = p_e;
  IF NOT FOUND THEN RAISE EXCEPTION '2'; END IF;
  IF p_a <> p_b THEN UPDATE b SET v = v + 1 WHERE k = p_a; END IF;
END $$;
