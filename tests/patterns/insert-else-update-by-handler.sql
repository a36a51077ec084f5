-- why: whose row refused the INSERT is seen by the UPDATE, unless the one snapshot was taken before
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: unsafe
CREATE TABLE visits (page integer PRIMARY KEY, n integer NOT NULL);

CREATE FUNCTION visit(p_page integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        INSERT INTO visits (page, n) VALUES (p_page, 1);
    EXCEPTION WHEN unique_violation THEN
        UPDATE visits SET n = n + 1 WHERE page = p_page;
    END;
END;
$$;
