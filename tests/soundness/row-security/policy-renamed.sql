-- level: snapshot-isolation
-- never: safe
-- why: the policy was renamed before another one of its old name was dropped, and reads grants
CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE grants(id int PRIMARY KEY, n int NOT NULL);
CREATE POLICY granted ON acc USING (EXISTS (SELECT FROM grants g WHERE g.id = acc.id AND g.n > 0));
ALTER TABLE acc ENABLE ROW LEVEL SECURITY;
ALTER POLICY granted ON acc RENAME TO by_grant;
CREATE POLICY granted ON acc USING (v >= 0);
DROP POLICY granted ON acc;
CREATE FUNCTION set_v(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN UPDATE acc SET v = 1 WHERE id = p; END $$;
CREATE FUNCTION revoke_unused(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT v FROM acc WHERE id = p) = 0 THEN UPDATE grants SET n = 0 WHERE id = p; END IF;
END $$;
