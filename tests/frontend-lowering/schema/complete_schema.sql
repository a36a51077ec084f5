-- Read with --complete-schema: what no file creates fails when it is reached.
CREATE FUNCTION missing_table(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET note = 'seen' WHERE id = p;
    IF p > 10 THEN
        INSERT INTO audit VALUES (p);
        DELETE FROM acc; -- not reached
    END IF;
    UPDATE acc SET note = 'done' WHERE id = p;
END $$;

-- In a subquery, in a query of WITH, joined: the statement fails as a whole.
CREATE FUNCTION missing_inside(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p = 1 THEN
        UPDATE acc SET bal = 0 WHERE id IN (SELECT id FROM nowhere);
    ELSIF p = 2 THEN
        WITH w AS (SELECT * FROM acc JOIN app.nowhere USING (id)) UPDATE acc SET bal = 0;
    ELSE
        UPDATE acc SET bal = 0 WHERE id = p;
    END IF;
END $$;

-- The condition of ELSIF fails where it is evaluated, with all that comes after it.
CREATE FUNCTION missing_function(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p = 1 THEN
        UPDATE acc SET bal = 1 WHERE id = p;
    ELSIF check_nothing(p, 2) THEN
        UPDATE acc SET bal = 2 WHERE id = p;
    ELSE
        UPDATE acc SET bal = 3 WHERE id = p;
    END IF;
END $$;

-- The handler runs, without the write before the error in its block, but with the one before the block.
CREATE FUNCTION handled(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 1 WHERE id = p;
    BEGIN
        UPDATE acc SET bal = 2 WHERE id = p + 1;
        PERFORM tell_nobody();
    EXCEPTION WHEN undefined_function THEN
        UPDATE acc SET note = 'told' WHERE id = p + 2;
    END;
END $$;

-- A body in SQL fails before any of it runs.
CREATE FUNCTION in_sql(p integer) RETURNS bigint LANGUAGE sql AS $$
    UPDATE acc SET bal = 0 WHERE id = p;
    SELECT count(*) FROM nowhere;
$$;

-- These are made: a temporary table, what EXECUTE creates, a table of another schema, one of PostgreSQL's, a query of WITH.
CREATE SCHEMA app;
CREATE TABLE app.elsewhere (id integer PRIMARY KEY);
CREATE FUNCTION made(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    CREATE TEMP TABLE scratch ON COMMIT DROP AS SELECT id FROM acc WHERE id = p;
    PERFORM id FROM scratch;
    EXECUTE 'CREATE TABLE later (id integer)';
    PERFORM id FROM later;
    PERFORM id FROM app.elsewhere WHERE id = p;
    PERFORM relname FROM pg_class;
    WITH w AS (SELECT id FROM acc WHERE id = p) INSERT INTO app.elsewhere SELECT id FROM w;
    PERFORM pg_advisory_xact_lock(p), lo_creat(0);
END $$;

-- In doubt it stays as it is: which argument is evaluated first does something.
CREATE FUNCTION doubtful(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN in_sql(p) .. no_bound() LOOP
        UPDATE acc SET bal = i WHERE id = p;
    END LOOP;
END $$;

-- Columns: of a table in scope, of none, of a name that stands for no table, of the target.
CREATE FUNCTION missing_column(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p = 1 THEN
        UPDATE acc SET bal = 0 WHERE acc.since > now();
    ELSIF p = 2 THEN
        UPDATE acc SET bal = 0 WHERE since > now();
    ELSIF p = 3 THEN
        UPDATE acc SET bal = 0 FROM ord AS o WHERE ord.acc_id = acc.id;
    ELSIF p = 4 THEN
        INSERT INTO acc (id, since) VALUES (p, now());
    ELSIF p = 5 THEN
        UPDATE acc SET bal = 0 WHERE EXISTS (SELECT 1 FROM ord WHERE acc_id = acc.id AND owner = 'x'); -- this one is there
    ELSE
        UPDATE acc SET bal = (SELECT count(*) FROM (SELECT qty AS q FROM ord) AS x WHERE q > p) WHERE id = p; -- and q
    END IF;
END $$;

-- A type is looked up before the routine runs.
CREATE FUNCTION missing_type(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 0 WHERE id = p;
    DECLARE
        r nowhere%ROWTYPE;
    BEGIN
        r.id := 1;
    END;
END $$;

-- It fails for certain, though it is not known with which error.
CREATE FUNCTION several(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p = 1 THEN
        INSERT INTO acc (since) SELECT * FROM nowhere;
    END IF;
    UPDATE acc SET bal = 0 WHERE id = p;
END $$;

-- Columns that stand elsewhere, tables made in ways that are not followed: nothing is certain.
CREATE VIEW acc_names AS SELECT id AS acc_no, owner FROM acc;
CREATE TABLE app.likes (LIKE acc_names, extra integer);
CREATE SCHEMA kept CREATE TABLE within (id integer PRIMARY KEY);
CREATE FUNCTION elsewhere(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM acc_no FROM app.likes WHERE extra = p;
    PERFORM id FROM kept.within WHERE id = p;
END $$;
