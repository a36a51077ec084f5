CREATE PROCEDURE ends() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END; $$;
-- name: block
BEGIN;
UPDATE acc SET bal = 0 WHERE id = :a;
DO $$
DECLARE x numeric;
BEGIN
  SELECT bal INTO x FROM acc WHERE id = 1;
  IF x > 5 THEN RETURN; END IF;
  UPDATE acc SET bal = x + 1 WHERE id = 1;
END $$;
DELETE FROM log WHERE id = :a;
COMMIT;
-- name: of_another_language
BEGIN; DO LANGUAGE plpython3u 'plpy.execute("DELETE FROM log")'; COMMIT;
-- name: ends_in_block
BEGIN; DO $$ BEGIN CALL ends(); END $$; COMMIT;
-- name: not_known
BEGIN; DO $$ BEGIN EXECUTE current_setting('x'); END $$; COMMIT;
