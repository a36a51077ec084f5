-- level: postgresql/read-committed
-- never: safe
-- why: a job that was claimed is given up again, and claimed by another between the two statements of the first
CREATE TABLE job (id integer PRIMARY KEY, claimed_by integer);
CREATE FUNCTION claim(p integer, w integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT claimed_by INTO v FROM job WHERE id = p;
    UPDATE job SET claimed_by = w WHERE id = p AND claimed_by IS NULL;
    IF NOT FOUND THEN RAISE EXCEPTION 'taken'; END IF;
    RETURN v;
END $$;
CREATE PROCEDURE pass_on(p integer, w integer) LANGUAGE sql AS $$
    UPDATE job SET claimed_by = w WHERE id = p AND claimed_by IS NOT NULL;
$$;
