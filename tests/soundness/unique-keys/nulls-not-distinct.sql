-- level: postgresql/serializable
-- never: safe
-- why: NULLS NOT DISTINCT: a second NULL is allowed only since another transaction has changed the first
CREATE TABLE job (id int PRIMARY KEY, key int, live boolean NOT NULL);
CREATE UNIQUE INDEX ON job (key) NULLS NOT DISTINCT WHERE live;
CREATE FUNCTION name(j int) RETURNS void LANGUAGE sql AS $$ UPDATE job SET key = 1 WHERE id = j AND key IS NULL $$;
CREATE FUNCTION defer(j int, other int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE s int;
BEGIN
  SELECT key INTO s FROM job WHERE id = other;
  INSERT INTO job VALUES (j, NULL, true);
  RETURN s;
END $$;
