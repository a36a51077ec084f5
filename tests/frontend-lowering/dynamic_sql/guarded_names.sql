-- Names and texts that a guard allows: IF f NOT IN (…) THEN RAISE. What it says holds only on the way through it.
CREATE FUNCTION allowed(i int, f text, v text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f NOT IN ('kind', 'note') THEN RAISE EXCEPTION 'no'; END IF;
  EXECUTE format('UPDATE acc SET %I = $1 WHERE id = $2', f) USING v, i;
END $$;
CREATE FUNCTION allowed_not_null(i int, f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f IS NULL OR f <> ALL (ARRAY['kind', 'note']) THEN RETURN; END IF;
  EXECUTE 'UPDATE acc SET ' || quote_ident(f) || ' = NULL WHERE id = ' || i;
END $$;
CREATE FUNCTION in_branch(i int, f varchar(10)) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f = 'kind' OR f = 'note' THEN EXECUTE format('UPDATE acc SET %I = $1', f) USING i;
  ELSIF f = ANY (ARRAY['kind', 'owner']) THEN EXECUTE format('DELETE FROM acc WHERE %I = $1', f) USING i;
  END IF;
END $$;
CREATE FUNCTION null_is_nothing(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (f IN ('WHERE id = 1', 'WHERE id = 2')) THEN RAISE EXCEPTION 'no'; END IF;
  EXECUTE format('DELETE FROM acc %s', f);
END $$;
CREATE FUNCTION in_handler(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    IF f NOT IN ('acc') THEN RAISE EXCEPTION 'no'; END IF;
  EXCEPTION WHEN raise_exception THEN
    EXECUTE format('DELETE FROM %I', f);
  END;
  EXECUTE format('DELETE FROM %I WHERE id = 3', f);
END $$;
CREATE FUNCTION after_exit(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  <<part>> BEGIN
    IF f NOT IN ('acc') THEN EXIT part; END IF;
    PERFORM 1;
  END;
  EXECUTE format('DELETE FROM %I', f);
END $$;
CREATE FUNCTION after_loop(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR k IN 1..2 LOOP
    IF f NOT IN ('acc') THEN EXIT; END IF;
  END LOOP;
  EXECUTE format('DELETE FROM %I', f);
END $$;
CREATE FUNCTION changed(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f NOT IN ('acc') THEN RAISE EXCEPTION 'no'; END IF;
  SELECT note INTO f FROM acc WHERE id = 1;
  EXECUTE format('DELETE FROM %I', f);
END $$;
CREATE FUNCTION shadowed(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f NOT IN ('acc') THEN RAISE EXCEPTION 'no'; END IF;
  DECLARE f text; BEGIN
    SELECT note INTO f FROM acc WHERE id = 1;
    EXECUTE format('DELETE FROM %I', f);
  END;
END $$;
CREATE FUNCTION with_another(f text, g boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f NOT IN ('acc') AND g THEN RAISE EXCEPTION 'no'; END IF;
  EXECUTE format('DELETE FROM %I', f);
END $$;
CREATE FUNCTION only_said(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f NOT IN ('acc') THEN RAISE NOTICE 'no'; END IF;
  EXECUTE format('DELETE FROM %I', f);
END $$;
CREATE FUNCTION padded(f character(9)) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f NOT IN ('acc') THEN RAISE EXCEPTION 'no'; END IF;
  EXECUTE format('DELETE FROM %I', f);
END $$;
CREATE FUNCTION denied(f text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF f IN ('acc') THEN RAISE EXCEPTION 'no'; END IF;
  EXECUTE format('DELETE FROM %I', f);
END $$;
