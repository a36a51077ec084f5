-- Two of these each insert the least value for their own, unaware of each other. The query for the least looks at the
-- row that the other one inserts, too, and does not notice it: no row is less than the least. The sum does, but is asked
-- for under conditions that no model has to make come true in the rows that it is about.
CREATE TABLE t0 (c0 int);
CREATE TABLE t1 (k0 int PRIMARY KEY, c0 int NOT NULL, c1 int NOT NULL);

CREATE PROCEDURE f0(p0 int, p1 int) LANGUAGE plpgsql AS $$
DECLARE
  v0 int;
  v1 int;
BEGIN
  SELECT min(c0) INTO v0 FROM t0;
  IF (SELECT sum(c1) FROM t1 WHERE k0 = p0) <= 1 THEN
    IF p1 <> v0 THEN
      v1 := (SELECT sum(c0) FROM t0);
    END IF;
  END IF;
  INSERT INTO t0 (c0) VALUES (v0);
END $$;
