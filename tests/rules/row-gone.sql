-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- beside: later-snapshots
-- why: an UPDATE that waits for a DELETE and finds the row gone was not overtaken by an INSERT in between

CREATE TABLE counter (k text PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION begin_at(x text) RETURNS void LANGUAGE sql AS $$ INSERT INTO counter VALUES (x, 1) $$;
CREATE FUNCTION count_one(x text) RETURNS void LANGUAGE sql AS $$ UPDATE counter SET n = n + 1 WHERE k = x $$;
CREATE FUNCTION forget(x text) RETURNS void LANGUAGE sql AS $$ DELETE FROM counter WHERE k = x $$;
