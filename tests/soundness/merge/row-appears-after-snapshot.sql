-- level: postgresql/read-committed
-- never: safe
-- why: MERGE looks at its target as the snapshot has it; a row that appears after it does not match, and what was read then is overwritten
CREATE TABLE total (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE item (id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE sql AS $$
  MERGE INTO total t USING (SELECT 1 AS id, coalesce(max(n), 0) AS n FROM item) s ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET n = s.n;
$$;
CREATE FUNCTION g(p int, v int) RETURNS void LANGUAGE sql AS $$
  UPDATE item SET n = v WHERE id = p;
  UPDATE total SET n = greatest(n, v) WHERE id = 1;
$$;
