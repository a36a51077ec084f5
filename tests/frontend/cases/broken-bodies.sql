CREATE TABLE t (id int PRIMARY KEY, v int);
CREATE FUNCTION no_then(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF a > 1
        UPDATE t SET v = 1;
    END IF;
    DELETE FROM t;
END $$;
CREATE FUNCTION bad_sql() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 1 WERE id = 2;
    UPDATE t SET v = 2;
    SELECT v FORM t;
    x := 1 +;
END $$;
CREATE FUNCTION no_end() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        UPDATE t SET v = 2;
END $$;
CREATE FUNCTION no_semicolon() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = 2 END $$;
CREATE FUNCTION bad_declaration() RETURNS void LANGUAGE plpgsql AS $$ DECLARE x; y int; BEGIN y := 2; END $$;
CREATE FUNCTION not_a_block() RETURNS void LANGUAGE plpgsql AS $$ SELECT 1; $$;
CREATE FUNCTION empty() RETURNS void LANGUAGE plpgsql AS $$$$;
CREATE FUNCTION bad_quote() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = 'x; END $$;
CREATE FUNCTION too_much() RETURNS void LANGUAGE plpgsql AS $$ BEGIN NULL; END; SELECT 2; $$;
