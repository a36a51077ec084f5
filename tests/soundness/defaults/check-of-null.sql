-- level: postgresql/repeatable-read
-- never: safe
-- why: of two owners each inherits the rows of the other; a CHECK that gives NULL refuses nothing, so the UPDATE that sets NULL writes
CREATE TABLE shelf (id integer PRIMARY KEY, stock integer CHECK (stock <> 2), owner integer NOT NULL);
CREATE FUNCTION empty(p_owner integer, p_heir integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    UPDATE shelf SET stock = NULL, owner = p_heir WHERE owner = p_owner;
    IF FOUND THEN RETURN 'emptied'; END IF;
  EXCEPTION WHEN check_violation THEN RETURN 'refused';
  END;
  RETURN 'none';
END $$;
