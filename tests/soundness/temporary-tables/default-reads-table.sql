-- level: postgresql/repeatable-read
-- never: safe
-- why: the temporary table's default reads conf for each row, which change writes where it sees no row of t: write skew
CREATE TABLE conf (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION current_value() RETURNS int LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = 1 $$;
CREATE TABLE t (id int PRIMARY KEY, c int);
CREATE FUNCTION add(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMPORARY TABLE passing (id int, c int DEFAULT current_value()) ON COMMIT DROP;
  INSERT INTO passing (id) VALUES (p_id);
  INSERT INTO t SELECT id, c FROM passing;
END $$;
CREATE FUNCTION change(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM t WHERE id = p_id) THEN
    UPDATE conf SET v = 7 WHERE k = 1;
  END IF;
END $$;
