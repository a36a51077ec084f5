-- level: postgresql/repeatable-read
-- never: safe
-- why: the row that refers gets a default that reads conf as the row referred to goes: write skew with change
CREATE TABLE conf (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION current_value() RETURNS int LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = 1 $$;
CREATE TABLE parent (id int PRIMARY KEY);
CREATE TABLE t (id int PRIMARY KEY, c int DEFAULT current_value() REFERENCES parent ON DELETE SET DEFAULT);
CREATE FUNCTION remove(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM parent WHERE id = p_id;
END $$;
CREATE FUNCTION change(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT c FROM t WHERE id = p_id) = 3 THEN
    UPDATE conf SET v = 7 WHERE k = 1;
  END IF;
END $$;
