-- level: read-atomic
-- never: safe
-- why: the BEFORE trigger returns NULL: nothing is inserted, FOUND is false, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY);
CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER o_skip BEFORE INSERT ON o FOR EACH ROW EXECUTE FUNCTION skip();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO o VALUES (p_id);
  IF NOT FOUND THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
