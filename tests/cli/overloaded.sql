CREATE TABLE kv (k int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE put(p int) LANGUAGE plpgsql AS $$ BEGIN UPDATE kv SET v = 1 WHERE k = p; END $$;
CREATE PROCEDURE put(p int, q int) LANGUAGE plpgsql AS $$ BEGIN UPDATE kv SET v = q WHERE k = p; END $$;
CREATE FUNCTION get(p int) RETURNS int LANGUAGE sql AS $$ SELECT v FROM kv WHERE k = p $$;
