-- Handlers that always fail leave the block as it is; of others one has run; EXIT and RETURN leave from inside.
CREATE FUNCTION again(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = bal + 1 WHERE id = p;
EXCEPTION
    WHEN serialization_failure OR deadlock_detected THEN ROLLBACK;
    WHEN OTHERS THEN
        INSERT INTO log (msg) VALUES (SQLERRM);
        RAISE;
END $$;
CREATE FUNCTION several(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v integer := 1;
    t text;
BEGIN
    FOR i IN 1 .. p LOOP
        BEGIN
            SELECT bal INTO v FROM acc WHERE id = i;
            IF v > 5 THEN
                RETURN v;
            END IF;
            DELETE FROM acc WHERE id = i;
        EXCEPTION
            WHEN foreign_key_violation THEN
                GET STACKED DIAGNOSTICS t = MESSAGE_TEXT;
                UPDATE acc SET bal = v, note = t WHERE id = i;
            WHEN unique_violation THEN
                EXIT;
            WHEN SQLSTATE '22012' THEN
                RAISE EXCEPTION 'no %', SQLERRM;
        END;
    END LOOP;
    UPDATE acc SET bal = 7 WHERE id = p;
    RETURN v;
END $$;
