-- level: postgresql/read-committed
-- never: safe
-- why: after set_config('role', …) the files create as app: t's owner is another role, so the policy binds the function, whose second read
--      finds no row once hide has committed
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE g (id int PRIMARY KEY, n int NOT NULL);
CREATE POLICY p ON t USING (EXISTS (SELECT FROM g WHERE g.id = t.id AND g.n > 0));
ALTER TABLE t ENABLE ROW LEVEL SECURITY;

SELECT set_config('role', 'app', false);
CREATE FUNCTION twice() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    a int;
    b int;
BEGIN
    SELECT v INTO a FROM t WHERE id = 1;
    SELECT v INTO b FROM t WHERE id = 1;
    RETURN a - b;
END;
$$;

CREATE FUNCTION hide() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE g SET n = 0 WHERE id = 1;
END;
$$;
