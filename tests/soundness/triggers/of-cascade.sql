-- level: postgresql/read-committed
-- never: safe
-- why: rows that a foreign key's action deletes fire their table's triggers, which lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY);
CREATE TABLE l(id int PRIMARY KEY, o int NOT NULL REFERENCES o ON DELETE CASCADE);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = 1;
  UPDATE a SET v = x + 1 WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER t AFTER DELETE ON l FOR EACH ROW EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM o WHERE id = p_id; END $$;
