-- level: read-atomic
-- never: safe
-- why: where a is false the condition is NULL, %s of it is nothing, and every row is changed
CREATE TABLE acc(id int PRIMARY KEY, v int NOT NULL);
INSERT INTO acc VALUES (1, 0), (2, 0);
CREATE FUNCTION add(a boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE acc SET v = v + 1 %s', CASE WHEN a THEN 'WHERE id = 1 AND false' END);
END $$;
