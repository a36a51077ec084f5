-- level: postgresql/read-committed
-- never: safe
-- why: TG_OP is UPDATE in the part of ON CONFLICT that changes a row: two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
  SELECT v INTO x FROM a WHERE id = NEW.n;
  UPDATE a SET v = x + 1 WHERE id = NEW.n;
  RETURN NULL;
END $$;
CREATE TRIGGER t AFTER INSERT OR UPDATE ON o FOR EACH ROW EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN INSERT INTO o VALUES (p_id, 7) ON CONFLICT (id) DO UPDATE SET n = o.n; END $$;
