-- A name that is not known is one of a table with the columns that the statement names.
CREATE VIEW dear AS SELECT no, price FROM line WHERE price > 10;
CREATE TYPE pair AS (a integer, b integer);
CREATE FUNCTION deleted(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('DELETE FROM %I WHERE msg = ''x''', t);
END;
$$;
CREATE FUNCTION inserted(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('INSERT INTO %I (acc_id, qty) SELECT 1, no FROM line', t);
EXECUTE format('UPDATE %I SET qty = (SELECT max(no) FROM line)', t);
END;
$$;
CREATE FUNCTION joined(t text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('SELECT owner FROM %I JOIN ord ON acc_id = 3 WHERE qty > 0', t);
EXECUTE format('SELECT price FROM %I', t);
END;
$$;
-- The name may be that of something else: an output, the row, a system column, a column of a query or of the other table.
CREATE FUNCTION any_of_them(t text, u text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE format('SELECT 1 AS msg FROM %I ORDER BY msg', t);
EXECUTE format('SELECT msg FROM %I AS msg', t);
EXECUTE format('SELECT ctid FROM %I', t);
EXECUTE format('SELECT msg FROM %I, (SELECT 1 AS msg) q', t);
EXECUTE format('SELECT msg FROM %I, generate_series(1, 2) msg', t);
EXECUTE format('WITH w AS (SELECT 1 AS msg) SELECT msg FROM %I, w', t);
EXECUTE format('SELECT msg FROM %I, %I', t, u);
EXECUTE format('SELECT msg FROM %I AS x (msg)', t);
EXECUTE format('SELECT msg FROM %I, pg_class', t);
EXECUTE format('SELECT log FROM %I', t);
END;
$$;
