-- PREPARE and EXECUTE, DO, EXPLAIN; what is no function but a cast
CREATE TABLE t (id integer PRIMARY KEY, v integer, u uuid);
PREPARE bump(integer, integer) AS UPDATE t SET v = v + $2 WHERE id = $1;

BEGIN;
EXECUTE bump(:id, 3 + (4));
EXPLAIN DELETE FROM t;
DO $$ DECLARE x integer; BEGIN SELECT v INTO x FROM t WHERE id = 1; IF x > 1 THEN RETURN; END IF; DELETE FROM t; END $$;
SELECT int4(v), uuid(:text) FROM t;
COMMIT;

BEGIN;
EXPLAIN ANALYZE DELETE FROM t;
COMMIT;
BEGIN;
EXECUTE gone(1);
COMMIT;
BEGIN;
SELECT ctid FROM t;
COMMIT;
BEGIN;
DO LANGUAGE plpython3u 'pass';
COMMIT;

-- As its owner, to which the policy does not apply.
CREATE TABLE secured (id integer PRIMARY KEY, owner text);
CREATE POLICY own ON secured USING (owner = current_user);
ALTER TABLE secured ENABLE ROW LEVEL SECURITY;
BEGIN;
UPDATE secured SET owner = 'x' WHERE id = 1;
COMMIT;
