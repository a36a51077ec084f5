-- Rows of a foreign table, or of a table with a foreign partition or child, are covered by no isolation level here.
CREATE TABLE measured (id integer, v integer) PARTITION BY RANGE (id);
CREATE TABLE measured_near PARTITION OF measured FOR VALUES FROM (0) TO (10);
CREATE FOREIGN TABLE measured_far PARTITION OF measured FOR VALUES FROM (10) TO (20) SERVER other;
CREATE TABLE other_kept (id integer PRIMARY KEY, v integer);
CREATE FOREIGN TABLE IF NOT EXISTS other_kept (id integer, v integer) SERVER other;
CREATE FOREIGN TABLE dropped_far (id integer, v integer) SERVER other;
DROP FOREIGN TABLE dropped_far;
CREATE TABLE dropped_far (id integer PRIMARY KEY, v integer);
CREATE FOREIGN TABLE named_before (id integer, v integer) SERVER other;
ALTER FOREIGN TABLE named_before RENAME TO named_now;
CREATE FUNCTION all_of_it(p integer) RETURNS integer LANGUAGE sql AS 'SELECT v FROM measured WHERE id = p';
CREATE FUNCTION near_alone(p integer) RETURNS integer LANGUAGE sql AS 'SELECT v FROM measured_near WHERE id = p';
CREATE FUNCTION far_alone(p integer) RETURNS void LANGUAGE sql AS 'UPDATE measured_far SET v = 1 WHERE id = p';
CREATE FUNCTION renamed(p integer) RETURNS void LANGUAGE sql AS 'INSERT INTO named_now VALUES (p, p)';
CREATE FUNCTION not_foreign(p integer) RETURNS void LANGUAGE sql AS
    'UPDATE other_kept SET v = 1 WHERE id = p; UPDATE dropped_far SET v = 1 WHERE id = p';
