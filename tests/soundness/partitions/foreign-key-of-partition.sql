-- level: postgresql/read-committed
-- never: safe
-- why: the child goes into a partition that alone has a foreign key, whose check finds the parent: it comes after what it has seen nothing of before
CREATE TABLE p (id int PRIMARY KEY);
CREATE TABLE y (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE child (id int, kind int, p_id int, PRIMARY KEY (id, kind)) PARTITION BY LIST (kind);
CREATE TABLE child_1 PARTITION OF child FOR VALUES IN (1);
CREATE TABLE child_2 PARTITION OF child FOR VALUES IN (2);
ALTER TABLE child_1 ADD FOREIGN KEY (p_id) REFERENCES p;

CREATE FUNCTION makes_parent(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO p VALUES (a);
  UPDATE y SET v = v + 1 WHERE id = 1;
END $$;
CREATE FUNCTION makes_child(a int, b int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE r int;
BEGIN
  SELECT v INTO r FROM y WHERE id = 1;
  INSERT INTO child VALUES (b, 1, a);
  RETURN r;
END $$;
