-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: an invoice keeps its customer from being forgotten, and a deleted customer from being billed, whatever
-- either has looked at before

CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE invoice (no integer PRIMARY KEY, customer integer NOT NULL REFERENCES customer (id));
CREATE PROCEDURE bill(n integer, who integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM customer WHERE id = who;
    IF FOUND THEN
        INSERT INTO invoice (no, customer) VALUES (n, who);
    END IF;
END $$;
CREATE PROCEDURE forget(who integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM invoice WHERE customer = who;
    IF FOUND THEN
        RAISE EXCEPTION 'customer % has invoices', who;
    END IF;
    DELETE FROM customer WHERE id = who;
END $$;
