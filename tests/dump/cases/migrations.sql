-- A schema's history: what counts is what it left.
CREATE TABLE client (id int, name text NOT NULL, mail text, tier int DEFAULT 3);
ALTER TABLE client ADD PRIMARY KEY (id);
ALTER TABLE client RENAME TO customer;
ALTER TABLE customer RENAME COLUMN mail TO email;
ALTER TABLE customer ADD CONSTRAINT one_mail UNIQUE (email);
ALTER TABLE customer ADD COLUMN balance numeric(12, 2) NOT NULL DEFAULT 0;
ALTER TABLE customer DROP COLUMN tier;
ALTER TABLE customer ADD CHECK (balance >= 0);

CREATE TABLE purchase (no int, customer int, total numeric, state text DEFAULT 'new');
ALTER TABLE ONLY purchase ALTER COLUMN no SET NOT NULL;
CREATE UNIQUE INDEX purchase_key ON purchase (no);
ALTER TABLE purchase ADD CONSTRAINT purchase_pkey PRIMARY KEY USING INDEX purchase_key;
ALTER TABLE purchase ADD CONSTRAINT of_whom FOREIGN KEY (customer) REFERENCES customer ON DELETE CASCADE;
ALTER TABLE purchase DROP CONSTRAINT of_whom;
ALTER TABLE purchase ADD CONSTRAINT of_whom FOREIGN KEY (customer) REFERENCES customer (id);
ALTER TABLE purchase ALTER COLUMN state SET DEFAULT 'open';
ALTER TABLE purchase ALTER COLUMN total TYPE numeric(10, 2);

CREATE TABLE forgotten (id int PRIMARY KEY);
DROP TABLE forgotten;
CREATE UNIQUE INDEX no_longer ON purchase (customer);
DROP INDEX no_longer;

CREATE FUNCTION buy(p_customer int, p_no int, p_total numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    SELECT 1;
END
$$;
CREATE OR REPLACE FUNCTION buy(p_customer int, p_no int, p_total numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE customer SET balance = balance - p_total WHERE id = p_customer;
    INSERT INTO purchase (no, customer, total) VALUES (p_no, p_customer, p_total);
END
$$;
CREATE FUNCTION leave(p_email text) RETURNS void LANGUAGE sql AS $$
    DELETE FROM customer WHERE email = p_email;
$$;
CREATE FUNCTION forget() RETURNS void LANGUAGE sql AS 'DELETE FROM purchase';
DROP FUNCTION forget();
CREATE FUNCTION total_of(p int) RETURNS numeric LANGUAGE sql AS 'SELECT sum(total) FROM purchase WHERE customer = p';
ALTER FUNCTION total_of(int) STABLE;
ALTER FUNCTION total_of(int) RENAME TO spent;
CREATE FUNCTION may_buy(p int, p_limit numeric) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN spent(p) < p_limit;
END
$$;
