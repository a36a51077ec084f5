-- A commit between two statements of a volatile function that one statement calls.
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE PROCEDURE transfer(p_from integer, p_to integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - 1 WHERE id = p_from;
    UPDATE account SET balance = balance + 1 WHERE id = p_to;
END;
$$;

CREATE FUNCTION total(p_one integer, p_other integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_one integer;
    v_other integer;
BEGIN
    SELECT balance INTO v_one FROM account WHERE id = p_one;
    SELECT balance INTO v_other FROM account WHERE id = p_other;
    RETURN v_one + v_other;
END;
$$;

CREATE PROCEDURE report(p_one integer, p_other integer, INOUT p_total integer) LANGUAGE plpgsql AS $$
BEGIN
    p_total := total(p_one, p_other);
END;
$$;
