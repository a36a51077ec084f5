-- level: postgresql/repeatable-read
-- never: safe
-- why: tables that no file creates may be one, and transactions conflict on it: each reads what the other writes
-- options: --trust-modules
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION one() RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT sum(done) INTO n FROM mfg.work;
  UPDATE t SET v = n WHERE id = 1;
END $$;
CREATE FUNCTION other() RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT v INTO n FROM t WHERE id = 1;
  UPDATE mfg.work SET done = n;
END $$;
