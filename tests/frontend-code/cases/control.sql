-- Control flow, errors and their handlers.
CREATE TABLE t (id integer PRIMARY KEY, v integer);

CREATE FUNCTION control(p integer, list integer[]) RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE i integer; r record; m text; c CURSOR FOR SELECT id FROM t WHERE v = p; arr integer[];
BEGIN
  IF EXISTS (SELECT 1 FROM t WHERE id = p) THEN RETURN NEXT 1; ELSIF p > 3 THEN i := 1; ELSE RETURN; END IF;
  CASE p + 1 WHEN 1, 2 THEN i := 2; WHEN 3 THEN NULL; ELSE i := 3; END CASE;
  CASE WHEN p = 1 THEN i := 4; END CASE;
  WHILE i < (SELECT max(v) FROM t) LOOP i := i + 1; END LOOP;
  <<again>> LOOP
    DECLARE n integer; k integer := i;
    BEGIN
      EXIT again WHEN n IS NULL;
    END;
  END LOOP;
  FOR i IN (SELECT min(id) FROM t) .. p LOOP RETURN NEXT i; END LOOP;
  FOREACH i IN ARRAY list LOOP arr[i] := list[i + 1]; END LOOP;
  FOR r IN c LOOP m := r.id; END LOOP;
  FOR i, m IN SELECT id, v FROM t ORDER BY id LOOP NULL; END LOOP;
  RETURN QUERY SELECT id FROM t WHERE v > p;
  RETURN QUERY UPDATE t SET v = 0 WHERE id = p RETURNING id;
  ASSERT i > 0, 'i is ' || i;
EXCEPTION
  WHEN unique_violation OR SQLSTATE '23503' THEN
    RAISE NOTICE '% %%: %', SQLSTATE, SQLERRM;
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT;
    RAISE;
  WHEN OTHERS THEN
    BEGIN
      RAISE EXCEPTION 'v is %', (SELECT v FROM t WHERE id = p) USING ERRCODE = '22000', HINT = 'none';
    EXCEPTION WHEN division_by_zero THEN
      RAISE division_by_zero USING MESSAGE = 'again ' || p;
    END;
END $$;

CREATE PROCEDURE ends(INOUT a integer, b integer) LANGUAGE plpgsql AS $$
BEGIN a := a + b; COMMIT; ROLLBACK; END $$;
CREATE FUNCTION slices(m integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE s integer[];
BEGIN
FOREACH s SLICE 1 IN ARRAY m LOOP
NULL;
END LOOP;
END $$;
