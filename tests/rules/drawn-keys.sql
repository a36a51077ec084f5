-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a queue with numbers from a counter: a transaction that takes the oldest entry sees every older one, so the taker never
-- misses an entry below the one it takes, as in TPC-C's Delivery

CREATE TABLE counter (q integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE entry (q integer, n integer, owner integer NOT NULL, PRIMARY KEY (q, n));
CREATE TABLE waiting (q integer, n integer, PRIMARY KEY (q, n));
CREATE TABLE balance (q integer, owner integer, v integer NOT NULL, PRIMARY KEY (q, owner));
CREATE PROCEDURE put(queue integer, who integer) LANGUAGE plpgsql AS $$
DECLARE k integer;
BEGIN
    UPDATE counter SET n = n + 1 WHERE q = queue RETURNING n INTO k;
    INSERT INTO entry (q, n, owner) VALUES (queue, k, who);
    INSERT INTO waiting (q, n) VALUES (queue, k);
END $$;
CREATE PROCEDURE take(queue integer) LANGUAGE plpgsql AS $$
DECLARE k integer; who integer;
BEGIN
    SELECT min(n) INTO k FROM waiting WHERE q = queue;
    IF k IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM waiting WHERE q = queue AND n = k;
    SELECT owner INTO who FROM entry WHERE q = queue AND n = k;
    UPDATE balance SET v = v + 1 WHERE q = queue AND owner = who;
END $$;
CREATE FUNCTION status(queue integer, who integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE k integer; b integer;
BEGIN
    SELECT v INTO b FROM balance WHERE q = queue AND owner = who;
    SELECT max(n) INTO k FROM entry WHERE q = queue AND owner = who;
    RETURN b;
END $$;
