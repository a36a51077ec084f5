-- level: snapshot-isolation
-- never: safe
-- why: the child could only be inserted after its parent was, by the check of the foreign key: with the two reads of old versions that is a cycle
CREATE TABLE p (k int PRIMARY KEY);
CREATE TABLE c (k int PRIMARY KEY, p_k int NOT NULL REFERENCES p);
CREATE TABLE o (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE add_parent(x int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO p VALUES (x);
END $$;
CREATE FUNCTION count_parents(y int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT count(*) INTO n FROM p;
  UPDATE o SET v = v + 1 WHERE k = y;
  RETURN n;
END $$;
CREATE FUNCTION add_child(x int, y int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM o WHERE k = y;
  INSERT INTO c VALUES (x, x);
  RETURN n;
END $$;
