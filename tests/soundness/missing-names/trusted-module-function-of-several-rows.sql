-- level: postgresql/read-committed
-- never: safe
-- why: a function that gives several rows may give none, which FOUND tells
-- options: --trust-modules
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION add(i int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  PERFORM any_of(i);
  IF NOT FOUND THEN
    SELECT v INTO n FROM t WHERE id = i;
    UPDATE t SET v = n + 1 WHERE id = i;
  END IF;
END $$;
