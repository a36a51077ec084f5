-- level: postgresql/repeatable-read
-- never: safe
-- why: SET c = DEFAULT reads conf, which change writes where c is not set yet: write skew
CREATE TABLE conf (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION current_value() RETURNS int LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = 1 $$;
CREATE TABLE t (id int PRIMARY KEY, c int DEFAULT current_value());
CREATE FUNCTION reset(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET c = DEFAULT WHERE id = p_id;
END $$;
CREATE FUNCTION change(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT c FROM t WHERE id = p_id) = 0 THEN
    UPDATE conf SET v = 7 WHERE k = 1;
  END IF;
END $$;
