-- level: read-atomic
-- never: safe
-- why: a row that the policy hides is not found: then two instances lose an update of b
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL, tenant text NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE POLICY own ON a USING (tenant = current_user);
ALTER TABLE a ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO a VALUES (p, 0, 'x') ON CONFLICT DO NOTHING;
  PERFORM 1 FROM a WHERE id = p;
  IF NOT FOUND THEN UPDATE b SET v = v + 1 WHERE id = p; END IF;
END $$;
