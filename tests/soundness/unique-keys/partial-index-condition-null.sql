-- level: postgresql/serializable
-- never: safe
-- why: a condition that is NULL is not fulfilled: the row has left the index
CREATE TABLE job (id int PRIMARY KEY, key int NOT NULL, live boolean);
CREATE UNIQUE INDEX ON job (key) WHERE live;
CREATE FUNCTION forget(j int) RETURNS void LANGUAGE sql AS $$ UPDATE job SET live = NULL WHERE id = j $$;
CREATE FUNCTION defer(j int, other int, k int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE s boolean;
BEGIN
  SELECT live INTO s FROM job WHERE id = other;
  INSERT INTO job VALUES (j, k, true);
  RETURN s;
END $$;
