-- level: postgresql/read-committed
-- never: safe
-- why: the INSTEAD OF trigger of the view loses an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE VIEW w AS SELECT id, v FROM a;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = NEW.id;
  UPDATE a SET v = x + 1 WHERE id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER t INSTEAD OF INSERT ON w FOR EACH ROW EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO w VALUES (p_id, 0); END $$;
