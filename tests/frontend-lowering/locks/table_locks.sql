CREATE FUNCTION total() RETURNS numeric LANGUAGE sql STABLE AS $$ SELECT sum(bal) FROM acc $$;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE line SET price = total() WHERE no = 0;
INSERT INTO ord (acc_id) VALUES (a);
IF a = 1 THEN
DELETE FROM log;
END IF;
SELECT msg FROM log;
END;
$$;
-- name: s
BEGIN;
LOCK TABLE acc IN SHARE MODE;
LOCK log;
UPDATE acc SET bal = 0;
SELECT count(*) FROM acc;
INSERT INTO log (msg) VALUES ('x');
COMMIT;
