-- level: postgresql/serializable
-- never: safe
-- why: a row comes back into the index with the key that it has had all along, which another row has had meanwhile
CREATE TABLE job (id int PRIMARY KEY, key int NOT NULL, status text NOT NULL);
CREATE UNIQUE INDEX ON job (key) WHERE status = 'todo';
CREATE FUNCTION finish(j int) RETURNS void LANGUAGE sql AS $$ UPDATE job SET status = 'done' WHERE id = j AND status = 'todo' $$;
CREATE FUNCTION retry(j int, other int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE s text;
BEGIN
  SELECT status INTO s FROM job WHERE id = other;
  UPDATE job SET status = CASE status WHEN 'failed' THEN 'todo' ELSE status END WHERE id = j;
  RETURN s;
END $$;
CREATE FUNCTION rename(j int, k int) RETURNS void LANGUAGE sql AS $$ UPDATE job SET key = k WHERE id = j $$;
