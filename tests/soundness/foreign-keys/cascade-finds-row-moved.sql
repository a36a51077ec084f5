-- level: postgresql/serializable
-- never: safe
-- why: the job moves away after it was read, and the cascade, which looks for rows as they are, lets it be: it was read before the move, and deleted from after it
CREATE TABLE workers (id integer PRIMARY KEY);
CREATE TABLE jobs (id integer PRIMARY KEY, worker_id integer REFERENCES workers (id) ON DELETE CASCADE);
CREATE FUNCTION move() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs SET worker_id = 2 WHERE id = 4;
END $$;
CREATE FUNCTION drop_worker() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
  SELECT worker_id INTO v FROM jobs WHERE id = 4;
  DELETE FROM workers WHERE id = 0;
  RETURN v;
END $$;
