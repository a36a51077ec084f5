-- level: postgresql/read-committed
-- never: safe
-- why: the deferred trigger runs when the transaction commits, and loses an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = 1;
  UPDATE a SET v = x + 1 WHERE id = 1;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER t AFTER INSERT ON o DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO o VALUES (p_id); RETURN; END $$;
