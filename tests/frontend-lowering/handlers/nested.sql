-- Within what an error undoes, anything may have happened; a block within a block that went well is exact.
CREATE PROCEDURE p(a integer) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        BEGIN
            UPDATE acc SET bal = 1 WHERE id = a;
        EXCEPTION WHEN check_violation THEN
            UPDATE acc SET bal = 2 WHERE id = a;
        END;
        INSERT INTO log (msg) SELECT owner FROM acc WHERE id = a + 1;
    EXCEPTION WHEN not_null_violation THEN
        NULL;
    END;
    UPDATE acc SET bal = bal + 1 WHERE id = a + 2;
END $$;
