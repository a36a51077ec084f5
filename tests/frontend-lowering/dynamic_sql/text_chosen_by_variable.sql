-- Which texts a variable chooses: no other value of it remains where a condition around says so.
CREATE FUNCTION narrowed(kind text, any_text text, n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t text := any_text;
BEGIN
IF kind IN ('L', 'G') THEN
  IF kind = 'L' THEN
    t := 'line WHERE no = ';
  ELSIF kind = 'G' THEN
    t := 'log WHERE id = ';
  END IF;
  EXECUTE 'DELETE FROM ' || t || n;
END IF;
END;
$$;
-- Another value by then, a text that is left over, a text that the condition does not tell.
CREATE FUNCTION not_narrowed(kind text, other text, n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t text := other;
BEGIN
IF kind IN ('L', 'G') THEN
  kind := other;
  IF kind = 'L' THEN t := 'line WHERE no = '; ELSIF kind = 'G' THEN t := 'log WHERE id = '; END IF;
  EXECUTE 'DELETE FROM ' || t || n;
END IF;
t := n::text;
IF other IN ('L', 'G', 'O') THEN
  IF other = 'L' THEN t := 'line WHERE no = '; ELSIF other = 'G' THEN t := 'log WHERE id = '; END IF;
  EXECUTE 'DELETE FROM ' || t || n;
END IF;
t := n::text;
IF other = 'L' OR other = 'G' THEN
  IF other = 'L' THEN t := 'line WHERE no = '; ELSIF other = 'G' THEN t := 'log WHERE id = '; END IF;
  EXECUTE 'DELETE FROM ' || t || n;
END IF;
t := n::text;
IF other IN ('L', 'G') THEN
  FOR i IN 1..2 LOOP
    IF other = 'L' THEN t := 'line WHERE no = '; ELSIF other = 'G' THEN t := 'log WHERE id = '; END IF;
    EXECUTE 'DELETE FROM ' || t || n;
    t := n::text;
    other := 'x';
  END LOOP;
END IF;
END;
$$;
-- $1 is the same variable.
CREATE FUNCTION another_name(kind text, any_text text, n integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t text := any_text; k ALIAS FOR $1;
BEGIN
IF kind IN ('L', 'G') THEN
  k := 'x';
  IF kind = 'L' THEN t := 'line WHERE no = '; ELSIF kind = 'G' THEN t := 'log WHERE id = '; END IF;
  EXECUTE 'DELETE FROM ' || t || n;
END IF;
END;
$$;
-- A format with a number in it; quote_nullable in other words.
CREATE FUNCTION formats(n integer, w text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE f text := 'DELETE FROM log WHERE id = ' || n || ' AND msg = %L';
BEGIN
EXECUTE format(f, w);
EXECUTE format('DELETE FROM log WHERE msg = ' || quote_literal(w) || ' AND id = %s', n);
EXECUTE format('DELETE FROM log WHERE id = %' || n || '$s', n);
EXECUTE 'DELETE FROM log WHERE msg = ' || coalesce(quote_literal(w), 'NULL');
EXECUTE 'DELETE FROM log WHERE msg = ' || coalesce(quote_literal(w), 'msg');
END;
$$;
-- Many texts, each with one of several names: a name that begins as they all do.
CREATE FUNCTION many(a boolean, b boolean, k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t text; q text := 'SELECT 1 FROM acc'; w text;
BEGIN
t := CASE k WHEN 1 THEN 'line' WHEN 2 THEN 'log' WHEN 3 THEN 'list' WHEN 4 THEN 'later' WHEN 5 THEN 'left_over' ELSE 'l' END;
-- as names of tables they could not be
w := CASE k WHEN 1 THEN 'ASC' WHEN 2 THEN 'DESC' WHEN 3 THEN 'NULLS FIRST' WHEN 4 THEN 'NULLS LAST' ELSE 'ASC NULLS LAST' END;
IF a THEN q := q || ' WHERE id = 1'; END IF;
IF b THEN q := q || ' UNION SELECT 2'; ELSE q := q || ' UNION SELECT 3'; END IF;
IF a THEN q := q || ' UNION SELECT 4'; END IF;
EXECUTE q || ' UNION SELECT 1 FROM ' || t;
EXECUTE q || ' ORDER BY 1 ' || w;
END;
$$;
