-- level: postgresql/serializable
-- never: safe
-- why: a trigger that is dropped fires no more, whatever the snapshot: write() may read that it counts and not be counted
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION count_it() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE u SET v = v + 1 WHERE id = 2;
  RETURN NEW;
END $$;
CREATE TRIGGER counts BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION count_it();
CREATE FUNCTION write() RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM u WHERE id = 1;
  UPDATE t SET v = x WHERE id = 1;
  RETURN x;
END $$;
CREATE FUNCTION stop() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TRIGGER counts ON t;
  UPDATE u SET v = 0 WHERE id = 1;
END $$;
