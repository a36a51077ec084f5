CREATE FUNCTION table_by_name(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('DELETE FROM %I', t);
END;
$$;
CREATE FUNCTION condition_by_value(a integer, c text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE sql text := 'DELETE FROM acc WHERE id = $1';
BEGIN
IF c IS NOT NULL THEN sql := sql || ' AND ' || c; END IF;
EXECUTE sql USING a;
END;
$$;
-- What is known of a text ends where it may be another one.
CREATE FUNCTION changed_meanwhile(a integer, b text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE sql text; again text;
BEGIN
sql := 'DELETE FROM acc WHERE owner = ' || quote_literal(b);
b := 'other';
EXECUTE sql;
sql := 'DELETE FROM acc';
FOR i IN 1 .. a LOOP
  EXECUTE sql;
  sql := 'DELETE FROM ord';
END LOOP;
SELECT msg INTO again FROM log;
again := 'DELETE FROM line';
SELECT msg INTO again FROM log;
EXECUTE again;
EXECUTE 'SELECT 1; SELECT 2';
EXECUTE 'COMMIT';
EXECUTE 'DELETE FROM acc WHERE id = ' || random();
EXECUTE 'DELETE FROM acc WHERE owner = ''' || a || '''';
EXECUTE 'DELETE FROM acc WHERE id = $3' USING a;
END;
$$;
CREATE FUNCTION annotated(q text, a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
-- isoproof: executes DELETE FROM acc WHERE id = $1
EXECUTE 'DELETE FROM ' || q || ' WHERE id = $1' USING a;
-- isoproof: touches line, log
EXECUTE q USING a;
/* isoproof: executes
   UPDATE acc SET bal = 0
   WHERE id = $1 */
EXECUTE q USING a;
-- isoproof: touches nothing_there
EXECUTE q;
-- isoproof: executes DELETE FORM acc
EXECUTE q;
-- isoproof: touches line
DELETE FROM line;
-- isoproof: execute DELETE FROM line
EXECUTE q;
END;
$$;
CREATE FUNCTION about_roles(who text, secret text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'ALTER USER ' || quote_ident(who) || ' PASSWORD ' || quote_literal(secret);
EXECUTE 'GRANT SELECT ON acc TO ' || who;
END;
$$;
