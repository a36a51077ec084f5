-- level: postgresql/read-committed
-- never: safe
-- why: OPEN FOR EXECUTE … USING leaves FOUND alone: one UPDATE overwrites the other
CREATE TABLE t(id int PRIMARY KEY);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int; c refcursor;
BEGIN
  PERFORM 1 WHERE false;
  OPEN c FOR EXECUTE 'SELECT id FROM t WHERE id = $1' USING a;
  IF NOT FOUND THEN
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + 1 WHERE id = 1;
  END IF;
END $$;
