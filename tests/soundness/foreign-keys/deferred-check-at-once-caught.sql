-- level: postgresql/repeatable-read
-- never: safe
-- why: SET CONSTRAINTS before the INSERT has its check run at once, and a handler catches the error
CREATE TABLE parent(id int PRIMARY KEY);
CREATE TABLE child(p int REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE u(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(q int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text;
BEGIN
  BEGIN
    SET CONSTRAINTS ALL IMMEDIATE;
    INSERT INTO child VALUES (q);
    r := 'there';
  EXCEPTION WHEN foreign_key_violation THEN
    r := 'not there';
  END;
  UPDATE u SET v = 5 WHERE id = 1;
  RETURN r;
END $$;
CREATE FUNCTION g(q int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE y int;
BEGIN
  SELECT v INTO y FROM u WHERE id = 1;
  INSERT INTO parent VALUES (q);
  RETURN y;
END $$;
