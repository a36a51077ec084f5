-- why: UPDATE of a table changes the rows of those that inherit from it, so that what was read of a child may be old
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE party (id int PRIMARY KEY, balance int NOT NULL);
CREATE TABLE company (tax int, PRIMARY KEY (id)) INHERITS (party);

CREATE FUNCTION pay(p_id int, p_n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b int;
BEGIN
  SELECT balance INTO b FROM company WHERE id = p_id;
  UPDATE company SET balance = b - p_n WHERE id = p_id;
END $$;
CREATE FUNCTION interest(p_id int) RETURNS void LANGUAGE sql AS $$ UPDATE party SET balance = balance + 1 WHERE id = p_id $$;
