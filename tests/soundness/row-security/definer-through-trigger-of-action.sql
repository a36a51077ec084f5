-- level: snapshot-isolation
-- never: safe
-- why: a trigger that ON DELETE CASCADE fires runs as the owner of its table: a policy binds it, and reads grants
CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE grants(id int PRIMARY KEY, n int NOT NULL);
CREATE POLICY granted ON acc USING (EXISTS (SELECT FROM grants g WHERE g.id = acc.id AND g.n > 0));
ALTER TABLE acc ENABLE ROW LEVEL SECURITY;
CREATE TABLE head(id int PRIMARY KEY);
CREATE TABLE line(id int PRIMARY KEY REFERENCES head ON DELETE CASCADE);
ALTER TABLE line OWNER TO clerk;
CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE acc SET v = 1 WHERE id = OLD.id; RETURN NULL; END $$;
CREATE TRIGGER gone AFTER DELETE ON line FOR EACH ROW EXECUTE FUNCTION gone();
CREATE FUNCTION delete_head(p int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN DELETE FROM head WHERE id = p; END $$;
CREATE FUNCTION revoke_unused(p int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF (SELECT v FROM acc WHERE id = p) = 0 THEN UPDATE grants SET n = 0 WHERE id = p; END IF;
END $$;
