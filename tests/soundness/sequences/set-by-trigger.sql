-- level: postgresql/repeatable-read
-- never: safe
-- why: g sets the sequence in a trigger, f draws by a default
CREATE TABLE t (id serial PRIMARY KEY, v int NOT NULL);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION resets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setval(pg_get_serial_sequence('t', 'id'), 100);
    RETURN NULL;
END $$;
CREATE TRIGGER after_x AFTER UPDATE ON x FOR EACH ROW EXECUTE FUNCTION resets();
-- name: f
BEGIN;
SELECT v FROM x WHERE id = 1;
INSERT INTO t (v) VALUES (1) RETURNING id;
COMMIT;
-- name: g
BEGIN;
UPDATE x SET v = $1 WHERE id = 1;
COMMIT;
