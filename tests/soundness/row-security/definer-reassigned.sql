-- level: snapshot-isolation
-- never: safe
-- why: REASSIGN OWNED gives the table, but not a routine that is created later, to another role: a policy binds it, and reads grants
CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE grants(id int PRIMARY KEY, n int NOT NULL);
CREATE POLICY granted ON acc USING (EXISTS (SELECT FROM grants g WHERE g.id = acc.id AND g.n > 0));
ALTER TABLE acc ENABLE ROW LEVEL SECURITY;
REASSIGN OWNED BY CURRENT_USER TO clerk;
CREATE FUNCTION set_v(p int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN UPDATE acc SET v = 1 WHERE id = p; END $$;
CREATE FUNCTION revoke_unused(p int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF (SELECT v FROM acc WHERE id = p) = 0 THEN UPDATE grants SET n = 0 WHERE id = p; END IF;
END $$;
