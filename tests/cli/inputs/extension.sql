\echo Use "CREATE EXTENSION shop" to load this file. \quit
CREATE TABLE @extschema@.stock (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION @extschema@.take(p int, amount int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT n INTO v FROM @extschema@.stock WHERE id = p;
  UPDATE @extschema@.stock SET n = v - amount WHERE id = p;
END $$;
