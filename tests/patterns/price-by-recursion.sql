-- why: what a recursive function only reads cannot lose a write: of its body the tables are known, and no more
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE category (id integer PRIMARY KEY, parent integer, discount integer NOT NULL);
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE FUNCTION discount(p_category integer) RETURNS integer STABLE
LANGUAGE plpgsql AS $$
DECLARE
    v_parent   integer;
    v_discount integer;
BEGIN
    SELECT c.parent, c.discount INTO v_parent, v_discount FROM category c WHERE c.id = p_category;
    IF v_parent IS NULL THEN
        RETURN v_discount;
    END IF;
    RETURN v_discount + discount(v_parent);
END;
$$;

CREATE PROCEDURE buy(p_account integer, p_category integer, p_price integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_discount integer;
BEGIN
    v_discount := discount(p_category);
    UPDATE account SET balance = balance - p_price + v_discount WHERE id = p_account;
END;
$$;
