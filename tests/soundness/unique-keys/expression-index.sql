-- level: postgresql/serializable
-- never: safe
-- why: another spelling of the name has room only since another transaction has changed it
CREATE TABLE person (id int PRIMARY KEY, name text NOT NULL);
CREATE UNIQUE INDEX ON person (lower(name));
CREATE FUNCTION rename(i int) RETURNS void LANGUAGE sql AS $$ UPDATE person SET name = 'Eve' WHERE id = i AND name = 'Bob' $$;
CREATE FUNCTION join_in(i int, other int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE n text;
BEGIN
  SELECT name INTO n FROM person WHERE id = other;
  INSERT INTO person VALUES (i, 'bob');
  RETURN n;
END $$;
