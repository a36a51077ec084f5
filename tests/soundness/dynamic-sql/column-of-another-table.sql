-- level: postgresql/read-committed
-- never: safe
-- why: the column is one of note, and the name may be that of stock, which has none of it
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE note(id int PRIMARY KEY, label text);
CREATE FUNCTION take(t text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM stock WHERE id = 1;
  EXECUTE format('UPDATE %I SET v = $1 FROM note WHERE label = ''x''', t) USING n - 1;
END $$;
