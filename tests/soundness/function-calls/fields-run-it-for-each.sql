-- level: postgresql/read-committed
-- never: safe
-- why: (f(z)).* runs f for each of the two fields, so that others see the row between
CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE u (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TYPE pair AS (a integer, b integer);

CREATE FUNCTION f(z integer) RETURNS pair LANGUAGE plpgsql AS $$
DECLARE
    r pair;
BEGIN
    SELECT v, v INTO r.a, r.b FROM t WHERE k = z;
    RETURN r;
END $$;

CREATE FUNCTION read(z integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    n integer;
    m integer;
BEGIN
    SELECT (f(z)).* INTO n, m;
    RETURN n = m;
END $$;

CREATE FUNCTION write(z integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE k = z;
END $$;
