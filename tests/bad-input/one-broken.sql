CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE PROCEDURE deposit(p_id integer, p_amount integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance + p_amount WHERE id = p_id;
END;
$$;

CREATE PROCEDURE broken(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - 1 WHERE id = p_id;
    UPDATE account SET balance = WHERE id = p_id;
END;
$$;

CREATE PROCEDURE unclosed(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    IF p_id > 0 THEN
        DELETE FROM account WHERE id = p_id;
END;
$$;

CREATE TABLE (id integer);

CREATE PROCEDURE look(p_id integer, INOUT p_balance integer) LANGUAGE plpgsql AS $$
BEGIN
    SELECT balance INTO p_balance FROM account WHERE id = p_id;
END;
$$;
