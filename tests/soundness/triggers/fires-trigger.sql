-- level: postgresql/read-committed
-- never: safe
-- why: the trigger's own statement fires another one, which loses an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE l(id int PRIMARY KEY);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO l VALUES (NEW.id); RETURN NEW; END $$;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = 1;
  UPDATE a SET v = x + 1 WHERE id = 1;
  RETURN NEW;
END $$;
CREATE TRIGGER t AFTER INSERT ON o FOR EACH ROW EXECUTE FUNCTION note();
CREATE TRIGGER t BEFORE INSERT ON l FOR EACH ROW EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO o VALUES (p_id, 0); END $$;
