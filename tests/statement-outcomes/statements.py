"""The statements whose effect on FOUND and ROW_COUNT is held against a server: name, text, and what it needs beside the
schema. `a` is the routine's parameter, a key of t that is there; `b` is a key that is not. Variables: x, y integers,
o a boolean, s a text, r a record, arr an array, c an unbound cursor, d a cursor bound to the rows of t, e one with an
argument."""

SCHEMA = """
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE w(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE fired(id int PRIMARY KEY, v int NOT NULL);
CREATE SEQUENCE numbers;
CREATE TYPE pair AS (p int, q int);
CREATE PROCEDURE nothing() LANGUAGE plpgsql AS $$ BEGIN NULL; END $$;
CREATE PROCEDURE looks(k int) LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM t WHERE id = k; END $$;
CREATE PROCEDURE gives(k int, INOUT o int) LANGUAGE plpgsql AS $$ BEGIN SELECT v INTO o FROM t WHERE id = k; END $$;
CREATE PROCEDURE in_sql(k int) LANGUAGE sql AS $$ UPDATE w SET v = v WHERE id = k $$;
CREATE FUNCTION finds(k int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM t WHERE id = k; RETURN 1; END $$;
CREATE FUNCTION several() RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN RETURN NEXT 1; RETURN NEXT 2; END $$;
CREATE FUNCTION of_sql(k int) RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM t WHERE id = k $$;
CREATE FUNCTION fires() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM t WHERE id = -7; RETURN NEW; END $$;
CREATE TRIGGER fires BEFORE INSERT OR UPDATE ON fired FOR EACH ROW EXECUTE FUNCTION fires();
CREATE FUNCTION refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN NULL; END $$;
CREATE FUNCTION chooses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF NEW.v > 50 THEN RETURN NULL; END IF; RETURN NEW; END $$;
CREATE TABLE chosen(id int PRIMARY KEY, v int NOT NULL);
CREATE TRIGGER chooses BEFORE INSERT OR UPDATE ON chosen FOR EACH ROW EXECUTE FUNCTION chooses();
CREATE TABLE ruled(id int PRIMARY KEY, v int NOT NULL);
CREATE RULE ruled AS ON INSERT TO ruled WHERE NEW.v > 50 DO INSTEAD NOTHING;
CREATE VIEW seen_w AS SELECT id, v FROM w;
CREATE TABLE refused(id int PRIMARY KEY, v int NOT NULL);
CREATE TRIGGER refuses BEFORE INSERT OR UPDATE OR DELETE ON refused FOR EACH ROW EXECUTE FUNCTION refuses();
"""

ROWS = """
INSERT INTO t VALUES (1, 10), (2, 20), (3, 30), (4, 40);
INSERT INTO w VALUES (1, 10), (2, 20), (3, 30), (4, 40);
INSERT INTO fired VALUES (1, 10), (2, 20);
DELETE FROM chosen WHERE id > 0; DELETE FROM ruled WHERE id > 0;
"""

DECLARATIONS = """x int; y int := 0; o boolean; s text; r record; p pair; arr int[] := ARRAY[4, 5];
  c refcursor; d CURSOR FOR SELECT id, v FROM t ORDER BY id; e CURSOR (k int) FOR SELECT id FROM t WHERE id = k;"""

# Two rows are there, and stay.
LOCKED = (
    "PERFORM 1 FROM t WHERE id IN (a, a + 1) FOR UPDATE; GET DIAGNOSTICS y = ROW_COUNT;"
    " IF y <> 2 THEN RETURN; END IF; "
)

STATEMENTS = [
    ("null", "NULL;"),
    ("call of nothing", "CALL nothing();"),
    ("call that looks", "CALL looks(a);"),
    ("call that finds nothing", "CALL looks(b);"),
    ("call with INOUT", "CALL gives(a, x);"),
    ("call in SQL", "CALL in_sql(b);"),
    ("perform a value", "PERFORM 1;"),
    ("perform no row", "PERFORM 1 WHERE false;"),
    ("perform a key", "PERFORM 1 FROM t WHERE id = a;"),
    ("perform no key", "PERFORM 1 FROM t WHERE id = b;"),
    ("perform count", "PERFORM count(*) FROM t WHERE id = b;"),
    ("perform count of nothing", "PERFORM count(*) FROM t WHERE id = b AND v <> v;"),
    ("perform of two keys", "PERFORM 1 FROM t WHERE id IN (a, a + 1);"),
    ("perform of a key twice", "PERFORM 1 FROM t WHERE id IN (a, a);"),
    ("perform distinct of two keys", "PERFORM DISTINCT v - v FROM t WHERE id IN (a, a + 1);"),
    ("perform set of two keys", "PERFORM generate_series(1, 2) FROM t WHERE id IN (a, a + 1);"),
    ("perform limit of two keys", "PERFORM 1 FROM t WHERE id IN (a, a + 1) LIMIT 1;"),
    ("update of two keys", "UPDATE t SET v = v WHERE id IN (a, a + 1, b);"),
    ("select into of two locked", LOCKED + "SELECT v INTO x FROM t WHERE id IN (a, a + 1);"),
    ("perform of two locked", LOCKED + "PERFORM v FROM t WHERE id IN (a, a + 1);"),
    ("perform the first of two locked", LOCKED + "PERFORM v FROM t WHERE id IN (a, a + 1) ORDER BY id LIMIT 1;"),
    ("perform count of two locked", LOCKED + "PERFORM count(*) FROM t WHERE id IN (a, a + 1);"),
    (
        "execute into of two locked",
        LOCKED + "EXECUTE 'SELECT v FROM t WHERE id IN ($1, $2)' INTO x USING a, a + 1;",
    ),
    ("perform function", "PERFORM finds(b);"),
    ("perform set", "PERFORM several();"),
    ("perform limit 0", "PERFORM 1 FROM t WHERE id = a LIMIT 0;"),
    ("perform values", "PERFORM * FROM (VALUES (1), (2), (3)) z;"),
    ("perform union", "PERFORM 1 UNION ALL SELECT 2;"),
    ("select into a key", "SELECT v INTO x FROM t WHERE id = a;"),
    ("select into no key", "SELECT v INTO x FROM t WHERE id = b;"),
    ("select into several", "SELECT v INTO x FROM t;"),
    ("select into a value", "SELECT 1 INTO x;"),
    ("select into no value", "SELECT 1 INTO x WHERE false;"),
    ("select into strict", "SELECT v INTO STRICT x FROM t WHERE id = a;"),
    ("select into count", "SELECT count(*) INTO x FROM t WHERE id = b;"),
    ("values into", "VALUES (1), (2) INTO x;"),
    ("with select into", "WITH z AS (SELECT v FROM t WHERE id = b) SELECT v INTO x FROM z;"),
    ("assignment", "x := 1;"),
    ("assignment of a variable", "x := y;"),
    ("assignment of a subquery", "x := (SELECT v FROM t WHERE id = a);"),
    ("assignment of no row", "x := (SELECT v FROM t WHERE id = b);"),
    ("assignment of a query", "x := v FROM t WHERE id = b;"),
    ("assignment of count", "x := count(*) FROM t WHERE id = b;"),
    ("assignment of exists", "o := EXISTS (SELECT 1 FROM t WHERE id = a);"),
    ("assignment of a function", "x := finds(b);"),
    ("assignment of a function in SQL", "x := of_sql(b);"),
    ("assignment of an element", "arr[1] := 3;"),
    ("assignment of a field", "p.p := 3;"),
    ("assignment of nextval", "x := nextval('numbers');"),
    ("insert", "INSERT INTO w VALUES (100 + a, 1);"),
    ("insert several", "INSERT INTO w VALUES (100 + a, 1), (200 + a, 1);"),
    ("insert select", "INSERT INTO w SELECT 100 + a, v FROM t WHERE id = a;"),
    ("insert select nothing", "INSERT INTO w SELECT 100 + a, v FROM t WHERE id = b;"),
    ("insert select false", "INSERT INTO w SELECT 100 + a, 1 WHERE false;"),
    ("insert returning", "INSERT INTO w VALUES (100 + a, 1) RETURNING v INTO x;"),
    ("insert do nothing", "INSERT INTO w VALUES (a, 1) ON CONFLICT DO NOTHING;"),
    ("insert new do nothing", "INSERT INTO w VALUES (100 + a, 1) ON CONFLICT DO NOTHING;"),
    ("insert do nothing returning", "INSERT INTO w VALUES (a, 1) ON CONFLICT DO NOTHING RETURNING v INTO x;"),
    ("upsert", "INSERT INTO w VALUES (a, 1) ON CONFLICT (id) DO UPDATE SET v = 2;"),
    ("upsert where false", "INSERT INTO w VALUES (a, 1) ON CONFLICT (id) DO UPDATE SET v = 2 WHERE false;"),
    ("insert that is refused", "INSERT INTO refused VALUES (a, 1);"),
    ("insert select that is refused", "INSERT INTO refused SELECT id, v FROM t WHERE id = a;"),
    ("insert select value that is refused", "INSERT INTO refused SELECT a, 1;"),
    ("insert of several, the last refused", "INSERT INTO chosen VALUES (a, 1), (a + 1, 100);"),
    ("insert of several, the first refused", "INSERT INTO chosen VALUES (a, 100), (a + 1, 1);"),
    ("insert of several, all refused", "INSERT INTO chosen VALUES (a, 100), (a + 1, 100);"),
    ("insert of a refused row", "INSERT INTO chosen VALUES (a, 100);"),
    ("insert that a rule leaves out", "INSERT INTO ruled VALUES (a, 100);"),
    ("insert beside a rule", "INSERT INTO ruled VALUES (a, 1);"),
    ("insert select by a condition", "INSERT INTO w SELECT 100 + a, 1 WHERE NOT EXISTS (SELECT 1 FROM w WHERE id = a);"),
    ("insert select by a condition that holds",
     "INSERT INTO w SELECT 100 + a, 1 WHERE NOT EXISTS (SELECT 1 FROM w WHERE id = b);"),
    ("insert select by a condition, returning",
     "INSERT INTO w SELECT 100 + a, 1 WHERE NOT EXISTS (SELECT 1 FROM w WHERE id = a) RETURNING v INTO x;"),
    ("insert select by a condition on a value", "INSERT INTO w SELECT 100 + a, 1 WHERE y > 0;"),
    ("upsert by a condition", "INSERT INTO w SELECT a, 1 WHERE y > 0 ON CONFLICT (id) DO UPDATE SET v = 2;"),
    ("insert select by a condition, do nothing", "INSERT INTO w SELECT a, 1 WHERE y = 0 ON CONFLICT DO NOTHING;"),
    ("insert select limit 0", "INSERT INTO w SELECT 100 + a, 1 LIMIT 0;"),
    ("insert select offset", "INSERT INTO w SELECT 100 + a, 1 OFFSET 1;"),
    ("insert through a view", "INSERT INTO seen_w VALUES (100 + a, 1);"),
    ("update through a view", "UPDATE seen_w SET v = 1 WHERE id = b;"),
    ("update that is refused", "UPDATE chosen SET v = 100 WHERE id = a;"),
    ("insert that fires", "INSERT INTO fired VALUES (100 + a, 1);"),
    ("update", "UPDATE w SET v = 1 WHERE id = a;"),
    ("update nothing", "UPDATE w SET v = 1 WHERE id = b;"),
    ("update several", "UPDATE w SET v = 1 WHERE id = a OR id = a + 2;"),
    ("update returning", "UPDATE w SET v = 1 WHERE id = a RETURNING v INTO x;"),
    ("update nothing returning", "UPDATE w SET v = 1 WHERE id = b RETURNING v INTO x;"),
    ("update false", "UPDATE w SET v = 1 WHERE false;"),
    ("update that fires", "UPDATE fired SET v = 1 WHERE id = a;"),
    ("update with part", "WITH z AS (UPDATE w SET v = 1 WHERE id = b RETURNING id) UPDATE w SET v = 2 WHERE id = a;"),
    ("delete", "DELETE FROM w WHERE id = a;"),
    ("delete nothing", "DELETE FROM w WHERE id = b;"),
    ("delete returning", "DELETE FROM w WHERE id = a RETURNING v INTO x;"),
    ("merge", "MERGE INTO w USING (SELECT a AS k) z ON w.id = z.k WHEN MATCHED THEN UPDATE SET v = 2;"),
    ("merge nothing", "MERGE INTO w USING (SELECT b AS k) z ON w.id = z.k WHEN MATCHED THEN UPDATE SET v = 2;"),
    ("merge do nothing", "MERGE INTO w USING (SELECT a AS k) z ON w.id = z.k WHEN MATCHED THEN DO NOTHING;"),
    ("merge that inserts",
     "MERGE INTO w USING (SELECT 100 + a AS k) z ON w.id = z.k WHEN NOT MATCHED THEN INSERT VALUES (z.k, 1);"),
    ("truncate", "TRUNCATE fired;", {"serializes"}),
    ("execute", "EXECUTE 'SELECT v FROM t WHERE id = $1' USING b;"),
    ("execute into", "EXECUTE 'SELECT v FROM t WHERE id = $1' INTO x USING a;"),
    ("execute into nothing", "EXECUTE 'SELECT v FROM t WHERE id = $1' INTO x USING b;"),
    ("execute several into", "EXECUTE 'SELECT v FROM t' INTO x;"),
    ("execute update", "EXECUTE 'UPDATE w SET v = 1 WHERE id = $1' USING a;"),
    ("execute update nothing", "EXECUTE 'UPDATE w SET v = 1 WHERE id = $1' USING b;"),
    ("execute insert", "EXECUTE 'INSERT INTO w VALUES ($1, 1)' USING 100 + a;"),
    ("execute text", "EXECUTE 'UPDATE w SET v = 1 WHERE id = ' || b;"),
    ("execute utility", "EXECUTE 'SET LOCAL work_mem = 1000';"),
    ("execute call", "EXECUTE 'CALL nothing()';"),
    ("open", "OPEN c FOR SELECT v FROM t WHERE id = a;"),
    ("open bound", "OPEN d;"),
    ("open with argument", "OPEN e(b);"),
    ("open for execute", "OPEN c FOR EXECUTE 'SELECT v FROM t WHERE id = $1' USING a;"),
    ("fetch", "OPEN d; FETCH d INTO r;"),
    ("fetch nothing", "OPEN e(b); FETCH e INTO x;"),
    ("fetch after the end", "OPEN e(a); FETCH e INTO x; FETCH e INTO x;"),
    ("fetch prior", "OPEN d; FETCH d INTO r; FETCH PRIOR FROM d INTO r;"),
    ("fetch last", "OPEN d; FETCH LAST FROM d INTO r;"),
    ("move", "OPEN d; MOVE d;"),
    ("move several", "OPEN d; MOVE FORWARD 2 FROM d;"),
    ("move all", "OPEN d; MOVE FORWARD ALL FROM d;"),
    ("move nothing", "OPEN e(b); MOVE e;"),
    ("close", "OPEN d; FETCH d INTO r; CLOSE d;"),
    ("close alone", "OPEN c FOR SELECT 1; CLOSE c;"),
    ("update current", "OPEN c FOR SELECT id, v FROM w WHERE id = a; FETCH c INTO r; UPDATE w SET v = 3 WHERE CURRENT OF c;"),
    ("for range", "FOR i IN 1..2 LOOP NULL; END LOOP;"),
    ("for no range", "FOR i IN 2..1 LOOP NULL; END LOOP;"),
    ("for range with exit", "FOR i IN 1..2 LOOP EXIT; END LOOP;"),
    ("for range, a body that finds nothing", "FOR i IN 1..2 LOOP PERFORM 1 WHERE false; END LOOP;"),
    ("for range, exit after a body that finds nothing", "FOR i IN 1..2 LOOP PERFORM 1 WHERE false; EXIT; END LOOP;"),
    ("for query", "FOR r IN SELECT v FROM t WHERE id = a LOOP NULL; END LOOP;"),
    ("for query nothing", "FOR r IN SELECT v FROM t WHERE id = b LOOP NULL; END LOOP;"),
    ("for query with exit", "FOR r IN SELECT v FROM t LOOP EXIT; END LOOP;"),
    ("for query, a body that finds nothing", "FOR r IN SELECT v FROM t LOOP PERFORM 1 WHERE false; END LOOP;"),
    ("for query that writes", "FOR r IN UPDATE w SET v = 1 WHERE id = a RETURNING v LOOP NULL; END LOOP;"),
    ("for execute", "FOR r IN EXECUTE 'SELECT v FROM t WHERE id = $1' USING b LOOP NULL; END LOOP;"),
    ("for cursor", "FOR q IN d LOOP NULL; END LOOP;"),
    ("for cursor nothing", "FOR q IN e(b) LOOP NULL; END LOOP;"),
    ("foreach", "FOREACH x IN ARRAY arr LOOP NULL; END LOOP;"),
    ("foreach nothing", "FOREACH x IN ARRAY '{}'::int[] LOOP NULL; END LOOP;"),
    ("loop", "LOOP EXIT; END LOOP;"),
    ("while", "WHILE y < 2 LOOP y := y + 1; END LOOP;"),
    ("while with a query", "WHILE y < 2 LOOP PERFORM 1 WHERE false; y := y + 1; END LOOP;"),
    ("while never", "WHILE false LOOP PERFORM 1; END LOOP;"),
    ("if", "IF y = 0 THEN NULL; END IF;"),
    ("if exists", "IF EXISTS (SELECT 1 FROM t WHERE id = b) THEN NULL; END IF;"),
    ("if a query within", "IF y = 0 THEN PERFORM 1 WHERE false; END IF;"),
    ("case", "CASE y WHEN 0 THEN NULL; ELSE NULL; END CASE;"),
    ("case of a query", "CASE (SELECT v FROM t WHERE id = b) WHEN 0 THEN NULL; ELSE NULL; END CASE;"),
    ("raise", "RAISE DEBUG 'a %', 1;"),
    ("raise of a query", "RAISE DEBUG 'a %', (SELECT v FROM t WHERE id = b);"),
    ("assert", "ASSERT true;"),
    ("assert of a query", "ASSERT NOT EXISTS (SELECT 1 FROM t WHERE id = b);"),
    ("get diagnostics", "GET DIAGNOSTICS x = ROW_COUNT;"),
    ("get diagnostics context", "GET DIAGNOSTICS s = PG_CONTEXT;"),
    ("block", "BEGIN PERFORM 1 WHERE false; END;"),
    ("block with declarations", "DECLARE z int := (SELECT 1); BEGIN NULL; END;"),
    ("block without error", "BEGIN PERFORM 1 WHERE false; EXCEPTION WHEN division_by_zero THEN NULL; END;"),
    ("block with error", "BEGIN PERFORM 1 WHERE false; x := 1 / y; EXCEPTION WHEN division_by_zero THEN NULL; END;"),
    ("block with error first", "BEGIN x := 1 / y; EXCEPTION WHEN division_by_zero THEN NULL; END;"),
    ("block whose write is undone",
     "BEGIN UPDATE w SET v = 1 WHERE id = b; RAISE EXCEPTION 'x'; EXCEPTION WHEN raise_exception THEN NULL; END;"),
    ("handler that finds", "BEGIN x := 1 / y; EXCEPTION WHEN division_by_zero THEN PERFORM 1 WHERE false; END;"),
    ("insert that fails",
     "BEGIN INSERT INTO w VALUES (a, 1); EXCEPTION WHEN unique_violation THEN NULL; END;"),
    ("strict that fails",
     "BEGIN SELECT v INTO STRICT x FROM t WHERE id = b; EXCEPTION WHEN no_data_found THEN NULL; END;"),
    ("strict of too many",
     "BEGIN SELECT v INTO STRICT x FROM t; EXCEPTION WHEN too_many_rows THEN NULL; END;"),
    ("lock table", "LOCK TABLE w IN ACCESS SHARE MODE;"),
    ("do", "DO 'BEGIN PERFORM 1 WHERE false; END';"),
    ("set", "SET LOCAL work_mem = 1000;"),
    ("show", "EXECUTE 'SHOW work_mem' INTO s;"),
    ("notify", "NOTIFY channel;"),
    ("listen", "LISTEN channel;"),
    ("create table", "CREATE TEMPORARY TABLE made(id int);"),
    ("create table as", "CREATE TEMPORARY TABLE made AS SELECT v FROM t;"),
    ("create table as nothing", "CREATE TEMPORARY TABLE made AS SELECT v FROM t WHERE id = b;"),
    ("create table with no data", "CREATE TEMPORARY TABLE made AS SELECT v FROM t WITH NO DATA;"),
    ("explain", "EXECUTE 'EXPLAIN SELECT v FROM t' INTO s;"),
    ("comment", "COMMENT ON TABLE w IS 'x';"),
    ("set constraints", "SET CONSTRAINTS ALL DEFERRED;"),
    ("discard", "DISCARD PLANS;"),
    ("commit", "COMMIT;", {"ends"}),
    ("rollback", "ROLLBACK;", {"ends"}),
    ("commit and chain", "COMMIT AND CHAIN;", {"ends"}),
]

# In a function that returns a set, which is what RETURN QUERY and RETURN NEXT are for.
OF_SETS = [
    ("return query", "RETURN QUERY SELECT v FROM t WHERE id = a;"),
    ("return query nothing", "RETURN QUERY SELECT v FROM t WHERE id = b;"),
    ("return query several", "RETURN QUERY SELECT v FROM t;"),
    ("return query execute", "RETURN QUERY EXECUTE 'SELECT v FROM t WHERE id = $1' USING b;"),
    ("return query update", "RETURN QUERY UPDATE w SET v = 1 WHERE id = b RETURNING v;"),
    ("return next", "RETURN NEXT 1;"),
    ("return next of a query", "RETURN NEXT (SELECT v FROM t WHERE id = b);"),
]
