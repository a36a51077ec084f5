-- SQL's own cursors: what is fetched was read by DECLARE.
CREATE FUNCTION opens(c refcursor, p integer) RETURNS refcursor LANGUAGE plpgsql AS $$
BEGIN
    OPEN c FOR SELECT bal FROM acc WHERE id = p;
    RETURN c;
END $$;
-- name: plain
BEGIN;
DECLARE c CURSOR FOR SELECT id, bal FROM acc WHERE owner = 'x';
FETCH 5 FROM c;
UPDATE acc SET bal = 0 WHERE id = 1;
MOVE ALL IN c;
CLOSE c;
COMMIT;
-- name: by_function
BEGIN;
SELECT opens('d', 3);
FETCH ALL FROM d;
COMMIT;
-- name: locks
BEGIN;
DECLARE c CURSOR FOR SELECT id FROM acc WHERE owner = 'x' FOR UPDATE;
FETCH c;
COMMIT;
-- name: current
BEGIN;
DECLARE c CURSOR FOR SELECT bal FROM acc WHERE owner = :'x';
FETCH NEXT FROM c;
UPDATE acc SET bal = 0 WHERE CURRENT OF c;
FETCH 2 FROM c;
UPDATE acc SET bal = 1 WHERE CURRENT OF c;
COMMIT;
-- name: closed_and_declared_again
BEGIN;
DECLARE c CURSOR FOR SELECT bal FROM acc WHERE owner = 'x';
FETCH c;
CLOSE c;
DECLARE c CURSOR FOR SELECT bal FROM acc WHERE owner = 'y';
UPDATE acc SET bal = 1 WHERE CURRENT OF c;
COMMIT;
