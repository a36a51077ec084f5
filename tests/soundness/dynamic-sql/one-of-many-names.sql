-- level: postgresql/read-committed
-- never: safe
-- why: one of the many names that the text may have is the table read before
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE stack(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(k int, a bool, b bool, c bool) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  old int;
  t text;
  q text := 'UPDATE ';
  e text := ' SET v = ';
BEGIN
  t := CASE k WHEN 1 THEN 'stack' WHEN 2 THEN 'stock' WHEN 3 THEN 'stake' ELSE 'stick' END;
  SELECT v INTO old FROM stock WHERE id = 1;
  IF a THEN e := ' SET v = 0 + '; END IF;
  IF b THEN q := '/* b */ UPDATE '; END IF;
  IF c THEN q := q || '/* c */'; END IF;
  IF k > 2 THEN q := '/* d */' || q; END IF;
  EXECUTE q || t || e || old - 1;
END $$;
