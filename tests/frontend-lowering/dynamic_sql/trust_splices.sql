-- --trust-splices: what EXECUTE puts into its text unquoted is a name where only a name can stand, else an expression.
CREATE VIEW dear AS SELECT no, price FROM line WHERE price > 10;
CREATE TYPE pair AS (a integer, b integer);
CREATE FUNCTION of_any_table(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'UPDATE ' || t || ' SET price = 0';
END;
$$;
CREATE FUNCTION in_a_name(t text, s text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'DELETE FROM lin' || t;
EXECUTE 'DELETE FROM ' || s || '.' || t;
EXECUTE format('DELETE FROM "lo%s"', t);
END;
$$;
CREATE FUNCTION expressions(c text, condition text, v text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
EXECUTE 'SELECT ' || c || ' FROM log WHERE ' || condition || ' AND msg = ''' || v || '''' INTO r;
EXECUTE format('UPDATE log SET %s = %s WHERE id = 1', c, v);
END;
$$;
-- The word may be an alias, or begin a clause, which may name tables.
CREATE FUNCTION clauses(c text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'DELETE FROM log ' || c;
EXECUTE 'UPDATE log SET msg = ''x'' ' || c;
EXECUTE 'SELECT id FROM log ORDER BY id ' || c || ' LIMIT 1';
END;
$$;
-- One of two texts in which a placeholder is filled, coalesce of a trusted text and a word.
CREATE FUNCTION filled(t text, done text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE q text := 'DELETE FROM log WHERE NOT ([done]) AND id = %s';
BEGIN
q := replace(q, '[done]', done);
EXECUTE format(q, 5);
EXECUTE 'DELETE FROM log WHERE ' || coalesce(t, 'TRUE');
END;
$$;
-- Not trusted: a statement, a query, a routine, a type, a splice that ends a quotation.
CREATE FUNCTION not_in_place(t text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE q text := 'SELECT 1';
BEGIN
EXECUTE t;
IF t = 'x' THEN q := t; END IF;
EXECUTE q;
EXECUTE t || ' FROM log';
EXECUTE 'SELECT 1; ' || t;
EXECUTE 'DELETE FROM log WHERE id IN (' || t || ' FROM line)';
EXECUTE 'WITH w AS (' || t || ') DELETE FROM log';
EXECUTE 'INSERT INTO log (msg) ' || t;
EXECUTE 'SELECT ' || t || '(1)';
EXECUTE 'SELECT 1::' || t;
EXECUTE 'DELETE FROM log WHERE msg = E' || t || '''''';
EXECUTE 'ALTER ' || t || ' log OWNER TO me';
EXECUTE 'DELETE FROM log WHERE id = 1' || t;
END;
$$;
