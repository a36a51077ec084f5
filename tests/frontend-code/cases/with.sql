-- WITH queries that write, lock or give other values each time run once; others wherever they are used.
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, t_id integer REFERENCES t);
CREATE PROCEDURE moves(p integer) LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    WITH gone AS (DELETE FROM t WHERE v = p RETURNING id, v + 1 AS w) INSERT INTO u SELECT w, NULL FROM gone;
    WITH gone AS (DELETE FROM t WHERE v = p RETURNING id), kept AS (SELECT id FROM t WHERE v > p)
    SELECT count(*) INTO n FROM gone, kept, kept more WHERE gone.id IN (SELECT id FROM gone);
    WITH added AS (INSERT INTO t VALUES (p, 1)) UPDATE u SET t_id = p WHERE id = p;
END $$;
CREATE FUNCTION takes(n integer) RETURNS SETOF integer LANGUAGE sql AS $$
    WITH free AS (SELECT id FROM t WHERE v = 0 ORDER BY id LIMIT n FOR UPDATE SKIP LOCKED)
    UPDATE t SET v = 1 FROM free WHERE t.id = free.id RETURNING t.id
$$;
CREATE FUNCTION draws() RETURNS bigint LANGUAGE sql AS $$
    WITH x AS (SELECT random() AS r) SELECT count(*) FROM x a JOIN x b ON a.r = b.r
$$;
