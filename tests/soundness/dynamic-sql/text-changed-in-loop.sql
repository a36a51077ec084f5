-- level: read-atomic
-- never: safe
-- why: the text is another one from the second iteration on: the table that it writes is not the one it began with
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int; sql text := 'UPDATE b SET v = 0 WHERE id = $1';
BEGIN
  SELECT v INTO x FROM a WHERE id = p_id;
  FOR i IN 1 .. 2 LOOP
    EXECUTE sql USING p_id, x + 1;
    sql := 'UPDATE a SET v = $2 WHERE id = $1';
  END LOOP;
END $$;
