-- level: snapshot-isolation
-- never: safe
-- why: CREATE SCHEMA … AUTHORIZATION gives the table to another role than the routine that is SECURITY DEFINER: a policy binds it
CREATE SCHEMA s AUTHORIZATION clerk CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE grants(id int PRIMARY KEY, n int NOT NULL);
CREATE POLICY granted ON s.acc USING (EXISTS (SELECT FROM grants g WHERE g.id = s.acc.id AND g.n > 0));
ALTER TABLE s.acc ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION set_v(p int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN UPDATE s.acc SET v = 1 WHERE id = p; END $$;
CREATE FUNCTION revoke_unused(p int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF (SELECT v FROM s.acc WHERE id = p) = 0 THEN UPDATE grants SET n = 0 WHERE id = p; END IF;
END $$;
