-- At read committed each statement has a snapshot of its own.
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

-- Two updates in one transaction …
CREATE PROCEDURE transfer(p_from integer, p_to integer, p_amount integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - p_amount WHERE id = p_from;
    UPDATE account SET balance = balance + p_amount WHERE id = p_to;
END;
$$;

-- … which fall between two reads.
CREATE FUNCTION sum_of_both(p_one integer, p_other integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_one integer;
    v_other integer;
BEGIN
    SELECT balance INTO v_one FROM account WHERE id = p_one;
    SELECT balance INTO v_other FROM account WHERE id = p_other;
    RETURN v_one + v_other;
END;
$$;

-- One statement: what it reads is of its snapshot, what it locks it re-reads once it has waited.
CREATE PROCEDURE copy(p_from integer, p_to integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = (SELECT balance FROM account WHERE id = p_from) WHERE id = p_to;
END;
$$;
