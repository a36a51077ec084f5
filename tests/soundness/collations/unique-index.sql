-- level: postgresql/read-committed
-- never: safe
-- why: by the index's collation 'e' and 'é' are one key, so that what either INSERT does depends on the other
CREATE COLLATION base (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE u (name text NOT NULL, n bigint NOT NULL);
CREATE UNIQUE INDEX ON u (name COLLATE base);
CREATE TABLE t (k integer PRIMARY KEY, v bigint NOT NULL);

CREATE FUNCTION f() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    c bigint;
    o bigint;
BEGIN
    SELECT v INTO o FROM t WHERE k = 1;
    INSERT INTO u VALUES ('e', 1) ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS c = ROW_COUNT;
    RETURN 10 * o + c;
END $$;

CREATE FUNCTION g() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    c bigint;
BEGIN
    INSERT INTO u VALUES ('é', 1) ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS c = ROW_COUNT;
    UPDATE t SET v = 1 WHERE k = 1;
    RETURN c;
END $$;
