-- level: postgresql/serializable
-- never: safe
-- why: a row that stays in the index gets another key, which is free only since another transaction has freed it
CREATE TABLE job (id int PRIMARY KEY, key int NOT NULL, status text NOT NULL);
CREATE UNIQUE INDEX ON job (key) WHERE status = 'todo';
CREATE FUNCTION finish(j int) RETURNS void LANGUAGE sql AS $$ UPDATE job SET status = 'done' WHERE id = j AND status = 'todo' $$;
CREATE FUNCTION move(j int, other int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE s text;
BEGIN
  SELECT status INTO s FROM job WHERE id = other;
  UPDATE job SET key = key + 1 WHERE id = j AND status = 'todo';
  RETURN s;
END $$;
