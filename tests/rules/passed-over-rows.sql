-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that takes the second job has read neither the presence nor the absence of the first one: another transaction had it locked
CREATE TABLE job (id integer PRIMARY KEY, payload text NOT NULL);
CREATE FUNCTION take() RETURNS text LANGUAGE sql AS $$
    DELETE FROM job WHERE id = (SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING payload;
$$;
