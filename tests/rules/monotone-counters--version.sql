-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that finds the version number that it has read overwrites the version that it has read, since version numbers do not return

CREATE TABLE document (id integer PRIMARY KEY, version integer NOT NULL, words integer NOT NULL);
CREATE PROCEDURE extend(k integer, n integer) LANGUAGE plpgsql AS $$
DECLARE v integer; w integer;
BEGIN
    SELECT version, words INTO v, w FROM document WHERE id = k;
    UPDATE document SET words = w + n, version = v + 1 WHERE id = k AND version = v;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'document % was changed meanwhile', k;
    END IF;
END $$;
