-- level: postgresql/read-committed
-- never: safe
-- why: the trigger goes through the rows of its transition table, and loses an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE r record; x int;
BEGIN
  FOR r IN SELECT n FROM added LOOP
    SELECT v INTO x FROM a WHERE id = r.n;
    UPDATE a SET v = x + 1 WHERE id = r.n;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER t AFTER INSERT ON o REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION touch();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO o VALUES (p_id, 3); END $$;
