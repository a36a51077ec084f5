-- level: snapshot-isolation
-- never: safe
-- why: the value could only be taken after the row of another key gave it up, unseen: a check of a unique key looks past the snapshot
CREATE TABLE t0 (k0 int PRIMARY KEY, c0 int NOT NULL UNIQUE, c1 int NOT NULL);
CREATE FUNCTION f0() RETURNS void LANGUAGE sql AS $$ INSERT INTO t0 VALUES (0,1,0) $$;
CREATE FUNCTION f1(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE m int;
BEGIN
  UPDATE t0 SET c0 = c0 + 1 WHERE k0 = p;
  SELECT min(k0) INTO m FROM t0;
  RETURN m;
END $$;
