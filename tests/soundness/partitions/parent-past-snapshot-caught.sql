-- level: postgresql/repeatable-read
-- never: safe
-- why: the same, where a handler catches the violation
CREATE TABLE parent (id int PRIMARY KEY, v int NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE parent1 PARTITION OF parent FOR VALUES FROM (0) TO (100);
CREATE TABLE child (id int PRIMARY KEY, pid int REFERENCES parent);
CREATE FUNCTION add_child(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT count(*) INTO n FROM parent WHERE id = p;
  BEGIN
  INSERT INTO child VALUES (p, p);
  EXCEPTION WHEN foreign_key_violation THEN RETURN n || 'none';
  END;
  RETURN n || 'ok';
END $$;
CREATE PROCEDURE add_parent(p int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parent VALUES (p, 0);
END $$;
