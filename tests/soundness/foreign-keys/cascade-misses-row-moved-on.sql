-- level: snapshot-isolation
-- never: safe
-- why: the job is read before it moves to the worker; the worker goes after the job has moved on, which its action does not see
CREATE TABLE workers (id integer PRIMARY KEY);
CREATE TABLE jobs (id integer PRIMARY KEY, worker_id integer NOT NULL REFERENCES workers (id) ON DELETE CASCADE);
CREATE FUNCTION drop_worker() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE w integer;
BEGIN
  SELECT worker_id INTO w FROM jobs WHERE id = 0;
  DELETE FROM workers WHERE id = 1;
  RETURN w;
END $$;
CREATE FUNCTION move(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs SET worker_id = p WHERE id = 0;
END $$;
