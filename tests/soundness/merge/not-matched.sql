-- level: postgresql/repeatable-read
-- never: safe
-- why: WHEN NOT MATCHED of MERGE reads that there is no row that matches: two instances can insert what each would have found of the other
CREATE TABLE duty (who int PRIMARY KEY, day int NOT NULL);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE sql AS $$
  MERGE INTO duty d USING (VALUES (p)) s (who) ON d.day = 1 AND d.who <> s.who
  WHEN NOT MATCHED THEN INSERT VALUES (s.who, 1);
$$;
