CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (id integer PRIMARY KEY, v integer NOT NULL);
-- name: begins
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT v FROM t WHERE id = :a;
UPDATE u SET v = v + 1 WHERE id = :a;
COMMIT AND CHAIN;
SELECT v FROM u WHERE id = :a;
UPDATE t SET v = v + 1 WHERE id = :a;
COMMIT;
-- name: sets
BEGIN;
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
SELECT v FROM t WHERE id = :a;
COMMIT;
SET default_transaction_isolation = serializable;
-- name: of_session
BEGIN;
SET default_transaction_isolation = 'repeatable read';
SELECT v FROM t WHERE id = :a;
COMMIT;
-- name: of_session_later
BEGIN;
SELECT v FROM t WHERE id = :a;
COMMIT;
RESET default_transaction_isolation;
-- name: plain
BEGIN;
SET LOCAL default_transaction_isolation = 'serializable';
SELECT v FROM t WHERE id = :a;
COMMIT;
CREATE PROCEDURE parts(a integer, INOUT x integer) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO x FROM t WHERE id = a;
    COMMIT;
    SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
    SELECT v INTO x FROM t WHERE id = a;
    COMMIT AND CHAIN;
    SELECT v INTO x FROM t WHERE id = a;
END $$;
CREATE PROCEDURE on_its_way(a integer, INOUT x integer) LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1..2 LOOP
        COMMIT;
    END LOOP;
    SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
    SELECT v INTO x FROM t WHERE id = a;
END $$;
CREATE PROCEDURE too_late(a integer, INOUT x integer) LANGUAGE plpgsql AS $$
BEGIN
    COMMIT;
    IF a > 1 THEN
        SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
    END IF;
    SELECT v INTO x FROM t WHERE id = a;
END $$;
CREATE PROCEDURE sets_default(a integer, INOUT x integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('default_transaction_isolation', 'repeatable read', false);
    COMMIT;
    SELECT v INTO x FROM t WHERE id = a;
END $$;
