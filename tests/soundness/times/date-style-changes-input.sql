-- level: postgresql/read-committed
-- never: safe
-- why: a date is read in another way after DateStyle was set
CREATE TABLE day(d date PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  UPDATE day SET n = n WHERE d = '01/02/2024';
  SET LOCAL datestyle = 'ISO, DMY';
  SELECT n INTO v FROM day WHERE d = '01/02/2024';
  UPDATE day SET n = v + 1 WHERE d = '01/02/2024';
END $$;
