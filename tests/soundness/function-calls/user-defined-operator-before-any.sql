-- level: snapshot-isolation
-- never: safe
-- why: the operator before ANY is user-defined: its function reads the other row
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION beats(x int, y int) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT v > 0 FROM a WHERE id = y - x $$;
CREATE OPERATOR >>> (LEFTARG = int, RIGHTARG = int, FUNCTION = beats);
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p >>> ANY (ARRAY[3, 3]) THEN UPDATE a SET v = 0 WHERE id = p; END IF;
END $$;
