-- level: read-atomic
-- never: safe
-- why: no file creates the tables whose names begin with job_, but both programs may name the same one
CREATE TABLE kinds(id int PRIMARY KEY);
CREATE FUNCTION bump(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I SET v = v + 1', 'job_' || kind);
END $$;
CREATE FUNCTION bump_any(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE public.%I SET v = v + 1', name);
END $$;
