-- Types that PostgreSQL casts by itself, and modifiers that types of parameters do not have.
CREATE TABLE typed (id int PRIMARY KEY, b bit(8), vb bit varying(4), c cidr, r text, n name, ch character(5), ia int[]);
CREATE FUNCTION f1(x bit(8)) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION f2(x bit varying) RETURNS int LANGUAGE sql AS 'SELECT 2';
CREATE FUNCTION f3(x inet) RETURNS int LANGUAGE sql AS 'SELECT 3';
CREATE FUNCTION f4(x regclass) RETURNS int LANGUAGE sql AS 'SELECT 4';
CREATE FUNCTION f5(x name) RETURNS int LANGUAGE sql AS 'SELECT 5';
CREATE FUNCTION f6(x varchar) RETURNS int LANGUAGE sql AS 'SELECT 6';
CREATE FUNCTION f6(x text) RETURNS int LANGUAGE sql AS 'SELECT 7';
CREATE FUNCTION f7(x bigint[]) RETURNS int LANGUAGE sql AS 'SELECT 8';
CREATE FUNCTION p(k int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE typed SET id = f1(b) + f2(b) + f2(vb) + f3(c) + f4(r) + f5(ch) + f5(r) + f6(n) + f6(ch) + f7(ia) WHERE id = k;
END $$;
