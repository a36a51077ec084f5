-- A procedure that commits in a loop is two transactions: up to the first COMMIT, and from one to the next.
CREATE PROCEDURE batches(p integer) LANGUAGE plpgsql AS $$
DECLARE
    n integer := 0;
    r record;
BEGIN
    FOR r IN SELECT id FROM acc WHERE owner = 'x' LOOP
        UPDATE acc SET bal = n WHERE id = r.id;
        n := n + 1;
        COMMIT;
        INSERT INTO log (msg) VALUES ('done ' || n);
    END LOOP;
    UPDATE acc SET bal = 0 WHERE id = p;
END $$;
