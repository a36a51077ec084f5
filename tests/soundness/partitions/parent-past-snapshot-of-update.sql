-- level: postgresql/repeatable-read
-- never: safe
-- why: the same for an UPDATE, and a partition that is attached later
CREATE TABLE parent (id int PRIMARY KEY, v int NOT NULL) PARTITION BY HASH (id);
CREATE TABLE parent1 (id int NOT NULL, v int NOT NULL);
ALTER TABLE parent ATTACH PARTITION parent1 FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE TABLE child (id int PRIMARY KEY, pid int);
ALTER TABLE child ADD FOREIGN KEY (pid) REFERENCES parent;
CREATE FUNCTION add_child(p int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT sum(v) INTO n FROM parent;
  UPDATE child SET pid = p WHERE id = 1;
  RETURN n;
END $$;
CREATE PROCEDURE add_parent(p int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parent VALUES (p, 5);
END $$;
