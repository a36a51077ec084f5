-- level: postgresql/read-committed
-- never: safe
-- why: the BEFORE trigger gives each row a value of its own: the two rows read afterwards may differ, and two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION draw() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.n := 10 * random(); RETURN NEW; END $$;
CREATE TRIGGER t BEFORE UPDATE ON o FOR EACH ROW EXECUTE FUNCTION draw();
CREATE FUNCTION f(p_a int, p_b int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int; m int; x int;
BEGIN
  UPDATE o SET n = 0 WHERE id IN (p_a, p_b);
  SELECT o.n INTO n FROM o WHERE id = p_a;
  SELECT o.n INTO m FROM o WHERE id = p_b;
  IF n <> m THEN
    SELECT v INTO x FROM a WHERE id = 1;
    UPDATE a SET v = x + 1 WHERE id = 1;
  END IF;
END $$;
