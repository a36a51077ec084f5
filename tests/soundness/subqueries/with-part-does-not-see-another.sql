-- level: postgresql/read-committed
-- never: safe
-- why: a query beside a part of WITH that writes reads the snapshot, not what that part wrote: the read is another's version
CREATE TABLE seat (id int PRIMARY KEY, holder int NOT NULL);
CREATE TABLE note (id int PRIMARY KEY, was int NOT NULL);
CREATE FUNCTION take(p int, who int) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (UPDATE seat SET holder = who WHERE id = p)
  UPDATE note SET was = (SELECT holder FROM seat WHERE id = p) WHERE id = p;
$$;
