-- The query locks the row in a mode that an UPDATE of others does not exclude; the UPDATE around it waits, and then reads
-- the row again.
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);

CREATE PROCEDURE adds(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = t.v + 1 FROM (SELECT id FROM t WHERE v > 0 FOR KEY SHARE) q WHERE t.id = q.id AND t.id = p_id;
END $$;
