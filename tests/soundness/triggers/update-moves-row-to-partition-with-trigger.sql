-- level: snapshot-isolation
-- never: safe
-- why: an UPDATE that moves a row inserts it into the other partition, whose trigger writes a row read by the other program
CREATE TABLE part (k int, v int) PARTITION BY LIST (k);
CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part_2 PARTITION OF part FOR VALUES IN (2);
CREATE TABLE flag(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE other(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION flags() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE flag SET n = 1 WHERE id = NEW.v; RETURN NULL; END $$;
CREATE TRIGGER flagged AFTER INSERT ON part_2 FOR EACH ROW EXECUTE FUNCTION flags();
CREATE FUNCTION f(p_v int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT n FROM other WHERE id = p_v) = 0 THEN UPDATE part SET k = 2 WHERE v = p_v AND k = 1; END IF;
END $$;
CREATE FUNCTION g(p_v int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT n FROM flag WHERE id = p_v) = 0 THEN UPDATE other SET n = 1 WHERE id = p_v; END IF;
END $$;
