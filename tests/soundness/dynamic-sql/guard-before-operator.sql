-- level: postgresql/read-committed
-- never: safe
-- why: the guard compares by an operator that the file defines after the function, and that denies nothing: EXECUTE may run another statement
CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE b (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION f(t text, p integer) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE v integer;
BEGIN
  IF t NOT IN ('a') THEN RAISE EXCEPTION 'no'; END IF;
  SELECT n INTO v FROM b WHERE id = p;
  EXECUTE format('UPDATE %I SET n = $1 WHERE id = $2', t) USING v + 1, p;
END $$;
CREATE FUNCTION never(x text, y text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT false $$;
CREATE OPERATOR <> (LEFTARG = text, RIGHTARG = text, FUNCTION = never);
