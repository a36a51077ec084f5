-- level: read-atomic
-- never: safe
-- why: FOUND is still that of the PERFORM, so the update that two instances lose does happen
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = p_id;
  EXECUTE 'DELETE FROM b WHERE id = 1 AND id = 2';
  IF FOUND THEN
    UPDATE a SET v = x + 1 WHERE id = p_id;
  END IF;
END $$;
