-- level: repeatable-read
-- never: safe
-- why: the subscript of an assignment's target reads the other row: write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE f(p int) LANGUAGE plpgsql AS $$
DECLARE seen int[];
BEGIN
  seen[(SELECT v FROM a WHERE id = 3 - p)] := 5;
  UPDATE a SET v = cardinality(seen) WHERE id = p;
END $$;
