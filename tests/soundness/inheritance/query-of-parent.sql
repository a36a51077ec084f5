-- level: snapshot-isolation
-- never: safe
-- why: a query of the parent reads the rows of the child: write skew
CREATE TABLE parent(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE child(w int) INHERITS (parent);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM parent WHERE id = p_id;
  IF NOT FOUND THEN UPDATE b SET v = 0 WHERE id = p_id; END IF;
END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM b WHERE id = p_id AND v = 1;
  IF FOUND THEN INSERT INTO child VALUES (p_id, 0, 0); END IF;
END $$;
