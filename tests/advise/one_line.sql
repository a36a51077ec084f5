-- Two changes are for one line, which they share.
CREATE TABLE stock (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE price (id integer PRIMARY KEY, p integer NOT NULL);
CREATE FUNCTION move(p_from integer, p_to integer, p_n integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v integer; w integer;
BEGIN
  SELECT n INTO v FROM stock WHERE id = p_from; IF v < p_n THEN RETURN 0; END IF; SELECT p INTO w FROM price WHERE id = p_to;
  UPDATE stock SET n = v - p_n WHERE id = p_from; UPDATE price SET p = w + v WHERE id = p_to; RETURN v;
END $$;
