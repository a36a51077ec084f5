CREATE TABLE stock (id integer PRIMARY KEY, amount integer NOT NULL);

DO $$
BEGIN
    UPDATE stock SET amount = amount + 1;
END;
$$;

BEGIN;
INSERT INTO stock SELECT 1, max(amount) FROM stock;
COMMIT;

CREATE PROCEDURE refill(p_id integer)
LANGUAGE sql AS $$ UPDATE stock SET amount = 10 WHERE id = p_id; $$;

CREATE FUNCTION in_stock(p_id integer) RETURNS integer
LANGUAGE sql AS $$ SELECT amount FROM stock WHERE id = p_id $$;
