-- level: read-atomic
-- never: safe
-- why: an assignment of a query is a statement with a row, though it reads no table: ROW_COUNT is 1, an update of a.v is lost
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE c(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int; x int;
BEGIN
  PERFORM 1 FROM c WHERE id = p_id;
  IF FOUND THEN RAISE EXCEPTION 'there'; END IF;
  PERFORM 1 FROM c WHERE id = p_id;
  x := (SELECT 5);
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n = 1 THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
