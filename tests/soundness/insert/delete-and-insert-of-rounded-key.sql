-- level: postgresql/read-committed
-- never: safe
-- why: what is deleted is looked for by 1.4, and what is inserted is 1
CREATE TABLE n (id numeric(5, 0) PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE replace(p numeric, q numeric) LANGUAGE plpgsql AS $$
DECLARE w integer;
BEGIN
    SELECT v INTO w FROM n WHERE id = q;
    DELETE FROM n WHERE id = p;
    INSERT INTO n VALUES (p, coalesce(w, 0));
END $$;
