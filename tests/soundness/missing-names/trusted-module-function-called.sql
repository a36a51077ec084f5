-- level: postgresql/repeatable-read
-- never: safe
-- why: a module's table counts where it is touched by a function that is called for each row
-- options: --trust-modules
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION done(i int) RETURNS int LANGUAGE sql AS $$ SELECT sum(done)::int FROM mfg.work WHERE of = i $$;
CREATE FUNCTION one() RETURNS void LANGUAGE sql AS $$ UPDATE t SET v = done(id) $$;
CREATE FUNCTION other() RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT sum(v) INTO n FROM t;
  UPDATE mfg.work SET done = n;
END $$;
