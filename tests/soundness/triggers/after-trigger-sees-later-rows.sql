-- level: postgresql/read-committed
-- never: safe
-- why: the AFTER trigger of the first row sees the second one, which is inserted by then: two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, first boolean NOT NULL, other int NOT NULL);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  IF NEW.first AND EXISTS (SELECT FROM o WHERE id = NEW.other) THEN
    SELECT v INTO x FROM a WHERE id = 1;
    UPDATE a SET v = x + 1 WHERE id = 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER t AFTER INSERT ON o FOR EACH ROW EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int, p_other int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO o VALUES (p_id, true, p_other), (p_other, false, p_id);
END $$;
