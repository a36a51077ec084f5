-- level: postgresql/read-committed
-- never: safe
-- why: SET NULL of the foreign key gives the column back the value that it had before it was claimed
CREATE TABLE worker (id integer PRIMARY KEY);
CREATE TABLE job (id integer PRIMARY KEY, claimed_by integer REFERENCES worker ON DELETE SET NULL);
CREATE PROCEDURE claim(p integer, w integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    IF w IS NULL THEN RAISE EXCEPTION 'who'; END IF;
    SELECT claimed_by INTO v FROM job WHERE id = p;
    IF v IS NOT NULL THEN RAISE EXCEPTION 'taken'; END IF;
    UPDATE job SET claimed_by = w WHERE id = p AND claimed_by IS NULL;
    IF NOT FOUND THEN RAISE EXCEPTION 'taken'; END IF;
END $$;
CREATE PROCEDURE dismiss(p integer) LANGUAGE sql AS $$ DELETE FROM worker WHERE id = p; $$;
