CREATE TABLE old_acc () INHERITS (acc);
CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log (msg) VALUES ('x'); RETURN NEW; END; $$;
CREATE TRIGGER logged AFTER INSERT ON ord FOR EACH ROW EXECUTE FUNCTION logs();
-- name: out
BEGIN;
COPY acc TO stdout;
COPY (SELECT bal FROM acc WHERE id = 1) TO stdout;
COMMIT;
-- name: in
BEGIN;
COPY ord (id, acc_id) FROM '/tmp/file';
COMMIT;
-- name: own
BEGIN;
CREATE TEMPORARY TABLE mine (id integer) ON COMMIT DROP;
COPY mine FROM '/tmp/file';
UPDATE line SET price = 0 WHERE ord_id = 1;
COMMIT;
-- name: changes
BEGIN;
COPY (DELETE FROM line WHERE no = 1 RETURNING item) TO stdout;
COMMIT;
