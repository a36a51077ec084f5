-- Texts of which all is known but values and names: which tables, not which rows.
CREATE SCHEMA shop;
CREATE TABLE shop.queue_a (id integer PRIMARY KEY, v integer);
CREATE TABLE shop.queue_b (id integer PRIMARY KEY, v integer);
CREATE TABLE shop.other (id integer PRIMARY KEY, v integer);
CREATE FUNCTION any_of_schema(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('UPDATE shop.%I SET v = v + 1', t);
END;
$$;
CREATE FUNCTION by_prefix(t text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint; name text := 'queue_' || t;
BEGIN
t := 'changed';
EXECUTE format('SELECT count(*) FROM shop.%I', name) INTO n;
RETURN n;
END;
$$;
CREATE FUNCTION one_of_two(a boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('DELETE FROM shop.%I', CASE WHEN a THEN 'queue_a' ELSE 'queue_b' END);
END;
$$;
CREATE FUNCTION by_number(n integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'DELETE FROM shop.queue_' || n;
EXECUTE 'SELECT pri' || lpad(n::text, 2, '0') || ' FROM line';
END;
$$;
CREATE FUNCTION columns_by_name(c text, who text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
EXECUTE format('UPDATE acc SET %I = %L WHERE %I IS NULL', c, who, lower(c) || random());
FOR r IN EXECUTE format('SELECT %I FROM line', c) LOOP
  DELETE FROM log;
END LOOP;
END;
$$;
CREATE FUNCTION values_of_before(who text, d date, n numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE sql text;
BEGIN
sql := 'DELETE FROM log WHERE msg = ' || quote_literal(who);
who := 'other';
EXECUTE sql;
EXECUTE replace('DELETE FROM log WHERE msg > ''$1''', '$1', d::text);
EXECUTE 'DELETE FROM line WHERE no = 7 / ' || n;
EXECUTE format('SELECT no, price FROM line ORDER BY %s LIMIT 1', n::integer);
END;
$$;
-- %s of NULL is nothing: one row of log or all of them.
CREATE FUNCTION without_condition(n integer, a boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('DELETE FROM log %s', CASE WHEN a THEN 'WHERE id = 1' END);
EXECUTE format('DELETE FROM log %s', 'WHERE id = ' || n);
EXECUTE 'DELETE FROM log WHERE id = ' || coalesce(n::text, 'id');
END;
$$;
CREATE FUNCTION no_rows(who text, t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'GRANT SELECT ON acc TO ' || quote_ident(who);
EXECUTE format('CREATE INDEX ON shop.%I (v)', t);
EXECUTE format('ALTER TABLE shop.%I OWNER TO %I', t, who);
EXECUTE format('CREATE TABLE IF NOT EXISTS shop.%I (id integer); COMMENT ON TABLE acc IS %L', 'new_' || t, who);
END;
$$;
CREATE FUNCTION drops(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('DROP TABLE IF EXISTS shop.%I', t);
END;
$$;
-- What is NULL or an error as a text does nothing.
CREATE FUNCTION table_of_kind(text, integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE kind ALIAS FOR $1; wanted ALIAS FOR $2; t text; q text := 'DELETE FROM log';
BEGIN
IF kind = 'a' THEN t := 'shop.queue_a'; ELSIF kind = 'b' THEN t := 'shop.queue_b'; END IF;
EXECUTE 'DELETE FROM ' || t || ' WHERE id = ' || wanted;
IF wanted > 0 THEN q := q || ' WHERE '; END IF;
IF wanted > 1 THEN q := q || ' id > ' || wanted; END IF;
EXECUTE q;
EXECUTE format(CASE WHEN kind IS NULL THEN 'DELETE FROM line WHERE no = %s' ELSE 'DELETE FROM line WHERE no = %s + %s' END, wanted);
END;
$$;
