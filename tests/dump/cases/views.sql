-- Views keep their columns' names when columns below them get others.
CREATE TABLE t (id integer PRIMARY KEY, a integer, b integer);
CREATE TABLE u (id integer PRIMARY KEY, c integer);
CREATE VIEW v AS SELECT id, a, b AS bee FROM t WHERE a > 0;
CREATE VIEW w AS SELECT t.id, t.a, c FROM t JOIN u ON u.id = t.a;
CREATE VIEW s AS SELECT * FROM t;
CREATE VIEW x AS SELECT v.a FROM v;
CREATE VIEW y AS SELECT id, a FROM t x WHERE EXISTS (SELECT 1 FROM u WHERE c = a AND x.a > 3);
ALTER TABLE t RENAME a TO aa;
ALTER VIEW v RENAME COLUMN bee TO be;
ALTER TABLE v RENAME COLUMN id TO number;
CREATE FUNCTION change(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    SELECT a INTO n FROM v WHERE number = k;
    SELECT a INTO n FROM w WHERE c = k;
    SELECT a INTO n FROM s WHERE id = 2;
    SELECT a INTO n FROM x;
    SELECT a INTO n FROM y WHERE id = k;
    UPDATE v SET a = 2, be = 3 WHERE number = k;
END $$;
