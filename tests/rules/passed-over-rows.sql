-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: who takes the second job has not found the first one gone, nor there: somebody had it locked
CREATE TABLE job (id integer PRIMARY KEY, payload text NOT NULL);
CREATE FUNCTION take() RETURNS text LANGUAGE sql AS $$
    DELETE FROM job WHERE id = (SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING payload;
$$;
