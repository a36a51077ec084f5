-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: of two that both found a job unclaimed, the second finds it claimed when it gets to its UPDATE, and fails

CREATE TABLE job (id integer PRIMARY KEY, claimed_by integer, done boolean NOT NULL);
CREATE PROCEDURE claim(p integer, w integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    IF w IS NULL THEN RAISE EXCEPTION 'who'; END IF;
    SELECT claimed_by INTO v FROM job WHERE id = p;
    IF v IS NULL THEN
        UPDATE job SET claimed_by = w WHERE id = p AND claimed_by IS NULL;
        IF NOT FOUND THEN RAISE EXCEPTION 'taken'; END IF;
    END IF;
END $$;
