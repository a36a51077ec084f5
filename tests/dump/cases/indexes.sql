-- An index that IF NOT EXISTS leaves out is no key; indexes have names that ALTER TABLE changes, too.
CREATE SCHEMA s;
CREATE TABLE s.t (id integer PRIMARY KEY, a integer, b integer);
CREATE INDEX elsewhere ON s.t (a);
CREATE TABLE t (id integer PRIMARY KEY, a integer, b integer, c integer, d integer, e integer);
CREATE INDEX i ON t (a);
CREATE UNIQUE INDEX IF NOT EXISTS i ON t (b);
CREATE UNIQUE INDEX j ON t (a, b);
CREATE UNIQUE INDEX IF NOT EXISTS j ON t (a);
CREATE UNIQUE INDEX IF NOT EXISTS elsewhere ON t (c);
CREATE INDEX dropped ON t (a);
DROP INDEX dropped;
CREATE UNIQUE INDEX IF NOT EXISTS dropped ON t (d);
CREATE INDEX gone ON t (e);
ALTER TABLE t DROP COLUMN e;
CREATE UNIQUE INDEX IF NOT EXISTS gone ON t (d, c);
CREATE INDEX before ON t (a);
ALTER INDEX before RENAME TO behind;
CREATE UNIQUE INDEX IF NOT EXISTS behind ON t (c);
CREATE UNIQUE INDEX IF NOT EXISTS before ON t (c, a);
CREATE UNIQUE INDEX k ON t (b);
ALTER TABLE k RENAME TO l;
DROP INDEX l;
CREATE UNIQUE INDEX IF NOT EXISTS t_pkey ON t (b);
CREATE FUNCTION change(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (k, k, k, k, k);
END $$;
