CREATE TABLE t (k int PRIMARY KEY, v int);





CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS '
BEGIN
 UPDATE t SET v = ''a'' WHERE nope = 1;
END';
