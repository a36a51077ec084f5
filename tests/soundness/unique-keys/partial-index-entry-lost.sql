-- level: postgresql/serializable
-- never: safe
-- why: the job is still seen as waiting, and another one takes its place in the index, which is free since another transaction has ended it
CREATE TABLE job (id int PRIMARY KEY, key text, status text NOT NULL);
CREATE UNIQUE INDEX ON job (key) WHERE status = 'todo';
CREATE FUNCTION finish(j int) RETURNS void LANGUAGE sql AS $$ UPDATE job SET status = 'done' WHERE id = j AND status = 'todo' $$;
CREATE FUNCTION defer(j int, other int, k text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE s text;
BEGIN
  SELECT status INTO s FROM job WHERE id = other;
  INSERT INTO job VALUES (j, k, 'todo');
  RETURN s;
END $$;
