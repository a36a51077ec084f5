-- level: postgresql/repeatable-read
-- never: safe
-- why: what is inserted through the view has the view's own default, which reads conf: write skew with change
CREATE TABLE conf (k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION current_value() RETURNS int LANGUAGE sql STABLE AS $$ SELECT v FROM conf WHERE k = 1 $$;
CREATE TABLE t (id int PRIMARY KEY, c int);
CREATE VIEW t_view AS SELECT id, c FROM t;
ALTER VIEW t_view ALTER COLUMN c SET DEFAULT current_value();
CREATE FUNCTION add(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO t_view (id) VALUES (p_id);
END $$;
CREATE FUNCTION change(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM t WHERE id = p_id) THEN
    UPDATE conf SET v = 7 WHERE k = 1;
  END IF;
END $$;
