-- level: postgresql/read-committed
-- never: safe
-- why: the INSERT has failed, and its key was there
CREATE TABLE t (k text PRIMARY KEY);
CREATE FUNCTION enlist(p text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM t WHERE k = p) THEN
        RETURN 'taken';
    END IF;
    BEGIN
        INSERT INTO t VALUES (p);
    EXCEPTION WHEN unique_violation THEN
        RETURN 'taken since';
    END;
    RETURN 'yours';
END $$;
