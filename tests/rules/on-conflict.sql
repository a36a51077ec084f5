-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- beside: checked-again
-- why: a transaction that inserts because it finds no conflicting row comes before a later INSERT of that row

CREATE TABLE counter (k text PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION count_one(x text) RETURNS integer LANGUAGE sql AS $$
INSERT INTO counter VALUES (x, 1) ON CONFLICT (k) DO UPDATE SET n = counter.n + 1 RETURNING n $$;
CREATE FUNCTION forget(x text) RETURNS void LANGUAGE sql AS $$ DELETE FROM counter WHERE k = x $$;
CREATE FUNCTION look(x text) RETURNS integer LANGUAGE sql AS $$ SELECT n FROM counter WHERE k = x $$;
