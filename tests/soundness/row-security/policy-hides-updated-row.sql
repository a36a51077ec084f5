-- level: read-atomic
-- never: safe
-- why: the policy hides the row: FOUND is false, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE c(id int PRIMARY KEY, owner text NOT NULL);
ALTER TABLE c ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON c USING (owner = current_user);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM c WHERE id = p_id;
  IF NOT FOUND THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
