-- SQL-standard bodies: libpg_query's parser of PL/pgSQL ends the process on them.
CREATE FUNCTION q(a integer) RETURNS numeric RETURN (SELECT bal FROM acc WHERE id = a);
CREATE PROCEDURE p(a integer) BEGIN ATOMIC
UPDATE acc SET bal = q(a) + 1 WHERE id = a;
DELETE FROM log;
END;
