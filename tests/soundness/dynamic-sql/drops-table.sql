-- level: read-atomic
-- never: safe
-- why: the name may be that of acc
CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE log(n int);
CREATE FUNCTION drop_it(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT count(*) INTO n FROM log;
  IF n = 0 THEN EXECUTE format('DROP TABLE %I', name); END IF;
END $$;
CREATE FUNCTION use_it() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM acc) > 0 THEN INSERT INTO log VALUES (1); END IF;
END $$;
