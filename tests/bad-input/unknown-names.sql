CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

CREATE PROCEDURE no_table(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acount SET balance = balance + 1 WHERE id = p_id;
END;
$$;

CREATE PROCEDURE no_column(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance + 1 WHERE ident = p_id;
END;
$$;

CREATE PROCEDURE no_target(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET ballance = 1 WHERE id = p_id;
    INSERT INTO account (id, amount) VALUES (p_id, 1);
END;
$$;

CREATE PROCEDURE no_variable(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    v_total := p_id;
    SELECT balance INTO v_other FROM account WHERE id = p_ident;
END;
$$;
