-- level: read-atomic
-- never: safe
-- why: the BEFORE trigger writes another value than the one returned to be checked: two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.n := 2 * NEW.n; RETURN NEW; END $$;
CREATE TRIGGER o_twice BEFORE UPDATE ON o FOR EACH ROW EXECUTE FUNCTION twice();
CREATE FUNCTION f(p_id int, p_n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE m int;
BEGIN
  UPDATE o SET n = p_n WHERE id = p_id RETURNING n INTO m;
  IF m <> p_n THEN UPDATE a SET v = v + 1 WHERE id = p_n; END IF;
END $$;
