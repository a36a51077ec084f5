-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a transaction that takes the oldest entry of each queue: two of them that take from one queue, and do not see each
--   other, take the same entry, which snapshot isolation refuses. So status does not see the balance that one of them leaves
--   and miss what the other one has written before

CREATE TABLE counter (q integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE waiting (q integer, n integer, owner integer NOT NULL, PRIMARY KEY (q, n));
CREATE TABLE balance (q integer, owner integer, v integer NOT NULL, PRIMARY KEY (q, owner));
CREATE PROCEDURE put(queue integer, who integer) LANGUAGE plpgsql AS $$
DECLARE k integer;
BEGIN
    UPDATE counter SET n = n + 1 WHERE q = queue RETURNING n INTO k;
    INSERT INTO waiting (q, n, owner) VALUES (queue, k, who);
END $$;
CREATE PROCEDURE take() LANGUAGE plpgsql AS $$
DECLARE k integer; who integer;
BEGIN
    FOR queue IN 1 .. 3 LOOP
        SELECT min(n) INTO k FROM waiting WHERE q = queue;
        CONTINUE WHEN k IS NULL;
        SELECT owner INTO who FROM waiting WHERE q = queue AND n = k;
        DELETE FROM waiting WHERE q = queue AND n = k;
        UPDATE balance SET v = v + 1 WHERE q = queue AND owner = who;
    END LOOP;
END $$;
CREATE FUNCTION status(queue integer, who integer, other integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE b integer; c integer;
BEGIN
    SELECT v INTO b FROM balance WHERE q = queue AND owner = who;
    SELECT v INTO c FROM balance WHERE q = queue AND owner = other;
    RETURN b + c;
END $$;
