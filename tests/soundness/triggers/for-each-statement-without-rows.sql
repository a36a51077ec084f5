-- level: postgresql/read-committed
-- never: safe
-- why: a trigger FOR EACH STATEMENT runs though no row is changed: two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = 1;
  UPDATE a SET v = x + 1 WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER t AFTER UPDATE ON o FOR EACH STATEMENT EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM o WHERE id = p_id) THEN UPDATE o SET n = 0 WHERE id = p_id; END IF;
END $$;
