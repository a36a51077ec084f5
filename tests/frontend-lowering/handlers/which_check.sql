-- Which check of a key has raised the error: what it has found, what came before and after it.
CREATE FUNCTION by_key(a int, b text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO acc (id, owner, bal) VALUES (a, b, 0);
    UPDATE acc SET bal = 1 WHERE id = a; -- not after the error
EXCEPTION WHEN unique_violation THEN
    DELETE FROM acc WHERE id = a;
END $$;

CREATE FUNCTION own_row(a int, b int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
    INSERT INTO acc (id, owner, bal) VALUES (b, 'x', 0); -- may find the first
EXCEPTION WHEN unique_violation THEN
    NULL;
END $$;

CREATE FUNCTION of_two(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ord (id, acc_id, qty) VALUES (a, a, 1);
EXCEPTION
    WHEN foreign_key_violation THEN
        DELETE FROM ord WHERE id = a;
    WHEN SQLSTATE '23505' THEN
        NULL;
END $$;

CREATE FUNCTION by_hand(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
    RAISE unique_violation;
EXCEPTION WHEN unique_violation THEN
    NULL;
END $$;

CREATE FUNCTION others(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
EXCEPTION WHEN OTHERS THEN
    NULL;
END $$;
