-- level: postgresql/repeatable-read
-- never: safe
-- why: the job goes after it was read, and the cascade, which looks for rows as they are, does not find it any more: it was read before it went, and looked for after that
CREATE TABLE workers (id integer PRIMARY KEY);
CREATE TABLE jobs (id integer PRIMARY KEY, worker_id integer REFERENCES workers (id) ON DELETE CASCADE, n integer);
CREATE FUNCTION finish() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM jobs WHERE id = 4;
END $$;
CREATE FUNCTION drop_worker() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
  SELECT n INTO v FROM jobs WHERE id = 4;
  DELETE FROM workers WHERE id = 0;
  RETURN v;
END $$;
