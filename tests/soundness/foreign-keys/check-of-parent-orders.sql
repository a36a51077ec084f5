-- level: snapshot-isolation
-- never: safe
-- why: the parent could only be deleted after its child was, by the check of the foreign key: with the two reads of old versions that is a cycle
CREATE TABLE p (k int PRIMARY KEY);
CREATE TABLE c (k int PRIMARY KEY, p_k int NOT NULL REFERENCES p);
CREATE TABLE o (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE delete_child(x int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM c WHERE k = x;
END $$;
CREATE FUNCTION count_children(y int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT count(*) INTO n FROM c;
  UPDATE o SET v = v + 1 WHERE k = y;
  RETURN n;
END $$;
CREATE FUNCTION delete_parent(x int, y int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM o WHERE k = y;
  DELETE FROM p WHERE k = x;
  RETURN n;
END $$;
