-- level: snapshot-isolation
-- never: safe
-- why: the migration takes the key away, so both may insert what neither saw: write skew
CREATE TABLE t(id int, v int NOT NULL, CONSTRAINT one_id UNIQUE (id));
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
ALTER TABLE t RENAME CONSTRAINT one_id TO only_id;
ALTER TABLE t RENAME TO u;
ALTER TABLE u DROP CONSTRAINT only_id;
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM u WHERE id = p_id;
  IF NOT FOUND THEN INSERT INTO u VALUES (p_id, 0); END IF;
END $$;
