-- Loops whose tries change nothing are followed as their last try; the others are loops.
CREATE FUNCTION last_try(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        UPDATE acc SET bal = 1 WHERE id = a;
        EXIT WHEN FOUND;
        BEGIN
            INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
            RETURN;
        EXCEPTION WHEN unique_violation THEN
        END;
    END LOOP;
    DELETE FROM ord WHERE id = a;
END $$;

CREATE FUNCTION in_handler(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        BEGIN
            INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
            EXIT;
        EXCEPTION WHEN unique_violation THEN
            UPDATE acc SET bal = 1 WHERE id = a;
            IF FOUND THEN RETURN; END IF;
        END;
    END LOOP;
END $$;

CREATE FUNCTION goes_on(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        UPDATE acc SET bal = 1 WHERE id = a;
        IF FOUND THEN IF a > 1 THEN CONTINUE; END IF; RETURN; END IF;
    END LOOP;
END $$;

CREATE FUNCTION leaves_block(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        <<inner>> BEGIN
            UPDATE acc SET bal = 1 WHERE id = a;
            EXIT inner;
        EXCEPTION WHEN unique_violation THEN
        END;
    END LOOP;
END $$;

CREATE FUNCTION value_kept(a int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
    LOOP
        SELECT bal INTO v FROM acc WHERE id = a AND bal > v;
        EXIT WHEN FOUND;
    END LOOP;
    RETURN v;
END $$;

CREATE FUNCTION not_known(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        DELETE FROM acc WHERE id = a AND random() > 0.5;
        EXIT WHEN FOUND;
    END LOOP;
END $$;

CREATE FUNCTION any_error(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        BEGIN
            INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
            EXIT;
        EXCEPTION WHEN OTHERS THEN
        END;
    END LOOP;
END $$;
