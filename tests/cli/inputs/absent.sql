CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE PROCEDURE pay(p integer, amount integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - amount WHERE id = p;
    IF amount > 1000 THEN
        PERFORM report_to_tax_office(p, amount);
        UPDATE account SET balance = 0;
    END IF;
END $$;
