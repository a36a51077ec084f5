-- level: postgresql/read-committed
-- never: safe
-- why: a cursor's query is not run before a row is fetched: no lock is taken
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE e(id int PRIMARY KEY);
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int; c refcursor;
BEGIN
  OPEN c FOR SELECT pg_advisory_xact_lock(1); CLOSE c;
  SELECT v INTO q FROM u WHERE id = 1;
  UPDATE u SET v = q + 1 WHERE id = 1;
END $$;
