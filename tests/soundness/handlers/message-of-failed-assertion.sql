-- level: repeatable-read
-- never: safe
-- why: the message of an assertion that fails reads the other row, and a handler goes by it: write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE f(p int) LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  BEGIN
    ASSERT false, (SELECT v::text FROM a WHERE id = 3 - p);
  EXCEPTION WHEN assert_failure THEN
    x := SQLERRM::int;
  END;
  UPDATE a SET v = x + 1 WHERE id = p;
END $$;
