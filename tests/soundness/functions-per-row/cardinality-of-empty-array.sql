-- level: read-atomic
-- never: safe
-- why: cardinality('{}') is 0 where array_length('{}', 1) is NULL: the UPDATE runs, two instances lose an update of a.v
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_id int, p int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(p) = 0 AND array_length(p, 1) IS NULL THEN UPDATE a SET v = v + 1 WHERE id = p_id; END IF;
END $$;
