-- level: postgresql/read-committed
-- never: safe
-- why: OPEN locks nothing: the row is locked, and read as it is then, by the FETCH after the other read
CREATE TABLE stock (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE TABLE price (id integer PRIMARY KEY, amount integer NOT NULL);
CREATE FUNCTION offer(p_id integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT amount FROM stock WHERE id = p_id FOR UPDATE SKIP LOCKED;
    v_price integer;
    v_stock integer;
BEGIN
    OPEN c;
    SELECT amount INTO v_price FROM price WHERE id = 1;
    FETCH c INTO v_stock;
    CLOSE c;
    RETURN v_price || ' ' || v_stock;
END $$;
CREATE PROCEDURE deliver(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE price SET amount = amount + 1 WHERE id = 1;
    UPDATE stock SET amount = amount + 1 WHERE id = p_id;
END $$;
