-- level: snapshot-isolation
-- with: undecided
-- without: safe
-- why: a session keeps the rate that its first look has found, and later finds a new value beside it. No run in memory keeps plans; a
--   server does: SELECT * FROM look(); in another session CALL change(1); then SELECT * FROM look() once more gives 0 and 1
CREATE TABLE t (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION rate() RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT v FROM t WHERE k = 1 $$;
CREATE FUNCTION look(OUT a int, OUT b int) LANGUAGE plpgsql AS $$
BEGIN
  a := rate();
  SELECT v INTO b FROM t WHERE k = 2;
END $$;
CREATE PROCEDURE change(n int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET v = n WHERE k = 1;
  UPDATE t SET v = n WHERE k = 2;
END $$;
