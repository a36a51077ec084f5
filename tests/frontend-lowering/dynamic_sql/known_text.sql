CREATE FUNCTION constant(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
EXECUTE 'DELETE FROM log WHERE id = $1' USING a;
IF FOUND THEN DELETE FROM line; END IF;
END;
$$;
CREATE FUNCTION names_are_columns(bal numeric, id integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE result numeric;
BEGIN
EXECUTE 'UPDATE acc SET bal = $1 WHERE id = $2 AND bal > 0 RETURNING bal' INTO STRICT result USING bal, id + 1;
RETURN result;
END;
$$;
CREATE FUNCTION formatted(a integer, who text, n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE sql text := 'UPDATE %I SET owner = %L, bal = %s WHERE id = $1';
BEGIN
sql := format(sql || ' AND note <> %2$L', 'acc', who, n);
EXECUTE sql USING a;
EXECUTE 'INSERT INTO log (msg) VALUES (' || quote_literal(who) || ')';
END;
$$;
CREATE FUNCTION branches(a integer, only_plain boolean, most integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE command text; r record;
BEGIN
command := 'SELECT id FROM acc WHERE id > $1';
IF only_plain THEN
  command := command || ' AND kind = ''plain''';
END IF;
RETURN QUERY EXECUTE command || CASE WHEN most > 0 THEN ' LIMIT 5' ELSE '' END USING a;
FOR r IN EXECUTE 'SELECT id FROM ord WHERE acc_id = ' || a LOOP
  DELETE FROM ord WHERE ord.id = r.id;
END LOOP;
END;
$$;
