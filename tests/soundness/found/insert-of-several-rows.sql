-- level: postgresql/read-committed
-- never: safe
-- why: FOUND of an INSERT of several rows is true if one of them is inserted, not only the last: one UPDATE overwrites the other
CREATE TABLE t(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION chooses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF NEW.n > 50 THEN RETURN NULL; END IF; RETURN NEW; END $$;
CREATE TRIGGER chooses BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION chooses();
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  INSERT INTO t VALUES (a, 1), (a + 1, 100);
  IF FOUND THEN
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + 1 WHERE id = 1;
  END IF;
END $$;
