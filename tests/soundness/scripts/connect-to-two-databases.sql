-- level: postgresql/read-committed
-- never: safe
-- why: each database has its own t: in the first one no key keeps two transactions from inserting the same row
\connect one
CREATE TABLE t (id int, v int NOT NULL);
CREATE FUNCTION once(a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t SELECT a, 1 WHERE NOT EXISTS (SELECT FROM t WHERE id = a);
END;
$$;
\connect two
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
