-- What is kept of expressions follows when a column gets another name.
CREATE TABLE t (id integer PRIMARY KEY, a integer, b integer CHECK (b > 0), name text,
    g integer GENERATED ALWAYS AS (t.a * 2 + b) STORED,
    CONSTRAINT two CHECK (a > b AND t.a < 100), EXCLUDE USING gist (int4range(a, b) WITH &&));
CREATE UNIQUE INDEX pi ON t (a) WHERE b > 5;
CREATE UNIQUE INDEX pe ON t (lower(name), b);
CREATE TABLE l (x integer);
CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO l VALUES (1);
    RETURN NEW;
END $$;
CREATE TRIGGER seen AFTER UPDATE OF a ON t FOR EACH ROW
    WHEN (OLD.a IS DISTINCT FROM NEW.a AND NEW.name IS NOT NULL) EXECUTE FUNCTION seen();
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON t USING (a > 0) WITH CHECK (t.b < 100);
ALTER TABLE t RENAME a TO "A x";
ALTER TABLE t RENAME COLUMN b TO bb;
ALTER TABLE t RENAME name TO label;
CREATE TABLE r (k integer, v integer, PRIMARY KEY (k)) PARTITION BY RANGE (k);
CREATE TABLE r1 PARTITION OF r FOR VALUES FROM (0) TO (10);
CREATE TABLE r2 PARTITION OF r FOR VALUES FROM (10) TO (20);
ALTER TABLE r RENAME COLUMN k TO kk;
CREATE FUNCTION change(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (k, 2, 1);
    UPDATE t SET "A x" = 5, label = 'a' WHERE id = k;
    UPDATE t SET bb = 5 WHERE id = k;
    INSERT INTO r VALUES (k, 2);
    UPDATE r1 SET v = 5 WHERE kk = k;
    DELETE FROM r WHERE kk = 11;
END $$;
