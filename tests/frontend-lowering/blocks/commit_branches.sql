-- The end may be in a branch, in a handler, or the last statement; in a block with EXCEPTION it is an error.
CREATE PROCEDURE branches(p integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 1 WHERE id = p;
    IF p > 5 THEN
        COMMIT;
        UPDATE acc SET bal = 2 WHERE id = p;
    ELSIF p < 0 THEN
        ROLLBACK;
    END IF;
    UPDATE acc SET bal = 3 WHERE id = p;
    COMMIT AND CHAIN;
END $$;
CREATE PROCEDURE handler(p integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE acc SET bal = 1 WHERE id = p;
    EXCEPTION WHEN check_violation THEN
        COMMIT;
        UPDATE acc SET bal = 2 WHERE id = p;
    END;
    UPDATE acc SET bal = 3 WHERE id = p;
END $$;
CREATE PROCEDURE within(p integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        UPDATE acc SET bal = 1 WHERE id = p;
        COMMIT;
    EXCEPTION WHEN invalid_transaction_termination THEN
        NULL;
    END;
    UPDATE acc SET bal = 3 WHERE id = p;
END $$;
CREATE PROCEDURE retries(p integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 1 WHERE id = p;
EXCEPTION WHEN serialization_failure OR deadlock_detected THEN
    ROLLBACK;
END $$;
CREATE PROCEDURE caller(p integer) LANGUAGE plpgsql AS $$
BEGIN
    CALL ended(p);
    UPDATE acc SET bal = 4 WHERE id = p;
END $$;
CREATE PROCEDURE ended(p integer) LANGUAGE plpgsql AS $$
BEGIN
    COMMIT;
END $$;
