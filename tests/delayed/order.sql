-- Columns of a condition that the result depends on in other ways, too.
CREATE TABLE item (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE note (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION plain(k int) RETURNS SETOF int LANGUAGE plpgsql AS $$
BEGIN
  UPDATE note SET n = k WHERE id = 1;
  RETURN QUERY SELECT id FROM item WHERE v > 0;
END $$;
CREATE FUNCTION ordered(k int) RETURNS SETOF int LANGUAGE plpgsql AS $$
BEGIN
  UPDATE note SET n = k WHERE id = 1;
  RETURN QUERY SELECT id FROM item WHERE v > 0 ORDER BY v;
END $$;
CREATE FUNCTION collected(k int) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE all_of_them int[];
BEGIN
  UPDATE note SET n = k WHERE id = 1;
  SELECT array_agg(id ORDER BY v) INTO all_of_them FROM item WHERE v > 0;
  RETURN all_of_them;
END $$;
CREATE FUNCTION first(k int) RETURNS SETOF int LANGUAGE plpgsql AS $$
BEGIN
  UPDATE note SET n = k WHERE id = 1;
  RETURN QUERY SELECT DISTINCT ON (v) id FROM item WHERE v > 0;
END $$;
CREATE FUNCTION raise_it(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT n INTO x FROM note WHERE id = 1;
  UPDATE item SET v = v + 2 WHERE id = p AND v > 0;
  RETURN x;
END $$;
