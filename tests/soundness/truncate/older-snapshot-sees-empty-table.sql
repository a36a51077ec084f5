-- level: postgresql/serializable
-- never: safe
-- why: a transaction whose snapshot is older than the TRUNCATE sees the table empty, and not the other change
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION empties() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE a SET v = 1 WHERE id = 1; TRUNCATE b; END $$;
CREATE FUNCTION looks(OUT n int, OUT m bigint) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO n FROM a WHERE id = 1;
  SELECT count(*) INTO m FROM b;
END $$;
