CREATE TABLE t (id bigserial PRIMARY KEY, v int);
-- isoproof: ignore only reports
CREATE FUNCTION quoted(a text) RETURNS text LANGUAGE plpgsql AS '
BEGIN
    UPDATE t SET v = 1 WHERE ''it''''s'' = a;
    RETURN ''x'' || ;
END';
-- isoproof: not-a-transaction
CREATE FUNCTION unnamed(int, VARCHAR(20), int DEFAULT 3) RETURNS SETOF t IMMUTABLE AS 'SELECT * FROM t WHERE id = $1; UPDATE t SET v = $3' LANGUAGE sql;
CREATE FUNCTION standard(a int) RETURNS int RETURN a + 1;
CREATE FUNCTION atomic(a int) RETURNS void LANGUAGE sql BEGIN ATOMIC
  UPDATE t SET v = CASE WHEN a = 1 THEN 2 ELSE 3 END;
  DELETE FROM t WHERE id = a;
END;
CREATE FUNCTION tabular(a int) RETURNS TABLE (x int, y text) LANGUAGE plpgsql AS $$ BEGIN RETURN; END $$;
CREATE FUNCTION same(a int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
CREATE FUNCTION same(a text) RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;
CREATE OR REPLACE FUNCTION same(b integer) RETURNS int LANGUAGE sql AS $$ SELECT 3 $$;
CREATE FUNCTION app."Mixed"(a int) RETURNS int LANGUAGE c AS 'lib', 'symbol';
