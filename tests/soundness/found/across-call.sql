-- level: postgresql/read-committed
-- never: safe
-- why: CALL leaves FOUND alone, so the row that PERFORM did not find is still not found after it; one UPDATE overwrites the other
CREATE TABLE t(id int PRIMARY KEY);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE nothing() LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; END $$;
CREATE PROCEDURE p(a int) LANGUAGE plpgsql AS $$
DECLARE q int;
BEGIN
  PERFORM 1 FROM t WHERE id = a;
  CALL nothing();
  IF NOT FOUND THEN
    SELECT v INTO q FROM u WHERE id = 1;
    UPDATE u SET v = q + 1 WHERE id = 1;
  END IF;
END $$;
