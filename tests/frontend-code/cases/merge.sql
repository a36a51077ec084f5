-- MERGE: the target is item 0, on the optional side of a join with the source.
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL DEFAULT 3, made integer GENERATED ALWAYS AS (v + 1) STORED);
CREATE TABLE s (id integer PRIMARY KEY, w integer);
CREATE PROCEDURE upserts(p integer) LANGUAGE plpgsql AS $$
BEGIN
    MERGE INTO t USING (SELECT p AS id) x ON t.id = x.id WHEN MATCHED AND t.v > 5 THEN UPDATE SET v = v + x.id, made = DEFAULT
        WHEN MATCHED THEN DELETE WHEN NOT MATCHED AND x.id > 0 THEN INSERT (id) VALUES (x.id) WHEN NOT MATCHED THEN DO NOTHING;
    MERGE INTO t AS a USING s LEFT JOIN t b ON b.id = s.w ON a.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, DEFAULT);
END $$;
CREATE PROCEDURE target_in_insert() LANGUAGE plpgsql AS $$
BEGIN MERGE INTO t USING s ON t.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (t.id, 1); END $$;
CREATE PROCEDURE generated() LANGUAGE plpgsql AS $$
BEGIN MERGE INTO t USING s ON t.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, 1, 2); END $$;
