-- level: postgresql/read-committed
-- never: unsafe
-- why: a DELETE that has waited for a row goes on with the row's next version, which has another key: it still matches
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION remove_pair(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN DELETE FROM t WHERE id IN (p, p + 1); END $$;
CREATE FUNCTION move_up(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN UPDATE t SET id = id + 1 WHERE id = p; END $$;
