-- level: postgresql/read-committed
-- never: safe
-- why: kind has another value by then, and the text is that of before
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(kind text, n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  old int;
  t text := 'UPDATE stock SET v = ';
BEGIN
  IF kind IN ('a', 'b') THEN
    kind := kind || 'x';
    IF kind = 'a' THEN t := 'SELECT '; ELSIF kind = 'b' THEN t := 'SELECT 1 + '; END IF;
    SELECT v INTO old FROM stock WHERE id = 1;
    EXECUTE t || old - 1;
  END IF;
END $$;
