-- Read with --complete-schema: statements that name what no file creates are errors with PostgreSQL's SQLSTATE.
CREATE TABLE t (id integer PRIMARY KEY, n integer);
CREATE PROCEDURE p(k integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET n = 1 WHERE id = k;
    IF k = 2 THEN
        INSERT INTO "no%where" VALUES (k);
        UPDATE t SET n = 2 WHERE id = k;
    ELSIF nothing(k, 1) THEN
        UPDATE t SET n = 3 WHERE id = k;
    END IF;
    BEGIN
        PERFORM nobody.knows(k);
    EXCEPTION WHEN undefined_function THEN
        UPDATE t SET n = 4 WHERE id = k;
    END;
END $$;
BEGIN;
UPDATE t SET n = 5 WHERE id = 1;
SELECT * FROM gone;
UPDATE t SET n = 6 WHERE id = 1;
COMMIT;
CREATE PROCEDURE several(k integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t (since) SELECT * FROM nowhere;
END $$;
CREATE PROCEDURE first(k integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM nothing(n.since, k) FROM nowhere n JOIN t ON t.id = n.id;
END $$;
