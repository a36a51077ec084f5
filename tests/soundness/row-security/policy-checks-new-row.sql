-- level: snapshot-isolation
-- never: safe
-- why: only the policy's check of the new row reads limits: an insertion that misses the limit's change, which misses it
CREATE TABLE limits(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE item(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION allows(p int) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT n > 0 FROM limits WHERE id = p $$;
CREATE POLICY limited ON item FOR INSERT WITH CHECK (allows(id));
CREATE POLICY seen ON item FOR SELECT USING (true);
ALTER TABLE item ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION add_item(p int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO item VALUES (p, 0); END $$;
CREATE FUNCTION lower_limit(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM item WHERE id = p) THEN UPDATE limits SET n = 0 WHERE id = p; END IF;
END $$;
