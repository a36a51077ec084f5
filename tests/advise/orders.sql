-- The application checks what a foreign key could.
CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE invoice (no integer PRIMARY KEY, customer integer NOT NULL, total numeric NOT NULL);

CREATE PROCEDURE bill(p_no integer, p_customer integer, p_total numeric)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM customer WHERE id = p_customer;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer %', p_customer;
    END IF;
    INSERT INTO invoice (no, customer, total) VALUES (p_no, p_customer, p_total);
END;
$$;

CREATE PROCEDURE forget(p_customer integer)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM invoice WHERE customer = p_customer;
    IF FOUND THEN
        RAISE EXCEPTION 'customer % has invoices', p_customer;
    END IF;
    DELETE FROM customer WHERE id = p_customer;
END;
$$;
