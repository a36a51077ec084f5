CREATE TABLE acct (id int PRIMARY KEY, bal numeric(12,2) NOT NULL DEFAULT 0, kind text);

CREATE OR REPLACE FUNCTION every_construct(p_id int, INOUT total numeric, OUT done boolean) LANGUAGE PLPGSQL STABLE AS $fn$
#variable_conflict use_column
<<outer_block>>
DECLARE
    a ALIAS FOR $1;
    v_bal acct.bal%TYPE := 0;
    row_ acct%ROWTYPE;
    "Odd Name" CONSTANT integer NOT NULL DEFAULT 1 + 2;
    c CURSOR FOR SELECT id FROM acct WHERE kind = 'x;y';
    d CURSOR (k int) IS SELECT id FROM acct WHERE id = k;
    ids int[];
BEGIN
    -- isoproof: ignore known and harmless
    SELECT bal INTO STRICT v_bal FROM acct WHERE id = p_id FOR UPDATE;
    SELECT id, bal FROM acct INTO row_.id, v_bal WHERE id = a;
    UPDATE acct SET bal = bal + 1 WHERE id = p_id RETURNING bal INTO v_bal;
    INSERT INTO acct (id, bal) VALUES (1, 2) RETURNING id INTO row_.id;
    row_.bal := v_bal * 2;
    ids[1] = p_id;
    PERFORM bal FROM acct WHERE id = 3;
    CALL other(p_id, total);
    IF v_bal > 0 AND CASE WHEN done THEN true ELSE false END THEN
        NULL;
    ELSIF EXISTS (SELECT 1 FROM acct WHERE bal < 0) THEN
        DELETE FROM acct WHERE id = p_id;
    ELSEIF count(*) > 3 FROM acct THEN
        RAISE NOTICE 'many: %', v_bal;
    ELSE
        RAISE EXCEPTION 'no % and %', p_id, (v_bal + 1) USING ERRCODE = 'P0001', HINT = 'x';
    END IF;
    CASE p_id WHEN 1, 2 THEN total := 1; WHEN 3 THEN total := 2; ELSE total := 3; END CASE;
    CASE WHEN p_id > 1 THEN total := 4; END CASE;
    <<ten>>
    FOR i IN REVERSE 10..1 BY 2 LOOP
        EXIT ten WHEN i = 3;
        CONTINUE WHEN i = 4;
    END LOOP ten;
    FOR i IN 1..array_length(ids, 1) LOOP total := total + i; END LOOP;
    FOR row_ IN SELECT * FROM acct ORDER BY id LOOP
        UPDATE acct SET bal = 0 WHERE id = row_.id;
    END LOOP;
    FOR row_ IN c LOOP NULL; END LOOP;
    FOR row_ IN d(1) LOOP NULL; END LOOP;
    FOR row_ IN EXECUTE 'SELECT 1' USING p_id LOOP total := 1; END LOOP;
    FOREACH v_bal SLICE 0 IN ARRAY ids LOOP NULL; END LOOP;
    WHILE total < 10 LOOP total := total + 1; END LOOP;
    LOOP EXIT; END LOOP;
    GET DIAGNOSTICS total = ROW_COUNT, v_bal = PG_CONTEXT;
    EXECUTE format('UPDATE %I SET bal = 1', 'acct') INTO v_bal USING p_id;
    OPEN c;
    FETCH NEXT FROM c INTO row_;
    MOVE c;
    CLOSE c;
    OPEN d(5);
    ASSERT total > 0, 'positive';
    BEGIN
        INSERT INTO acct VALUES (9, 9, 'k');
    EXCEPTION
        WHEN unique_violation OR SQLSTATE '23503' THEN done := false;
        WHEN others THEN RAISE;
    END;
    COMMIT;
    ROLLBACK AND CHAIN;
    RETURN NEXT;
    RETURN NEXT total;
    RETURN QUERY SELECT bal FROM acct;
    RETURN QUERY EXECUTE 'SELECT 1';
    RAISE WARNING 'w';
    RAISE unique_violation USING MESSAGE = 'dup';
    RAISE;
    RETURN;
END outer_block;
$fn$;
