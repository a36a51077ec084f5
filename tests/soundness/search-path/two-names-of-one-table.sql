-- level: snapshot-isolation
-- never: safe
-- why: both names are the same table: write skew
CREATE SCHEMA app;
CREATE TABLE app.a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE app.b(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql SET search_path = app AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = p_id;
  UPDATE b SET v = x WHERE id = p_id;
END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM app.b WHERE id = p_id;
  UPDATE app.a SET v = x + 1 WHERE id = p_id;
END $$;
