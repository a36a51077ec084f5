-- Transactions after a COMMIT or ROLLBACK of the same call: each needs the variables that those before it have left.
CREATE TABLE job (id integer PRIMARY KEY, owner integer NOT NULL, done integer NOT NULL);
CREATE TABLE total (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE task (id integer PRIMARY KEY, tries integer NOT NULL);

-- Whose total it is, the first transaction has read.
CREATE PROCEDURE settle(p_job integer) LANGUAGE plpgsql AS $$
DECLARE
    v_owner integer;
    v_n integer;
BEGIN
    UPDATE job SET done = done + 1 WHERE id = p_job RETURNING owner INTO v_owner;
    COMMIT;
    SELECT n INTO v_n FROM total WHERE id = v_owner;
    UPDATE total SET n = v_n + 1 WHERE id = v_owner;
END;
$$;

-- One transaction a row; the loop's rows are those of the first one.
CREATE PROCEDURE batch(p_limit integer) LANGUAGE plpgsql AS $$
DECLARE
    r record;
    v_tries integer;
BEGIN
    FOR r IN SELECT id FROM task WHERE tries < p_limit ORDER BY id LOOP
        SELECT tries INTO v_tries FROM task WHERE id = r.id;
        UPDATE task SET tries = v_tries + 1 WHERE id = r.id;
        COMMIT;
    END LOOP;
END;
$$;

-- The writes of the first transaction are undone, but its reads remain in variables.
CREATE PROCEDURE dry_run(INOUT p_id integer) LANGUAGE plpgsql AS $$
DECLARE
    v_n integer;
BEGIN
    UPDATE total SET n = n + 10 WHERE id = p_id RETURNING n INTO v_n;
    ROLLBACK;
    IF v_n > 12 THEN
        p_id := p_id + 1;
        SELECT n INTO v_n FROM total WHERE id = p_id;
        UPDATE total SET n = v_n - 1 WHERE id = p_id;
    END IF;
END;
$$;

-- Every call fails at the first COMMIT: no transaction comes after it.
CREATE PROCEDURE fails() LANGUAGE plpgsql AS $$
DECLARE
    r record;
    v_n integer;
BEGIN
    FOR r IN UPDATE total SET n = n + 1 RETURNING id LOOP
        COMMIT;
        SELECT n INTO v_n FROM total WHERE id = r.id;
        UPDATE total SET n = v_n + 1 WHERE id = r.id;
    END LOOP;
END;
$$;
