-- level: snapshot-isolation
-- never: safe
-- why: the name could only be taken after it was changed, by the check of the unique key: with the two reads of old versions that is a cycle
CREATE TABLE a (k int PRIMARY KEY, name int NOT NULL UNIQUE);
CREATE TABLE b (k int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE leave(x int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE a SET name = -1 WHERE k = 2 AND name = x;
  UPDATE b SET v = v + 1 WHERE k = x;
END $$;
CREATE FUNCTION look(x int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM b WHERE k = x;
  UPDATE o SET v = v + 1 WHERE k = x;
  RETURN n;
END $$;
CREATE FUNCTION enter(x int, n int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE r int;
BEGIN
  SELECT v INTO r FROM o WHERE k = x;
  UPDATE a SET name = n WHERE k = 1;
  RETURN r;
END $$;
