-- level: snapshot-isolation
-- assign: read_both=parallel-snapshot-isolation
-- with: unsafe
-- without: safe
-- why: the writers run at snapshot isolation. The readers do not: two of them see the writers in opposite order (long fork)
CREATE TABLE t (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE write_one(n int) LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = n WHERE k = 1; END $$;
CREATE PROCEDURE write_two(n int) LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = n WHERE k = 2; END $$;
CREATE FUNCTION read_both(OUT a int, OUT b int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO a FROM t WHERE k = 1;
  SELECT v INTO b FROM t WHERE k = 2;
END $$;
