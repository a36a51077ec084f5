-- why: the error says that no parent was there, and that the key before it was free
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE customer (id integer PRIMARY KEY, name text);
CREATE TABLE orders (id integer PRIMARY KEY, customer integer NOT NULL REFERENCES customer (id), amount integer);

CREATE FUNCTION place(p_id integer, p_customer integer, p_amount integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO orders VALUES (p_id, p_customer, p_amount);
    RETURN true;
EXCEPTION WHEN foreign_key_violation THEN
    RETURN false;
END;
$$;

CREATE FUNCTION add_customer(p_id integer, p_name text) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO customer VALUES (p_id, p_name);
$$;
