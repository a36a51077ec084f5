-- level: read-atomic
-- never: safe
-- why: the texts that EXECUTE is given read and write as any statement: two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int; sql text := 'SELECT v FROM a';
BEGIN
  sql := sql || ' WHERE id = $1';
  EXECUTE sql INTO x USING p_id;
  EXECUTE format('UPDATE %I SET v = %s WHERE id = %L', 'a', x + 1, p_id);
END $$;
