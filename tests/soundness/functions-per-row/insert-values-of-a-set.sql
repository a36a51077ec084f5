-- level: postgresql/read-committed
-- never: safe
-- why: INSERT … VALUES of one row inserts several if a function in it returns a set: the reader sees one and not the other
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION pair(k int) RETURNS SETOF int LANGUAGE sql AS $$ SELECT unnest(ARRAY[k, k + 1]) $$;
CREATE FUNCTION ins(k int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1);
  INSERT INTO t VALUES (pair(k), 0);
END $$;
CREATE FUNCTION look(k int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE a int; b int;
BEGIN
  PERFORM pg_advisory_xact_lock(2);
  SELECT v INTO a FROM t WHERE id = k;
  SELECT v INTO b FROM t WHERE id = k + 1;
  RETURN coalesce(a, -1) + coalesce(b, -1);
END $$;
