-- level: postgresql/read-committed
-- never: safe
-- why: the call of latest() is replaced by its result when the UPDATE is planned, on the snapshot before the lock
CREATE TABLE a(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION latest(p int) RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT n FROM a WHERE id = p $$;
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM a WHERE id = p FOR UPDATE;
  UPDATE a SET n = latest(p) + 1 WHERE id = p;
END $$;
