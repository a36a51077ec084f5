CREATE FUNCTION next_no(o integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE m integer;
BEGIN
SELECT max(no) INTO m FROM line WHERE ord_id = o;
IF m IS NULL THEN RETURN 1; END IF;
RETURN m + 1;
END; $$;
CREATE FUNCTION bump(k integer, d numeric) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET bal = bal + d WHERE id = k; $$;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x integer;
BEGIN
x := next_no(a);
INSERT INTO line (ord_id, no) VALUES (a, x);
PERFORM bump(a, 5);
DELETE FROM log;
END;
$$;
