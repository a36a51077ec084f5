-- level: postgresql/repeatable-read
-- never: safe
-- why: latest(1) is kept with the plan of the assignment, also where down() is known by what it touches only
CREATE TABLE a(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION latest(p int) RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT n FROM a WHERE id = p $$;
CREATE FUNCTION down(p int) RETURNS int STABLE LANGUAGE plpgsql AS $$
BEGIN
  IF p > 9 THEN RETURN down(p - 1); END IF;
  RETURN latest(1);
END $$;
CREATE FUNCTION f(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  PERFORM 1 FROM b WHERE id = p FOR UPDATE;
  v := down(p);
  RETURN v;
END $$;
CREATE FUNCTION g(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM b WHERE id = p FOR UPDATE;
  UPDATE a SET n = n + 1 WHERE id = 1;
END $$;
