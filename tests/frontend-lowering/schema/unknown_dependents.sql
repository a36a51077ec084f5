-- A statement that is not understood changes what refers to its tables, too: by ON DELETE CASCADE, by TRUNCATE … CASCADE.
CREATE TABLE parent (id int PRIMARY KEY);
CREATE TABLE child (id int PRIMARY KEY, parent int REFERENCES parent ON DELETE CASCADE);
CREATE TABLE note (id int PRIMARY KEY, child int REFERENCES child);
CREATE FUNCTION empty_all() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE parent CASCADE;
END $$;
CREATE FUNCTION drop_parent(p_id int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  WITH gone AS (DELETE FROM parent WHERE id = p_id RETURNING id) SELECT count(*) INTO n FROM gone;
  RETURN n;
END $$;
