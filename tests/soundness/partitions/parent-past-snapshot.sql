-- level: postgresql/repeatable-read
-- never: safe
-- why: at repeatable read a foreign key finds a row of a partitioned table that the snapshot does not have
CREATE TABLE parent (id int PRIMARY KEY, v int) PARTITION BY RANGE (id);
CREATE TABLE parent1 PARTITION OF parent FOR VALUES FROM (0) TO (100);
CREATE TABLE child (id int PRIMARY KEY, pid int REFERENCES parent);
CREATE FUNCTION add_child(p int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT count(*) INTO n FROM parent WHERE id = p;
  INSERT INTO child VALUES (p, p);
  RETURN n;
END $$;
CREATE PROCEDURE add_parent(p int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parent VALUES (p, 0);
END $$;
