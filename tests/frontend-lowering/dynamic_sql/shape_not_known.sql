-- What a value or a name in a text may turn into more: not known.
CREATE TYPE pair AS (a integer, b integer);
CREATE FUNCTION effect_of(p pair) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM log;
RETURN 1;
END;
$$;
CREATE FUNCTION breaks_out(t text, n integer, x numeric, at timestamptz, e name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'DELETE FROM log WHERE msg = ''' || t || '''';
EXECUTE 'DELETE FROM log WHERE msg = ''' || quote_ident(t) || '''';
EXECUTE format('DELETE FROM log WHERE msg = ''%L''', t);
EXECUTE format('DELETE FROM log WHERE msg = E%L', t);
EXECUTE format('DELETE FROM log WHERE msg = %L%L', t, t);
EXECUTE format('DELETE FROM log_%I', t);
EXECUTE format('DELETE FROM %I_log', t);
EXECUTE format('SELECT %I''text''', t);
EXECUTE format('DELETE FROM log -- of %I
WHERE id = 1', t);
EXECUTE format('DELETE FROM log WHERE id = 5 -%s' || E'\n' || 'AND msg IS NULL', n);
EXECUTE format('DELETE FROM log WHERE id = 5 |%s', n);
EXECUTE 'DELETE FROM log WHERE id = $' || n;
EXECUTE 'DELETE FROM log WHERE msg = ''' || at || '''';
EXECUTE 'DELETE FROM ' || e;
EXECUTE 'DELETE FROM log WHERE id = ' || t::integer + n;
END;
$$;
CREATE FUNCTION more_than_rows(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('SELECT %I()', t);
EXECUTE format('SELECT NULL::%I', t);
EXECUTE format('SELECT x.%I FROM acc x', t);
EXECUTE format('SELECT (x).%I FROM acc x', t);
EXECUTE format('CREATE TABLE %I (id integer)', t);
EXECUTE format('CREATE TEMPORARY TABLE %I (id integer)', 'l' || t);
EXECUTE format('CREATE TABLE %I () INHERITS (acc)', 'x' || t);
EXECUTE format('DROP TABLE %I CASCADE', t);
EXECUTE format('DROP FUNCTION %I', t);
EXECUTE format('ALTER TABLE %I DISABLE TRIGGER ALL', t);
EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON acc EXECUTE FUNCTION f()', t);
EXECUTE format('SET search_path = %I', t);
EXECUTE format('TRUNCATE %I', t);
EXECUTE format('CREATE INDEX ON %I (effect_of(v))', t);
EXECUTE format('COPY %I FROM %L', t, t);
EXECUTE format('DO %L', t);
EXECUTE 'CREATE OR REPLACE VIEW v AS ' || t;
END;
$$;
-- A name that has been replaced may be in the text that is searched.
CREATE FUNCTION replaced(n integer, t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE replace('DELETE FROM log WHERE id = ' || n, '1', ' OR ');
EXECUTE replace('DELETE FROM log WHERE id = $' || n, '$1', '0 OR true');
EXECUTE replace('DELETE FROM log WHERE msg = ' || quote_literal(t), '$1', '0 OR true');
END;
$$;
