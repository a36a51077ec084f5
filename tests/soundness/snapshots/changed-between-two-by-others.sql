-- level: snapshot-isolation
-- never: safe
-- why: no single state lets a and b write both, but o and p change it between them: a reads r before, b after
CREATE TABLE r (id int PRIMARY KEY, g int NOT NULL, h int NOT NULL, CHECK (h <= g));
CREATE TABLE xs (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE ys (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int; w int;
BEGIN
  SELECT g INTO v FROM r WHERE id = 1;
  IF v = 0 THEN
    SELECT n INTO w FROM ys WHERE id = 1;
    IF w = 0 THEN UPDATE xs SET n = 1 WHERE id = 1; END IF;
  END IF;
END $$;
CREATE FUNCTION b() RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int; w int;
BEGIN
  SELECT h INTO v FROM r WHERE id = 1;
  IF v = 1 THEN
    SELECT n INTO w FROM xs WHERE id = 1;
    IF w = 0 THEN UPDATE ys SET n = 1 WHERE id = 1; END IF;
  END IF;
END $$;
CREATE FUNCTION o() RETURNS void LANGUAGE sql AS $$ UPDATE r SET g = 1 WHERE id = 1 AND g = 0; $$;
CREATE FUNCTION p() RETURNS void LANGUAGE sql AS $$ UPDATE r SET h = 1 WHERE id = 1 AND g = 1 AND h = 0; $$;
