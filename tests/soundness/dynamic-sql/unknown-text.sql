-- level: read-atomic
-- never: safe
-- why: what it runs is not known, and the tables may be none of these
CREATE TABLE b(id int PRIMARY KEY);
CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'UPDATE queue_' || q || ' SET v = v + 1';
END $$;
