-- level: postgresql/repeatable-read
-- never: safe
-- why: the count comes before the row, and the worker goes after the row, which refers to it, has come and has moved away: both unseen
CREATE TABLE workers (id integer PRIMARY KEY);
CREATE TABLE jobs (id integer PRIMARY KEY, worker_id integer NOT NULL REFERENCES workers (id) ON DELETE CASCADE);
CREATE FUNCTION drop_worker() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
  SELECT count(*) INTO n FROM jobs WHERE id = 0;
  DELETE FROM workers WHERE id = 1;
  RETURN n;
END $$;
CREATE FUNCTION add(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO jobs VALUES (0, p);
END $$;
CREATE FUNCTION move(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs SET worker_id = p WHERE id = 0;
END $$;
