CREATE TABLE kv (k text PRIMARY KEY, v int);
CREATE TABLE customer (
    id int PRIMARY KEY,
    name varchar(10) NOT NULL,
    balance numeric(12,2) DEFAULT 0 CHECK (balance >= -100),
    code char(4),
    born date,
    active boolean NOT NULL DEFAULT true,
    tags text[],
    UNIQUE (name)
);
CREATE TABLE orders (
    customer_id int NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    number int NOT NULL,
    amount numeric(10,2),
    placed timestamp,
    total numeric(12,2) GENERATED ALWAYS AS (amount * 2) STORED,
    PRIMARY KEY (customer_id, number)
);
CREATE TABLE item (
    id int PRIMARY KEY,
    customer_id int REFERENCES customer (id) ON DELETE SET NULL ON UPDATE CASCADE,
    label text DEFAULT 'none',
    weight double precision
);
CREATE TABLE strict_child (id int PRIMARY KEY, item_id int REFERENCES item (id));
CREATE TABLE log (message text, at timestamp);
CREATE TABLE counter (id serial PRIMARY KEY, note text);
CREATE TABLE small (a smallint, b bigint, c real, PRIMARY KEY (a));

INSERT INTO kv VALUES ('x', 1), ('y', 2), ('z', NULL);
INSERT INTO customer (id, name, balance, code, born, tags) VALUES
    (1, 'ann', 10.50, 'ab', '1990-02-28', '{red,blue}'),
    (2, 'bob', -5, 'abcd', '1985-12-31', '{}'),
    (3, 'cy', NULL, NULL, NULL, NULL);
INSERT INTO orders (customer_id, number, amount, placed) VALUES
    (1, 1, 10.00, '2024-01-01 10:00:00'),
    (1, 2, 0.05, '2024-01-02 11:30:15.25'),
    (2, 1, 99.99, NULL);
INSERT INTO item VALUES (10, 1, 'pen', 0.5), (11, 1, 'ink', 1.25), (12, 2, NULL, NULL), (13, NULL, 'cap', 2);
INSERT INTO strict_child VALUES (1, 10);
INSERT INTO log VALUES ('start', '2024-01-01'), ('start', NULL);
INSERT INTO small VALUES (1, 10000000000, 1.5), (2, NULL, 0.1);

CREATE FUNCTION add_two(a int, b int DEFAULT 5) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN a + b; END $$;
CREATE FUNCTION add_sql(a int, b int) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT a + b $$;
CREATE FUNCTION fact(n int) RETURNS numeric LANGUAGE plpgsql AS $$
BEGIN
    IF n <= 1 THEN RETURN 1; END IF;
    RETURN n * fact(n - 1);
END $$;
CREATE FUNCTION loops(n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text := ''; i int; total int := 0;
BEGIN
    FOR i IN 1..n LOOP
        CONTINUE WHEN i % 2 = 0;
        EXIT WHEN i > 7;
        r := r || i || ',';
    END LOOP;
    r := r || FOUND || ';';
    FOR i IN REVERSE n..1 BY 2 LOOP r := r || i || ','; END LOOP;
    WHILE total < n LOOP total := total + 3; END LOOP;
    <<outside>>
    LOOP
        total := total + 1;
        LOOP
            total := total + 10;
            CONTINUE outside WHEN total < 50;
            EXIT outside WHEN total > 60;
        END LOOP;
    END LOOP;
    FOREACH i IN ARRAY ARRAY[3, 1, 2] LOOP r := r || i; END LOOP;
    RETURN r || ':' || total;
END $$;
CREATE FUNCTION queries() RETURNS text LANGUAGE plpgsql AS $$
DECLARE rec record; r text := ''; c customer%ROWTYPE; n int; w kv.v%TYPE;
BEGIN
    FOR rec IN SELECT k, v FROM kv ORDER BY k LOOP
        r := r || rec.k || coalesce(rec.v::text, '?');
    END LOOP;
    SELECT * INTO c FROM customer WHERE id = 1;
    r := r || c.name || c.balance || FOUND;
    SELECT * INTO c FROM customer WHERE id = 99;
    r := r || coalesce(c.name, 'nobody') || FOUND || (c IS NULL);
    SELECT v, 7 INTO w, n FROM kv WHERE k = 'y';
    r := r || w || n;
    UPDATE kv SET v = v + 1 WHERE v IS NOT NULL;
    GET DIAGNOSTICS n = ROW_COUNT;
    r := r || n || FOUND;
    DELETE FROM kv WHERE k = 'nothing';
    GET DIAGNOSTICS n = ROW_COUNT;
    r := r || n || FOUND;
    PERFORM 1 FROM kv WHERE k = 'x';
    RETURN r || FOUND;
END $$;
CREATE FUNCTION catches(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE n int; r text := '';
BEGIN
    BEGIN
        UPDATE kv SET v = 100 WHERE k = 'x';
        r := 'set';
        IF what = 'zero' THEN n := 1 / 0;
        ELSIF what = 'unique' THEN INSERT INTO kv VALUES ('x', 1);
        ELSIF what = 'fk' THEN INSERT INTO orders VALUES (99, 1);
        ELSIF what = 'null' THEN INSERT INTO customer (id) VALUES (9);
        ELSIF what = 'check' THEN UPDATE customer SET balance = -1000;
        ELSIF what = 'raise' THEN RAISE EXCEPTION 'custom % and %', 1, 'two';
        ELSIF what = 'code' THEN RAISE EXCEPTION 'coded' USING ERRCODE = '22012';
        ELSIF what = 'named' THEN RAISE unique_violation;
        ELSIF what = 'named2' THEN RAISE EXCEPTION 'x' USING ERRCODE = 'no_data_found';
        ELSIF what = 'cast' THEN n := 'abc';
        ELSIF what = 'strict' THEN SELECT v INTO STRICT n FROM kv WHERE k = 'none';
        ELSIF what = 'many' THEN SELECT v INTO STRICT n FROM kv;
        ELSIF what = 'assert' THEN ASSERT 1 = 2, 'not so';
        ELSIF what = 'long' THEN UPDATE customer SET name = 'a name far too long';
        END IF;
    EXCEPTION
        WHEN division_by_zero THEN r := r || ' zero ' || SQLSTATE;
        WHEN unique_violation OR foreign_key_violation THEN r := r || ' key ' || SQLSTATE;
        WHEN integrity_constraint_violation THEN r := r || ' integrity ' || SQLSTATE;
        WHEN SQLSTATE '22P02' THEN r := r || ' text';
        WHEN raise_exception THEN r := r || ' ' || SQLERRM;
        WHEN OTHERS THEN r := r || ' others ' || SQLSTATE;
    END;
    SELECT v INTO n FROM kv WHERE k = 'x';
    RETURN r || ' ' || n;
END $$;
CREATE FUNCTION reraises(deep boolean) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        INSERT INTO kv VALUES ('x', 1);
    EXCEPTION WHEN unique_violation THEN
        UPDATE kv SET v = 77 WHERE k = 'x';
        IF deep THEN RAISE; END IF;
    END;
    RETURN (SELECT v FROM kv WHERE k = 'x');
EXCEPTION WHEN OTHERS THEN
    RETURN -(SELECT v FROM kv WHERE k = 'x');
END $$;
CREATE FUNCTION outs(IN a int, OUT b int, OUT c text, INOUT d numeric) LANGUAGE plpgsql AS $$
BEGIN b := a * 2; c := 'c' || a; d := d / 3; END $$;
CREATE FUNCTION rows_of(n int) RETURNS SETOF int LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1..n LOOP RETURN NEXT i * i; END LOOP;
    RETURN QUERY SELECT v FROM kv WHERE v IS NOT NULL ORDER BY k;
    RETURN;
END $$;
CREATE FUNCTION table_of(low numeric) RETURNS TABLE (who varchar, sum_of numeric) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY SELECT c.name, sum(o.amount) FROM customer c JOIN orders o ON o.customer_id = c.id
        GROUP BY c.name HAVING sum(o.amount) > low ORDER BY 1;
END $$;
CREATE FUNCTION customers_of(p_active boolean) RETURNS SETOF customer LANGUAGE sql STABLE AS $$
    SELECT * FROM customer WHERE active = p_active ORDER BY id $$;
CREATE FUNCTION one_customer(p int) RETURNS customer LANGUAGE plpgsql AS $$
DECLARE r customer; BEGIN SELECT * INTO r FROM customer WHERE id = p; r.name := upper(r.name); RETURN r; END $$;
CREATE FUNCTION arrays(n int) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE a int[] := '{}'; i int;
BEGIN
    FOR i IN 1..n LOOP a := a || i * 10; END LOOP;
    a[1] := 99; a[n + 1] := 7;
    RETURN a;
END $$;
CREATE FUNCTION cases(x int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    CASE x WHEN 1, 2 THEN RETURN 'low'; WHEN 3 THEN RETURN 'three'; ELSE NULL; END CASE;
    CASE WHEN x > 100 THEN RETURN 'huge'; WHEN x > 10 THEN RETURN 'big'; END CASE;
    RETURN 'after';
END $$;
CREATE FUNCTION no_return(x int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN IF x = 1 THEN RETURN 1; END IF; END $$;
CREATE FUNCTION nothing() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE kv SET v = 0; END $$;
CREATE FUNCTION typed(x int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE a smallint := 7; b numeric(5,2) := 10; c varchar(3) := 'abc'; d char(4) := 'x'; e bigint; f constant int := 3; g date := '2024-01-31';
BEGIN
    b := b / 3; e := x; e := e * 2147483647; a := a + 0.6; g := g + 1;
    d := d || 'y';
    RETURN a || '|' || b || '|' || c || '|' || d || '|' || e || '|' || f || '|' || g || '|' || length(d);
END $$;
CREATE FUNCTION too_long(x text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE c varchar(3); BEGIN c := x; RETURN c; END $$;
CREATE FUNCTION not_null(x int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE c int NOT NULL := 1; BEGIN c := x; RETURN c; END $$;
CREATE PROCEDURE pay(p_from int, p_to int, p_amount numeric) LANGUAGE plpgsql AS $$
DECLARE v_balance numeric;
BEGIN
    SELECT balance INTO v_balance FROM customer WHERE id = p_from FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'no customer %', p_from; END IF;
    IF v_balance < p_amount THEN RAISE EXCEPTION 'not enough: %', v_balance USING ERRCODE = 'check_violation'; END IF;
    UPDATE customer SET balance = balance - p_amount WHERE id = p_from;
    UPDATE customer SET balance = balance + p_amount WHERE id = p_to;
    IF NOT FOUND THEN RAISE no_data_found; END IF;
    INSERT INTO log VALUES (format('%s to %s: %s', p_from, p_to, p_amount), NULL);
END $$;
CREATE PROCEDURE counts(INOUT n int, OUT m int) LANGUAGE plpgsql AS $$
BEGIN SELECT count(*) + n INTO m FROM kv; n := n + 1; END $$;
CREATE PROCEDURE outer_counts(x int) LANGUAGE plpgsql AS $$
DECLARE a int := x; b int;
BEGIN CALL counts(a, b); INSERT INTO kv VALUES ('a', a), ('b', b); PERFORM nothing(); UPDATE kv SET v = a + b WHERE k = 'x'; END $$;
CREATE FUNCTION volatile_sees() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*) FROM kv); END $$;
CREATE FUNCTION adds_row(p text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO kv VALUES (p, 0); RETURN (SELECT count(*) FROM kv); END $$;
CREATE FUNCTION nested_handlers() RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text := '';
BEGIN
    BEGIN
        BEGIN
            PERFORM 1 / 0;
        EXCEPTION WHEN unique_violation THEN r := 'wrong';
        END;
    EXCEPTION WHEN division_by_zero THEN
        r := r || SQLERRM;
        BEGIN
            RAISE EXCEPTION 'inner';
        EXCEPTION WHEN OTHERS THEN r := r || '/' || SQLERRM;
        END;
        r := r || '/' || SQLERRM;
    END;
    RETURN r;
END $$;

-- Names: what the compiler makes of them (compiled.sql).
CREATE TYPE mood AS ENUM ('sad', 'ok', 'glad');
CREATE TABLE person (id int PRIMARY KEY, feels mood DEFAULT 'ok');
INSERT INTO person VALUES (1, 'glad'), (2, DEFAULT);
CREATE VIEW rich (who, money) AS SELECT name, balance FROM customer WHERE balance > 0;
CREATE VIEW mood_of (who, how) AS SELECT id, feels FROM person WHERE feels <> 'sad';
CREATE VIEW turned AS SELECT p.feels, p.id FROM person p;
CREATE VIEW same_person AS SELECT * FROM person;
CREATE VIEW first_moods AS SELECT how, who AS n FROM mood_of m WHERE m.who < 10;
CREATE FUNCTION scopes(v int, OUT r text) LANGUAGE plpgsql AS $$
<<outside>>
DECLARE x int := v; y kv%ROWTYPE; z record; w ALIAS FOR $1; t text := 'o';
BEGIN
    r := '';
    FOR i IN 1..2 LOOP
        DECLARE x int; t text := outside.t || i;
        BEGIN
            x := coalesce(x, 0) + outside.x + scopes.v + w + $1;
            r := r || x || t || ',';
            outside.x := outside.x + 1;
        END;
    END LOOP;
    SELECT * INTO y FROM kv WHERE k = 'x';
    SELECT k, kv.v AS n INTO z FROM kv WHERE kv.v = y.v + 1;
    y.v := y.v + z.n;
    INSERT INTO kv VALUES (y.k || z.k, y.v);
    y.k := 'row';
    INSERT INTO kv SELECT y.*;
    r := r || (y IS NULL) || (y IS NOT NULL) || (z IS NOT NULL) || (SELECT count(*) FROM kv WHERE kv.v = y.v);
    SELECT kv.k, kv.v INTO r, outside.x FROM kv WHERE kv.k = 'row' AND r <> '';
    r := r || outside.x || y.v;
END $$;
CREATE FUNCTION column_first(v int) RETURNS text LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN UPDATE kv SET v = v + column_first.v WHERE k = 'x'; RETURN (SELECT v FROM kv WHERE k = 'x'); END $$;
CREATE FUNCTION variable_first(v int) RETURNS text LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN UPDATE kv SET v = v + kv.v WHERE k = 'x'; RETURN (SELECT kv.v FROM kv WHERE k = 'x'); END $$;
CREATE FUNCTION in_sql(v int, k int DEFAULT 2 + 1) RETURNS bigint LANGUAGE sql AS $$
    SELECT sum(v + in_sql.v * $2) FROM kv $$;
CREATE FUNCTION branches(n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text := ''; m int := n;
BEGIN
    CASE n + 1 WHEN 1, 2 THEN r := 'low'; WHEN 3 THEN r := 'three'; ELSE r := 'high'; END CASE;
    CASE WHEN m IS NULL THEN r := r || 'n'; WHEN m > 5 THEN r := r || '>5'; WHEN m < 0 THEN r := r || '<0'; END CASE;
    RETURN r;
END $$;
CREATE FUNCTION bounds(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text := ''; e int; a int[]; b text; q CURSOR FOR SELECT k FROM kv WHERE v < p ORDER BY k;
BEGIN
    FOR i IN (SELECT min(v) FROM kv) .. (SELECT max(v) FROM kv) + p BY p LOOP r := r || i; END LOOP;
    a := ARRAY(SELECT id FROM customer ORDER BY id DESC);
    FOREACH e IN ARRAY a LOOP r := r || ',' || e; a[e] := e * 10; END LOOP;
    FOR rec IN q LOOP r := r || rec.k; END LOOP;
    FOR b, e IN SELECT name, id FROM customer ORDER BY id LOOP r := r || b || e; END LOOP;
    RETURN r || a::text || coalesce(b, 'none') || e;
END $$;
CREATE PROCEDURE swap(INOUT a int, INOUT b int, OUT s int) LANGUAGE plpgsql AS $$
DECLARE c int := a; BEGIN a := b; b := c; s := a - b; END $$;
CREATE FUNCTION swaps(x int, y int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE s int; z record; BEGIN CALL swap(x, y, s); CALL swap(b => x, a => y, s => s); RETURN x || ',' || y || ',' || s; END $$;
CREATE FUNCTION sets_two(i int) RETURNS customer LANGUAGE sql AS $$
    UPDATE customer SET (balance, code) = (SELECT sum(amount), 'z' || count(*) FROM orders WHERE customer_id = customer.id)
        WHERE id = i;
    SELECT * FROM customer WHERE id = i $$;
CREATE FUNCTION declared_outside() RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text := 'a';
BEGIN
    BEGIN
        DECLARE n int := 1 / 0;
        BEGIN
            r := r || n;
        EXCEPTION WHEN division_by_zero THEN r := r || 'inner';
        END;
    EXCEPTION WHEN division_by_zero THEN r := r || 'outer' || SQLSTATE || SQLERRM;
    END;
    RETURN r;
END $$;

create function modless(x varchar(2), y numeric(3,1)) returns varchar(2) language plpgsql as $$ begin return x || y; end $$;
create function modless_sql(x char(3)) returns numeric(3,1) language sql as $$ select length(x) + 0.123 $$;
create function emptyrec() returns text language plpgsql as $$ declare r record; begin select * into r from kv where k = 'none'; return coalesce(r.k, 'null') || (r is null); end $$;
create function twice() returns text language plpgsql as $$ declare r record; t text := ''; begin for r in select k, v from kv order by k loop t := t || r.k; end loop; select v, k into r from kv where k = 'x'; return t || r.v; end $$;
create function uuids(a uuid) returns boolean language plpgsql as $$ begin return a = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'; end $$;
create function ex(n int) returns text language plpgsql as $$ declare t text; begin insert into kv values ('e', n); begin insert into kv values ('f', n); raise exception 'boom'; exception when others then t := sqlerrm; end; return t || (select count(*) from kv); end $$;
create function strictless(n int) returns int strict language sql as $$ select coalesce(n, 5) $$;
create function strictpl(n int) returns int language plpgsql strict as $$ begin return coalesce(n, 5); end $$;
create function defaults(a int, b text default 'd', c int default 1 + 2) returns text language sql as $$ select a || b || c $$;
create function lastsql(n int) returns int language sql as $$ insert into kv values ('s', n); select v from kv where k = 's' $$;
create function retq() returns setof kv language plpgsql as $$ begin return query update kv set v = 9 where k = 'x' returning *; end $$;
create function forret() returns text language plpgsql as $$ declare t text := ''; r kv; begin for r in update kv set v = coalesce(v, 0) + 1 returning * loop t := t || r.k || r.v; end loop; return t; end $$;
create function intorec() returns text language plpgsql as $$ declare r kv; begin insert into kv values ('q', 5) returning * into r; return r.k || r.v; end $$;
create function compar() returns text language plpgsql as $$ declare a kv; b kv; begin select * into a from kv where k = 'x'; b := a; b.v := 7; return (a = b) || ' ' || (a is distinct from b); end $$;
create function loopvar() returns text language plpgsql as $$ declare i text := 'outer'; begin for i in 1..2 loop null; end loop; return i; end $$;
create function getdiag() returns text language plpgsql as $$ declare m text; begin perform 1/0; return ''; exception when others then get stacked diagnostics m = message_text; return m; end $$;
create function whilef() returns int language plpgsql as $$ declare n int := 0; begin while exists (select 1 from kv where v > n) loop n := n + 1; end loop; return n; end $$;
create function selfcheck() returns int language plpgsql as $$ declare n int; begin update kv set v = 10 where k = 'x' returning v into n; if n <> (select v from kv where k = 'x') then raise exception 'x'; end if; return n; end $$;
create function strict_rows(n int) returns setof int language sql strict as $$ select generate_series(1, n) $$;
create function shapes(n int) returns text language plpgsql as $$
declare r record; t text := '';
begin
    select k, v into r from kv where k = 'x';
    t := t || r.k || (r is null);
    r.v := 50;
    t := t || r.v;
    for r in select id, name, balance from customer where id <= n order by id loop t := t || r.name || r.balance; end loop;
    select 1 as one, 2.5 as two into r;
    return t || r.two;
end $$;
create function stable_reads(p text) returns int language plpgsql stable as $$ begin return (select v from kv where k = p); end $$;
create function stable_writes(p text) returns int language plpgsql stable as $$ begin update kv set v = 1 where k = p; return 1; end $$;
create function stable_locks(p text) returns int language plpgsql stable as $$ declare n int; begin select v into n from kv where k = p for update; return n; end $$;
create function bumps(p text) returns int language plpgsql as $$ begin update kv set v = v + 1 where k = p; return (select v from kv where k = p); end $$;
CREATE FUNCTION strictly(a int, b int DEFAULT 3) RETURNS int STRICT LANGUAGE plpgsql AS $$
BEGIN INSERT INTO kv VALUES ('strict' || a, b); RETURN coalesce(a, -1) + coalesce(b, -1); END $$;
CREATE FUNCTION stable_write() RETURNS int STABLE LANGUAGE sql AS 'UPDATE kv SET v = 0 RETURNING 1';
CREATE TABLE always (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);

CREATE FUNCTION cursor_moves(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c SCROLL CURSOR (a int, b int) FOR SELECT g, g * b + c.a AS s FROM generate_series(a, 6) g ORDER BY g;
    x int; y int; n int; r text := '';
BEGIN
    OPEN c(b := p, a := 2);
    r := r || found;
    FETCH c INTO x, y; GET DIAGNOSTICS n = ROW_COUNT; r := r || x || ' ' || y || found || n || ';';
    FETCH LAST FROM c INTO x; r := r || x || found || ';';
    FETCH NEXT FROM c INTO x; GET DIAGNOSTICS n = ROW_COUNT; r := r || coalesce(x, -1) || found || n || ';';
    FETCH PRIOR FROM c INTO x; r := r || x || ';';
    FETCH ABSOLUTE 2 FROM c INTO x; r := r || x || ';';
    FETCH RELATIVE -1 IN c INTO x; r := r || x || ';';
    FETCH RELATIVE 0 FROM c INTO x; r := r || x || ';';
    FETCH ABSOLUTE -2 FROM c INTO x; r := r || x || ';';
    FETCH ABSOLUTE 0 FROM c INTO x; r := r || coalesce(x, -1) || found || ';';
    MOVE FORWARD 2 FROM c; GET DIAGNOSTICS n = ROW_COUNT; r := r || found || n || ';';
    MOVE FORWARD p FROM c; GET DIAGNOSTICS n = ROW_COUNT; r := r || found || n || ';';
    MOVE ALL IN c; GET DIAGNOSTICS n = ROW_COUNT; r := r || found || n || ';';
    MOVE ABSOLUTE 3 FROM c; GET DIAGNOSTICS n = ROW_COUNT; r := r || found || n || ';';
    MOVE RELATIVE 20 FROM c; GET DIAGNOSTICS n = ROW_COUNT; r := r || found || n || ';';
    MOVE BACKWARD ALL FROM c; GET DIAGNOSTICS n = ROW_COUNT; r := r || found || n || ';';
    MOVE BACKWARD 1 FROM c; GET DIAGNOSTICS n = ROW_COUNT; r := r || found || n || ';';
    CLOSE c;
    RETURN r || c::text;
END $$;
CREATE FUNCTION cursor_sees(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v int := p;
    c CURSOR FOR SELECT k, kv.v FROM kv WHERE kv.v >= cursor_sees.p OR kv.v IS NULL ORDER BY k;
    r record;
    t text := '';
BEGIN
    DECLARE p int := 1000;
    BEGIN
        OPEN c;
    END;
    UPDATE kv SET v = 77;
    DELETE FROM kv WHERE k = 'x';
    INSERT INTO kv VALUES ('zz', 5000);
    LOOP
        FETCH c INTO r;
        EXIT WHEN NOT FOUND;
        t := t || r.k || coalesce(r.v, -1) || ',';
    END LOOP;
    t := t || (r IS NULL);
    CLOSE c;
    OPEN c;
    FETCH c INTO r;
    WHILE FOUND LOOP
        t := t || r.k || r.v;
        FETCH c INTO r;
    END LOOP;
    RETURN t;
END $$;
CREATE FUNCTION cursor_errors(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT k FROM kv ORDER BY k;
    d refcursor;
    x text; n int; t text := '';
BEGIN
    BEGIN
        IF what = 'closed' THEN FETCH c INTO x;
        ELSIF what = 'null' THEN FETCH d INTO x;
        ELSIF what = 'twice' THEN OPEN c; OPEN c;
        ELSIF what = 'loop' THEN OPEN c; FOR r IN c LOOP NULL; END LOOP;
        ELSIF what = 'in loop' THEN FOR r IN c LOOP OPEN c; END LOOP;
        ELSIF what = 'close' THEN CLOSE d;
        ELSIF what = 'undone' THEN OPEN c; RAISE EXCEPTION 'x';
        ELSIF what = 'count' THEN OPEN c; MOVE ABSOLUTE NULL FROM c;
        END IF;
    EXCEPTION WHEN others THEN t := SQLSTATE || ' ' || SQLERRM;
    END;
    OPEN c; FETCH c INTO x;
    RETURN t || x;
END $$;
CREATE FUNCTION cursor_named(name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c refcursor := name;
    d refcursor;
    r customer; x int; t text;
BEGIN
    OPEN c FOR SELECT * FROM customer ORDER BY id;
    d := c;
    FETCH c INTO r;
    t := r.id || r.name;
    OPEN d FOR SELECT id FROM customer;
    RETURN t;
EXCEPTION WHEN others THEN RETURN SQLSTATE || SQLERRM;
END $$;
CREATE FUNCTION cursor_returned() RETURNS refcursor LANGUAGE plpgsql AS $$
DECLARE c refcursor := 'mine';
BEGIN
    OPEN c FOR SELECT k FROM kv;
    RETURN c;
END $$;
CREATE FUNCTION cursor_in_loop(n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR (low int) FOR SELECT id, name FROM customer WHERE id >= low ORDER BY id;
    t text := '';
BEGIN
    FOR i IN 1 .. n LOOP
        FOR r IN c(i) LOOP
            t := t || r.id || r.name;
            EXIT WHEN r.id > 2;
        END LOOP;
        t := t || found;
    END LOOP;
    RETURN t;
END $$;
CREATE FUNCTION cursor_backward() RETURNS int LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT id FROM customer; x int;
BEGIN OPEN c; FETCH c INTO x; FETCH c INTO x; FETCH PRIOR FROM c INTO x; RETURN x; END $$;
CREATE FUNCTION cursor_current(p text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT k, v FROM kv WHERE k >= p;
    a text; b int; n int; t text := '';
BEGIN
    OPEN c;
    FETCH c INTO a, b;
    UPDATE kv SET v = coalesce(v, 0) + 10 WHERE CURRENT OF c; GET DIAGNOSTICS n = ROW_COUNT; t := t || n || found;
    UPDATE kv SET v = v + 10 WHERE CURRENT OF c RETURNING v INTO b; t := t || ';' || b;
    MOVE c;
    DELETE FROM kv WHERE CURRENT OF c RETURNING k INTO a; t := t || ';' || coalesce(a, 'none');
    UPDATE kv SET v = 5 WHERE CURRENT OF c; t := t || found;
    FETCH c INTO a, b;
    t := t || coalesce(a, 'none') || coalesce(b, -1);
    UPDATE kv SET v = 1 WHERE CURRENT OF c;
    RETURN t;
EXCEPTION WHEN invalid_cursor_state THEN RETURN t || SQLERRM;
END $$;
CREATE FUNCTION cursor_current_loop(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR (least int) FOR SELECT k, v FROM kv WHERE v >= least ORDER BY k DESC FOR UPDATE;
    s record; t text := '';
BEGIN
    FOR r IN c(p) LOOP
        UPDATE kv SET v = r.v * 100 WHERE CURRENT OF c;
        UPDATE kv SET v = v + 1 WHERE v < 1000 AND k <> r.k;
        t := t || r.k || r.v || ',';
    END LOOP;
    FOR s IN SELECT * FROM kv ORDER BY k LOOP t := t || s.k || coalesce(s.v, -1); END LOOP;
    RETURN t || found;
END $$;
CREATE FUNCTION cursor_locks(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT k, v FROM kv ORDER BY k FOR UPDATE;
    d NO SCROLL CURSOR FOR SELECT k FROM kv ORDER BY k;
    e SCROLL CURSOR FOR SELECT k FROM kv FOR SHARE;
    f CURSOR FOR SELECT k, v FROM kv ORDER BY k LIMIT 1 OFFSET 1 FOR UPDATE;
    g CURSOR FOR SELECT count(*) FROM kv;
    h CURSOR FOR SELECT name, kv.k FROM customer, kv WHERE id = v ORDER BY id FOR UPDATE;
    a text; b text; n int; t text := '';
BEGIN
    IF what = 'back' THEN OPEN c; FETCH c INTO a; FETCH PRIOR FROM c INTO a;
    ELSIF what = 'again' THEN OPEN c; FETCH c INTO a; FETCH RELATIVE 0 FROM c INTO a;
    ELSIF what = 'stay' THEN OPEN d; MOVE BACKWARD ALL FROM d; MOVE d; MOVE RELATIVE 0 FROM d; GET DIAGNOSTICS n = ROW_COUNT; RETURN n;
    ELSIF what = 'last' THEN OPEN d; FETCH LAST FROM d INTO a;
    ELSIF what = 'end' THEN OPEN d; MOVE ALL FROM d; FETCH ABSOLUTE 5 FROM d INTO a; t := coalesce(a, 'none'); FETCH ABSOLUTE 4 FROM d INTO a;
    ELSIF what = 'absolute' THEN OPEN d; FETCH ABSOLUTE 2 FROM d INTO a; t := t || a; FETCH ABSOLUTE 3 FROM d INTO a; t := t || a; FETCH ABSOLUTE 3 FROM d INTO a;
    ELSIF what = 'scroll' THEN OPEN e;
    ELSIF what = 'changed' THEN
        OPEN c; UPDATE kv SET v = 7 WHERE k = 'x'; DELETE FROM kv WHERE k = 'z';
        FETCH c INTO a, n; t := t || a || n; FETCH c INTO a, n; t := t || coalesce(a, 'none');
    ELSIF what = 'same key' THEN OPEN c; UPDATE kv SET k = k WHERE k = 'x'; FETCH c INTO a; RETURN a;
    ELSIF what = 'limit' THEN OPEN f; FETCH f INTO a; t := t || a; UPDATE kv SET v = 0 WHERE CURRENT OF f; FETCH f INTO a; t := t || coalesce(a, 'none') || found;
    ELSIF what = 'group' THEN OPEN g; FETCH g INTO n; DELETE FROM kv WHERE CURRENT OF g;
    ELSIF what = 'join' THEN
        OPEN h; FETCH h INTO a, b; t := a || b;
        UPDATE customer SET balance = 77 WHERE CURRENT OF h; DELETE FROM kv WHERE CURRENT OF h;
        t := t || (SELECT balance FROM customer WHERE id = 1) || (SELECT count(*) FROM kv);
        DELETE FROM item WHERE CURRENT OF h;
    ELSIF what = 'sort' THEN OPEN d; FETCH d INTO a; UPDATE kv SET v = 0 WHERE CURRENT OF d;
    ELSIF what = 'pinned' THEN FOR r IN d LOOP CLOSE d; END LOOP;
    ELSIF what = 'in loop' THEN FOR r IN d LOOP FETCH d INTO a; t := t || r.k || coalesce(a, 'none'); END LOOP;
    ELSIF what = 'none' THEN UPDATE kv SET v = 0 WHERE CURRENT OF nobody;
    ELSIF what = 'unopened' THEN UPDATE kv SET v = 0 WHERE CURRENT OF c;
    ELSIF what = 'before' THEN OPEN c; UPDATE kv SET v = 0 WHERE CURRENT OF c;
    ELSIF what = 'behind' THEN OPEN c; MOVE ALL FROM c; UPDATE kv SET v = 0 WHERE CURRENT OF c;
    ELSIF what = 'moved' THEN OPEN c; FETCH c INTO a; UPDATE kv SET k = 'a' WHERE k = 'x'; UPDATE kv SET v = 0 WHERE CURRENT OF c;
    END IF;
    RETURN t;
EXCEPTION WHEN others THEN RETURN t || SQLSTATE;
END $$;
CREATE FUNCTION loop_row_count() RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int; r record; c CURSOR FOR SELECT * FROM customer;
BEGIN
    PERFORM 1 FROM kv WHERE v < 3;
    FOR r IN SELECT * FROM kv LOOP NULL; END LOOP;
    FOR r IN c LOOP NULL; END LOOP;
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN n;
END $$;
CREATE FUNCTION cursor_handed(c refcursor) RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int; BEGIN UPDATE kv SET v = 55 WHERE CURRENT OF c; GET DIAGNOSTICS n = ROW_COUNT; RETURN n; END $$;
CREATE FUNCTION cursor_for(p int) RETURNS refcursor LANGUAGE plpgsql AS $$
DECLARE c refcursor := 'handed';
BEGIN OPEN c FOR SELECT k, v FROM kv WHERE v >= p FOR UPDATE; RETURN c; END $$;
CREATE FUNCTION cursor_text(what text, n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE c refcursor; a text; b int; t text := '';
BEGIN
    PERFORM 1 FROM kv WHERE k = 'none';
    OPEN c FOR EXECUTE what USING n, 'x';
    t := t || found;
    FETCH c INTO a, b; t := t || coalesce(a, 'none') || coalesce(b, -1) || found;
    FETCH c INTO b, a; t := t || coalesce(a, 'none');
    CLOSE c;
    OPEN c SCROLL FOR EXECUTE 'SELECT ' || quote_literal(what);
    FETCH c INTO a; FETCH PRIOR FROM c INTO a; FETCH FIRST FROM c INTO a; t := t || a;
    CLOSE c;
    RETURN t;
EXCEPTION WHEN others THEN RETURN t || SQLSTATE;
END $$;
CREATE FUNCTION cursor_taken(p int, INOUT c refcursor) LANGUAGE plpgsql AS $$
BEGIN OPEN c FOR SELECT k FROM kv WHERE v >= p ORDER BY k; END $$;
CREATE FUNCTION cursor_taken(p int, c text) RETURNS text LANGUAGE sql AS $$ SELECT 'a text: ' || c $$;
CREATE PROCEDURE cursor_made(p int, INOUT c refcursor) LANGUAGE plpgsql AS $$
BEGIN OPEN c FOR SELECT k FROM kv WHERE v >= p ORDER BY k; END $$;
CREATE FUNCTION cursor_passed(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE c refcursor := 'passed'; d refcursor; a text; b text; e text;
BEGIN
    PERFORM cursor_taken(p, c);
    FETCH c INTO a;
    CALL cursor_made(p, d);
    FETCH d INTO b;
    e := cursor_taken(p, 'none'::text);
    CLOSE c;
    RETURN concat(a, '|', b, '|', e);
END $$;
CREATE FUNCTION cursor_reads(c refcursor) RETURNS text LANGUAGE plpgsql AS $$
DECLARE a text; b int; BEGIN FETCH c INTO a, b; RETURN a || b; END $$;
CREATE FUNCTION slices(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE s int[]; e int; t text := ''; a int[] := '{3,4}'; none int[];
BEGIN
    IF what = 'one' THEN FOREACH s SLICE 1 IN ARRAY a LOOP t := t || s::text || found; END LOOP;
    ELSIF what = 'zero' THEN FOREACH e SLICE 0 IN ARRAY a LOOP t := t || e; END LOOP;
    ELSIF what = 'two' THEN FOREACH s SLICE 2 IN ARRAY a LOOP t := t || s::text; END LOOP;
    ELSIF what = 'element' THEN FOREACH e SLICE 1 IN ARRAY a LOOP t := t || e; END LOOP;
    ELSIF what = 'array' THEN FOREACH s IN ARRAY a LOOP t := t || s::text; END LOOP;
    ELSIF what = 'empty' THEN FOREACH s SLICE 1 IN ARRAY '{}'::int[] LOOP t := t || s::text; END LOOP;
    ELSIF what = 'null' THEN FOREACH s SLICE 1 IN ARRAY none LOOP t := t || s::text; END LOOP;
    END IF;
    RETURN t || found;
EXCEPTION WHEN others THEN RETURN t || SQLSTATE;
END $$;

-- Triggers.
CREATE TABLE t_total (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE t_line (id int PRIMARY KEY, total int REFERENCES t_total (id), x int, twice int GENERATED ALWAYS AS (x * 2) STORED, note text);
CREATE TABLE t_log (n serial PRIMARY KEY, what text);
CREATE TABLE t_other (id int PRIMARY KEY, v int);
CREATE FUNCTION t_log_it(p text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO t_log (what) VALUES (p); END $$;
CREATE FUNCTION t_before() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE seen int;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.x = 7 THEN RETURN NULL; END IF;
    RETURN OLD;
  END IF;
  IF NEW.x IS NULL THEN RETURN NULL; END IF;
  IF NEW.x = 13 THEN RAISE EXCEPTION 'no % in %', NEW.x, TG_TABLE_NAME; END IF;
  SELECT count(*) INTO seen FROM t_line;
  NEW.note := coalesce(NEW.note, '') || lower(TG_OP) || seen || TG_ARGV[0];
  IF TG_OP = 'UPDATE' AND NEW.x = OLD.x THEN NEW.note := 'same'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER b_before BEFORE INSERT OR UPDATE OR DELETE ON t_line FOR EACH ROW EXECUTE FUNCTION t_before('!');
CREATE FUNCTION t_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('UPDATE', 'DELETE') THEN UPDATE t_total SET n = n - OLD.x WHERE id = OLD.total; END IF;
  IF TG_OP <> 'DELETE' THEN UPDATE t_total SET n = n + NEW.x WHERE id = NEW.total; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER a_sum AFTER INSERT OR UPDATE OF x, total OR DELETE ON t_line FOR EACH ROW EXECUTE FUNCTION t_sum();
CREATE FUNCTION t_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM t_log_it(concat_ws(' ', TG_NAME, TG_WHEN, TG_LEVEL, TG_OP, (SELECT count(*) FROM t_line), NEW.id, OLD.id, NEW.twice));
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER z_tell AFTER INSERT OR UPDATE OR DELETE ON t_line FOR EACH ROW EXECUTE FUNCTION t_tell();
CREATE TRIGGER only_when AFTER UPDATE ON t_line FOR EACH ROW WHEN (NEW.* IS DISTINCT FROM OLD.* AND NEW.x > 100) EXECUTE FUNCTION t_tell();
CREATE TRIGGER once AFTER INSERT OR UPDATE OR DELETE ON t_line FOR EACH STATEMENT EXECUTE FUNCTION t_tell();
CREATE TRIGGER first BEFORE UPDATE ON t_line FOR EACH STATEMENT EXECUTE FUNCTION t_tell();
CREATE TRIGGER off BEFORE INSERT ON t_line FOR EACH ROW EXECUTE FUNCTION t_tell();
ALTER TABLE t_line DISABLE TRIGGER off;
CREATE FUNCTION t_down() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM t_log_it('depth ' || pg_trigger_depth());
  UPDATE t_other SET v = NEW.v - 1 WHERE id = NEW.id + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER down AFTER UPDATE ON t_other FOR EACH ROW WHEN (NEW.v > 0 AND pg_trigger_depth() < 3) EXECUTE FUNCTION t_down();
CREATE FUNCTION t_self() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t_other SET v = 0 WHERE id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER self BEFORE UPDATE ON t_other FOR EACH ROW WHEN (NEW.v = 99) EXECUTE FUNCTION t_self();
CREATE FUNCTION t_old() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON t_other FOR EACH ROW WHEN (NEW.v = -5) EXECUTE FUNCTION t_old();
CREATE FUNCTION t_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
CREATE TRIGGER no_end BEFORE DELETE ON t_other FOR EACH ROW WHEN (OLD.v = 3) EXECUTE FUNCTION t_end();
CREATE FUNCTION t_counts(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE n int; s int;
BEGIN
  UPDATE t_line SET x = p WHERE id < 3 RETURNING x INTO s;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n || ' ' || coalesce(s, -1) || ' ' || FOUND;
END $$;
INSERT INTO t_total VALUES (1, 0), (2, 100);
INSERT INTO t_line (id, total, x) VALUES (1, 1, 5), (2, 1, 7), (3, 2, 11);
INSERT INTO t_other VALUES (1, 1), (2, 2), (3, 3), (4, 4);
DELETE FROM t_log;
CREATE FUNCTION ends_in_handler(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE t text := '';
BEGIN
    BEGIN
        UPDATE kv SET v = 1000 WHERE k = 'x';
        IF what = 'commit' THEN COMMIT; ELSIF what = 'rollback' THEN ROLLBACK; ELSE RAISE deadlock_detected; END IF;
    EXCEPTION
        WHEN invalid_transaction_termination THEN t := SQLSTATE || SQLERRM || (SELECT v FROM kv WHERE k = 'x');
        WHEN deadlock_detected THEN ROLLBACK;
    END;
    RETURN t;
END $$;
CREATE PROCEDURE ends(p int) LANGUAGE plpgsql AS $$ BEGIN UPDATE kv SET v = p; COMMIT; END $$;

CREATE FUNCTION execute_using(id int, name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE got text; n int; before boolean;
BEGIN
    PERFORM 1 FROM kv WHERE k = 'none';
    EXECUTE 'UPDATE customer SET name = $2, balance = balance + id WHERE id = $1 RETURNING name || balance' INTO got
        USING id, name;
    GET DIAGNOSTICS n = ROW_COUNT;
    before := FOUND;
    EXECUTE 'SELECT 1 FROM kv';
    EXECUTE 'DELETE FROM log WHERE message = ''start''';
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN concat_ws(',', got, n, before, FOUND);
END $$;
CREATE FUNCTION execute_strict(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE got int;
BEGIN
    EXECUTE 'SELECT number FROM orders WHERE customer_id = $1' INTO STRICT got USING p;
    RETURN got;
END $$;
CREATE FUNCTION execute_put_together(most int, who text, rich boolean) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE command text := 'SELECT name::text FROM customer'; r record;
BEGIN
    IF rich THEN
        command := command || ' WHERE balance > 0';
    ELSIF who IS NULL THEN
        command := command || ' WHERE code IS NOT NULL';
    END IF;
    RETURN QUERY EXECUTE command || ' ORDER BY name' || CASE WHEN most > 1 THEN ' LIMIT 2' ELSE '' END;
    FOR r IN EXECUTE format('SELECT k, v FROM %I WHERE k <> %L AND v >= %s ORDER BY k', 'kv', who, most) LOOP
        RETURN NEXT r.k || r.v || FOUND;
    END LOOP;
    RETURN NEXT FOUND::text;
    EXECUTE 'INSERT INTO kv VALUES (' || quote_literal(who) || ', ' || most || ')';
END $$;
CREATE FUNCTION execute_any(q text, a int, b text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE n int; r record; result text := ''; changed int;
BEGIN
    PERFORM 1;
    EXECUTE q USING a, b;
    GET DIAGNOSTICS changed = ROW_COUNT;
    result := result || FOUND || changed || ';';
    FOR r IN EXECUTE 'SELECT * FROM ' || b || ' ORDER BY 1' LOOP
        EXECUTE format('SELECT count(*) FROM %I WHERE $1::text IS NOT NULL', b) INTO n USING r;
        result := result || r::text || n || ',';
    END LOOP;
    RETURN result;
EXCEPTION WHEN syntax_error OR null_value_not_allowed OR unique_violation THEN
    RETURN SQLSTATE;
END $$;
CREATE FUNCTION execute_rows(t text, c text, n numeric) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE x text; k int := 0;
BEGIN
    RETURN QUERY EXECUTE format('SELECT %I::text FROM %I ORDER BY 1', c, t);
    RETURN NEXT FOUND::text;
    EXECUTE 'SELECT ' || c || ' FROM ' || t || ' ORDER BY ' || n::int INTO x;
    RETURN NEXT x;
    EXECUTE 'SELECT (7 / ' || n || ')::text' INTO STRICT x;
    RETURN NEXT x;
    WHILE k < n LOOP
        EXECUTE 'SELECT ' || k || ' + $1' INTO k USING 1;
        RETURN NEXT k::text;
    END LOOP;
END $$;
CREATE FUNCTION execute_calls(f text, a text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE x text;
BEGIN
    EXECUTE 'SELECT ' || quote_ident(f) || '($1)::text' INTO x USING a;
    RETURN x;
END $$;
CREATE FUNCTION asks_context(n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE t text;
BEGIN
    RETURN 10 / n;
EXCEPTION WHEN division_by_zero THEN
    GET STACKED DIAGNOSTICS t = PG_EXCEPTION_CONTEXT;
    RETURN t;
END $$;

-- Partitions: a list with DEFAULT, ranges by two levels, hashes, a list of lists with triggers at each level.
create table sale (id integer, region text, amount integer default 1, primary key (id, region)) partition by list (region);
create table sale_eu partition of sale for values in ('de', 'fr');
create table sale_us partition of sale for values in ('us', 'ca');
create table sale_other partition of sale default;
insert into sale (id, region, amount) values (1, 'de', 10), (2, 'us', 20), (3, 'jp', 30), (4, 'fr', 5), (1, 'ca', 7);
create table reading (id integer not null, at date, v integer) partition by range (at);
create table reading_old partition of reading for values from (minvalue) to ('2020-01-01');
create table reading_2020 partition of reading for values from ('2020-01-01') to ('2021-01-01') partition by list (id);
create table reading_2020_low partition of reading_2020 for values in (1, 2, 3);
create table reading_2020_rest partition of reading_2020 default;
create table reading_2021 partition of reading for values from ('2021-01-01') to ('2022-01-01');
create table lone (id integer, kind text) partition by list (kind);
create table lone_rest partition of lone default;
insert into lone values (1, 'a'), (2, null);
insert into reading values (1, '2019-05-05', 1), (2, '2020-02-02', 2), (3, '2021-03-03', 3);
create table visit (id integer primary key, page text) partition by hash (id);
create table visit_0 partition of visit for values with (modulus 2, remainder 0);
create table visit_1 partition of visit for values with (modulus 4, remainder 1);
create table visit_3 partition of visit for values with (modulus 4, remainder 3);
insert into visit values (1, 'a'), (2, 'b'), (3, 'c');
create table ticket (id integer, kind text, v integer, primary key (id, kind)) partition by list (kind);
create table ticket_ab partition of ticket for values in ('a', 'b') partition by list (kind);
create table ticket_a partition of ticket_ab for values in ('a');
create table ticket_b partition of ticket_ab for values in ('b');
create table ticket_c partition of ticket for values in ('c');
insert into ticket values (1, 'a', 1), (2, 'b', 2), (3, 'c', 3);
create function ticket_note() returns trigger language plpgsql as $$
begin
  insert into t_log (what) values (tg_op || ' ' || tg_argv[0] || ' ' || coalesce(new.id, old.id));
  return null;
end $$;
create function ticket_statement() returns trigger language plpgsql as $$
begin
  insert into t_log (what) values (tg_op || ' ' || tg_table_name);
  return null;
end $$;
create function ticket_change() returns trigger language plpgsql as $$
begin
  if new.v = 77 then new.v := 78; elsif new.v = 78 then new.kind := 'a'; end if;
  return new;
end $$;
create trigger every_ticket after insert or update or delete on ticket for each row execute function ticket_note('all');
create trigger ab_ticket after insert or update or delete on ticket_ab for each row execute function ticket_note('ab');
create trigger b_ticket after insert or update on ticket_b for each row when (new.v <> 6) execute function ticket_note('b');
create trigger says_ticket after insert or update on ticket execute function ticket_statement();
create trigger says_ab before update on ticket_ab execute function ticket_statement();
create trigger c_ticket before insert on ticket_c for each row execute function ticket_change();

delete from t_log;

-- Tables that inherit.
create table place (id integer primary key, name text not null);
create table town (mayor text, size integer default 3, primary key (id)) inherits (place);
create table capital (flag text, primary key (id)) inherits (town);
insert into place values (1, 'one'), (4, 'four');
insert into town values (2, 'two', 'bob', 1), (3, 'three', 'ann', 2);
create function place_name(p integer) returns text language plpgsql as $$
declare r text; begin select name into r from place where id = p; return r; end $$;
create function place_count() returns bigint language sql stable as $$ select count(*) from place $$;

-- Triggers that foreign keys' actions, MERGE and statements of several parts fire.
create table f_top (id integer primary key, v integer);
create table f_mid (id integer primary key, top integer default 2 references f_top on delete cascade on update cascade, v integer);
create table f_low (id integer primary key, mid integer references f_mid on delete set null, v integer);
create table f_side (id integer primary key, top integer default 9 references f_top on delete set default);
insert into f_top values (1, 10), (2, 20), (9, 90);
insert into f_mid values (1, 1, 1), (2, 1, 2), (3, 2, 3);
insert into f_low values (1, 1, 1), (2, 1, 2), (3, 3, 3);
insert into f_side values (1, 1), (2, 2);
create function f_tell() returns trigger language plpgsql as $$
begin
  insert into t_log (what) values (concat_ws(' ', tg_name, tg_when, tg_op, old.id, new.id,
                                   (select count(*) from f_mid), (select count(*) from f_low where mid is null)));
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create function f_low_change() returns trigger language plpgsql as $$
begin
  if new.id = 2 then return null; end if;
  new.v := coalesce(new.v, 0) + 100;
  return new;
end $$;
create trigger tell_top after update or delete on f_top for each row execute function f_tell();
create trigger tell_mid_before before update or delete on f_mid for each row execute function f_tell();
create trigger tell_mid after insert or update or delete on f_mid for each row execute function f_tell();
create trigger low_change before update of mid on f_low for each row execute function f_low_change();
create trigger tell_low after update on f_low for each row when (old.mid is distinct from new.mid) execute function f_tell();
create function f_merge_change() returns trigger language plpgsql as $$
begin
  if new.v = 5 then return null; end if;
  if tg_op = 'INSERT' and new.w <> 0 then return new; end if; -- the first rows
  new.v := new.v + 1000;
  return new;
end $$;
create table f_merge (id integer primary key, v integer, w integer);
insert into f_merge values (1, 1, 1), (2, 2, 2), (3, 3, 3);
create trigger change before insert or update of v on f_merge for each row execute function f_merge_change();
create function f_merge_tell() returns trigger language plpgsql as $$
begin
  insert into t_log (what) values (concat_ws(' ', tg_name, tg_op, old.id, new.id, new.v, (select count(*) from f_merge)));
  return coalesce(new, old);
end $$;
create function f_merge_once() returns trigger language plpgsql as $$
begin
  insert into t_log (what) values (concat_ws(' ', tg_name, tg_when, tg_op, (select count(*) from f_merge)));
  return null;
end $$;
create trigger tell after insert or update or delete on f_merge for each row execute function f_merge_tell();
create trigger once_before before insert or update or delete on f_merge execute function f_merge_once();
create trigger once_after after insert or update or delete on f_merge execute function f_merge_once();
delete from t_log;

create table d_parent (id integer primary key, name text not null unique);
create table d_child (id integer primary key, parent integer references d_parent deferrable initially deferred,
                      name text references d_parent (name) on update cascade deferrable initially deferred,
                      strict integer references d_parent on delete restrict deferrable initially deferred);
create table d_pair (a integer primary key, b integer not null unique);
alter table d_pair add foreign key (b) references d_pair (a) deferrable initially deferred;
create table d_late (id integer primary key, pair integer references d_pair on delete cascade);
alter table d_late alter constraint d_late_pair_fkey deferrable initially deferred;
insert into d_parent values (1, 'one'), (2, 'two'), (3, 'three');
insert into d_child values (1, 1, 'one', null), (2, 2, null, 2), (3, null, 'one', null);
insert into d_pair values (1, 1);
insert into d_late values (1, 1), (2, null);
create function d_swallows(p integer) returns integer language plpgsql as $$
begin
  begin
    insert into d_child (id, parent) values (p, 77);
    raise exception 'undone';
  exception when others then
    null;
  end;
  return p;
end;
$$;
-- Composite types: of variables, parameters, results, in arrays and in each other.
create type c_pair as (a integer, b text);
create type c_move as (source integer, target integer, amount numeric(8,2));
create type c_nest as (p c_pair, n integer, list c_pair[]);
create view c_kv as select k as key, v as value from kv;
create function c_make(x integer, y text) returns c_pair language plpgsql as $$
declare r c_pair; begin r.a := x; r.b := y; return r; end $$;
create function c_swap(p c_pair) returns c_pair language plpgsql as $$
begin return row(length(p.b), p.a); end $$;
create function c_sql(p c_pair) returns c_pair language sql as $$ select p.a + 1, p.b || '!' $$;
create function c_row_of(p c_pair) returns kv language sql as $$ select k, v from kv where k = p.b $$;
create function c_set(n integer) returns setof c_pair language plpgsql as $$
declare r c_pair%rowtype; begin
  for i in 1..n loop r.a := i; r.b := 'n' || i; return next r; end loop;
  r := null; return next r;
end $$;
create function c_moves(variadic moves c_move[]) returns text language plpgsql as $$
declare m c_move; t text := ''; begin
  foreach m in array moves loop
    t := t || m.source || '>' || m.target || ':' || m.amount || ' ';
  end loop;
  return t || (moves[1]).source || array_length(moves, 1);
end $$;
create function c_nested(x integer) returns text language plpgsql as $$
declare n c_nest; p c_pair; q c_pair; begin
  p := c_make(x, 'in');
  n.p := p;
  n.n := (n.p).a + 1;
  n.list := array[p, c_make(2, null)];
  q := n.list[2];
  if q is null then return 'null'; end if;
  if q is not null then return 'not null'; end if;
  return (n.p).b || n.n || (n.list[1]).a || coalesce(q.b, '-') || array_length(n.list, 1);
end $$;
create function c_view(x text) returns text language plpgsql as $$
declare r c_kv%rowtype; w c_kv; k c_kv.key%type; begin
  select * into r from c_kv where key = x;
  w := r; k := w.key;
  if r is null then return 'none'; end if;
  return k || coalesce(w.value, -1);
end $$;
create function c_into(x integer) returns text language plpgsql as $$
declare p c_pair; r record; s kv; begin
  select x, 'y' || x into p;
  insert into kv values (p.b, p.a) returning * into s;
  insert into kv select 'z' || (p).a, (p).a + s.v;
  r := p;
  return p::text || r.b || s.k || (p is not distinct from row(x, 'y' || x)::c_pair) || (select count(*) from kv);
end $$;
create function c_out(x integer, out p c_pair, out n integer) language plpgsql as $$
begin p := row(x, 'o'); n := (p).a * 2; end $$;
create function c_default(p c_pair default row(7, 'd')) returns integer language sql as $$ select p.a $$;
create function c_other(x integer) returns c_pair language plpgsql as $$ begin return row(x, 'u'); end $$;
create function c_typed(x integer) returns c_pair language plpgsql as $$ begin return row(x, 'u'::text); end $$;
create function c_alike(x integer) returns c_pair language plpgsql as $$ declare m c_move; p c_pair; begin
  m := row(x, 3, 4); p := m; if x > 5 then return m; end if; return p; end $$;
create function c_norow(x text) returns text language plpgsql as $$ declare p c_pair; begin
  select v, k into p from kv where k = x; return coalesce(p::text, 'null') || (p is null); end $$;
create function c_whole(x text) returns text language plpgsql as $$ declare p c_pair; r record; begin
  select c_make(1, x) as made into r; p := r.made; select c_make(1, x) into p; return p.b; end $$;
create function c_unset(x integer) returns c_pair language plpgsql as $$ declare p c_pair; begin
  if x = 1 then p := null; p.a := 5; elsif x = 2 then p := row(x, x); end if; return p; end $$;
create function c_wide(x integer) returns text language plpgsql as $$ declare p c_pair; begin
  if x = 1 then p := row(1); elsif x = 2 then p := row('1', 2, 3); else select 4 into p; end if; return p; end $$;
create function c_each(p c_pair) returns setof text language plpgsql as $$ declare r record; begin
  for r in select p.*, 5 as n from kv loop return next r.a || r.b || r.n; end loop; end $$;
create function c_arrays(x c_pair[]) returns text language plpgsql as $$ declare y c_pair[]; e c_pair; t text := ''; begin
  y := x; y[1] := row(9, 'nine'); foreach e in array y loop t := t || e.a || coalesce(e.b, '?'); end loop;
  return t || (select string_agg(u.b, ',') from unnest(y) u where u.a > 1); end $$;
create function c_same(x integer) returns text language plpgsql as $$ declare p c_pair; q c_pair; begin
  if x = 1 then p := row(1, 'a'); q := c_make(1, 'a'); elsif x = 2 then q := null; select 1, 'x' into q where false;
  elsif x = 3 then p := row(1, null); q := row(2, null); end if;
  return coalesce(p = q, false) || ' ' || (p is distinct from q) || ' ' || coalesce(p <> q, false); end $$;
create function c_inout(inout p c_pair) language plpgsql as $$ begin p.a := p.a + 1; end $$;
-- What these name is not there: run-sql reads this file as the whole schema.
SET check_function_bodies = off;
CREATE FUNCTION absent(how text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE got text := how; r record;
BEGIN
    UPDATE kv SET v = v + 1 WHERE k = 'a';
    BEGIN
        UPDATE kv SET v = v + 100;
        IF how = 'table' THEN
            INSERT INTO nowhere VALUES (1);
        ELSIF how = 'subquery' THEN
            UPDATE kv SET v = 0 WHERE k IN (SELECT k FROM nowhere WHERE add_two(1) > 0);
        ELSIF how = 'with' THEN
            WITH w AS (DELETE FROM kv RETURNING k) INSERT INTO kv SELECT k, 1 FROM w JOIN nowhere USING (k);
        ELSIF how = 'function' THEN
            PERFORM no_such_thing(v) FROM kv;
        ELSIF how = 'no rows' THEN
            PERFORM no_such_thing(v) FROM kv WHERE false;
        ELSIF how = 'column' THEN
            UPDATE kv SET vv = 1;
        ELSIF how = 'qualified' THEN
            PERFORM kv.vv FROM kv;
        ELSIF how = 'unqualified' THEN
            got := (SELECT vv FROM kv LIMIT 1);
        ELSIF how = 'alias' THEN
            PERFORM x.v FROM kv;
        ELSIF how = 'returning' THEN
            INSERT INTO kv VALUES ('z', 1) RETURNING w INTO got;
        ELSIF how = 'conflict' THEN
            INSERT INTO kv VALUES ('a', 1) ON CONFLICT (k) DO UPDATE SET vv = 1;
        ELSIF how = 'loop' THEN
            FOR r IN SELECT * FROM nowhere LOOP
                got := 'in it';
            END LOOP;
        ELSIF how = 'while' THEN
            WHILE no_such_thing(1, 2) LOOP
                NULL;
            END LOOP;
        ELSIF how = 'argument' THEN
            RAISE NOTICE '%', no_such_thing();
        ELSIF how = 'declared' THEN
            DECLARE y int := no_such_thing();
            BEGIN
                got := 'declared';
            EXCEPTION WHEN undefined_function THEN
                got := 'own handler';
            END;
        ELSIF how = 'type' THEN
            got := absent_type();
        ELSIF no_such_thing(how, 1) THEN
            got := 'condition';
        END IF;
    EXCEPTION
        WHEN undefined_table THEN got := got || ': table';
        WHEN undefined_function THEN got := got || ': function';
        WHEN undefined_column THEN got := got || ': column';
    END;
    RETURN got || ' ' || (SELECT sum(v) FROM kv);
END $$;
CREATE FUNCTION absent_type() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    UPDATE kv SET v = 1000;
    DECLARE x nowhere%ROWTYPE;
    BEGIN
        RETURN 'made';
    EXCEPTION WHEN undefined_table THEN
        RETURN 'own handler';
    END;
END $$;
CREATE FUNCTION present(how text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE got text := 'nothing'; w int; r kv%ROWTYPE;
BEGIN
    IF how = 'output' THEN
        SELECT x.total INTO got FROM (SELECT sum(v) AS total FROM kv) AS x;
    ELSIF how = 'order' THEN
        SELECT k AS name INTO got FROM kv ORDER BY name DESC LIMIT 1;
    ELSIF how = 'group' THEN
        SELECT v % 2 AS odd INTO got FROM kv GROUP BY odd ORDER BY odd LIMIT 1;
    ELSIF how = 'record' THEN
        FOR r IN SELECT * FROM kv ORDER BY k LOOP
            got := got || r.k;
        END LOOP;
    ELSIF how = 'label' THEN
        SELECT present.how INTO got;
    ELSIF how = 'outer' THEN
        SELECT k INTO got FROM kv a WHERE NOT EXISTS (SELECT 1 FROM kv b WHERE b.k > a.k AND v > 0);
    ELSIF how = 'with' THEN
        WITH q(a, b) AS (SELECT k, v FROM kv) SELECT max(a) INTO got FROM q WHERE b > 0;
    ELSIF how = 'excluded' THEN
        INSERT INTO kv VALUES ('a', 7) ON CONFLICT (k) DO UPDATE SET v = excluded.v + kv.v RETURNING v INTO got;
    ELSIF how = 'values' THEN
        SELECT column2 INTO got FROM (VALUES (1, 'two')) AS t;
    ELSIF how = 'series' THEN
        SELECT sum(g) INTO got FROM generate_series(1, 3) AS g;
    ELSIF how = 'system' THEN
        SELECT count(*) INTO got FROM kv WHERE v IS NOT NULL;
    END IF;
    RETURN got;
END $$;
SET check_function_bodies = on;

-- Transition tables.
create table g_line (id integer primary key, total integer, v integer, note text);
create table g_total (id integer primary key, v integer);
insert into g_total values (1, 0), (2, 0);
insert into g_line values (1, 1, 5, 'a'), (2, 1, 7, 'b'), (3, 2, 11, 'c');
create function g_changed() returns trigger language plpgsql as $$
begin
  if (select min(id) from added) <= 3 and tg_op = 'INSERT' then return null; end if; -- the first rows
  update g_total t set v = t.v + s.v from (select total, sum(v) as v from added group by total) s where s.total = t.id;
  if tg_op = 'UPDATE' then
    update g_total t set v = t.v - s.v from (select total, sum(v) as v from gone group by total) s where s.total = t.id;
    insert into t_log (what) select concat_ws(' ', o.id, o.v, n.v) from gone o join added n using (id) order by o.id;
  end if;
  insert into t_log (what) values (concat_ws(' ', tg_name, tg_op, (select count(*) from added)));
  return null;
end $$;
create function g_gone() returns trigger language plpgsql as $$
declare r record;
begin
  for r in select * from gone order by id loop
    insert into t_log (what) values (concat_ws(' ', r.id, r.note, old.id, (select sum(v) from gone)));
  end loop;
  return null;
end $$;
create trigger added after insert on g_line referencing new table as added for each statement execute function g_changed();
create trigger changed after update on g_line referencing new table as added old table as gone
  for each statement execute function g_changed();
create trigger gone after delete on g_line referencing old table as gone for each row execute function g_gone();
delete from t_log;

-- Constraints that wait.
create table l_a (id integer primary key, b integer);
create table l_b (id integer primary key, a integer references l_a deferrable initially deferred);
alter table l_a add constraint a_of_b foreign key (b) references l_b deferrable initially immediate;
insert into l_a values (1, null), (2, null);
insert into l_b values (1, 1);
create table l_c (id integer primary key, v integer);
insert into l_c values (1, 1), (2, 2);
create function l_tell() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.id < 3 then return null; end if; -- the first rows
  insert into t_log (what) values (concat_ws(' ', tg_name, tg_op, new.id, new.v, (select sum(v) from l_c)));
  if (select sum(v) from l_c) > 100 then raise exception 'too much'; end if;
  return null;
end $$;
create constraint trigger late after insert or update on l_c deferrable initially deferred for each row execute function l_tell();
create constraint trigger soon after insert or update on l_c deferrable for each row when (new.v <> 5) execute function l_tell();
create constraint trigger now after insert or update on l_c for each row execute function l_tell();
create function l_catches() returns text language plpgsql as $$
begin
  begin
    insert into l_c values (9, 9);
    raise deadlock_detected;
  exception when deadlock_detected then null;
  end;
  insert into l_c values (10, 10);
  return 'caught';
end $$;
delete from t_log;
create table docs (id integer primary key, body jsonb not null default '{}', note json, tags jsonb unique);
insert into docs (id, body, note, tags) values (1, '{"n": 1, "name": "one", "items": [1, 2, {"k": "v"}], "sub": {"a": null, "b": true}}', '{"b":1,  "a":[1, 2]}', '["x", "y"]');
insert into docs (id, note) values (2, null);
-- Domains, also over each other, as columns' types.
create domain dom_positive as integer check (value > 0) not null;
create domain dom_small as dom_positive constraint not_large check (value < 100);
create domain dom_mail as text check (value ~ '@');
create domain dom_money as numeric(6,2);
create table dom_t (id dom_small primary key, mail dom_mail, much dom_money);
insert into dom_t values (1, 'a@b', 1.5);

CREATE TABLE span (id int PRIMARY KEY, during int4range);
INSERT INTO span VALUES (1, '[1,5)'), (2, '[5,9]'), (3, 'empty'), (4, '(,3]'), (5, '[10,)'), (6, NULL);
CREATE FUNCTION span_text(r int4range) RETURNS text LANGUAGE plpgsql AS $$
DECLARE n int := upper(r) - lower(r);
BEGIN
    IF isempty(r) THEN RETURN 'nothing'; END IF;
    RETURN r || ' has ' || n;
END $$;
CREATE FUNCTION spans(n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r int4range := 'empty'; i int;
BEGIN
    FOR i IN 1..n LOOP r := int4range(i, i, '[]'); END LOOP;
    RETURN r::text;
END $$;

CREATE EXTENSION btree_gist;
CREATE TABLE booked (
    id int PRIMARY KEY, room int, during int4range,
    CONSTRAINT no_overlap EXCLUDE USING gist (room WITH =, during WITH &&)
);
INSERT INTO booked VALUES (1, 1, '[1,5)'), (2, 1, '[5,9)'), (3, 2, '[1,9)'), (4, NULL, '[1,9)'), (5, 1, 'empty');
CREATE TABLE stay (
    room text, starts date, ends date, state text DEFAULT 'open',
    CHECK (starts < ends),
    EXCLUDE USING gist (room WITH =, daterange(starts, ends) WITH &&) WHERE (state <> 'gone')
);
INSERT INTO stay VALUES ('a', '2024-01-01', '2024-01-05', 'open'), ('a', '2024-01-02', '2024-01-03', 'gone'),
    ('b', '2024-01-01', '2024-01-05', NULL), ('b', '2024-01-01', '2024-01-05', NULL);
CREATE TABLE same_kind (cage int PRIMARY KEY, pen int, animal text, EXCLUDE USING gist (pen WITH =, animal WITH <>));
INSERT INTO same_kind VALUES (1, 1, 'zebra'), (2, 1, 'zebra'), (3, 2, 'lion');
CREATE TABLE x_late (
    id int PRIMARY KEY, at int,
    CONSTRAINT x_late_at EXCLUDE USING btree (at WITH =) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO x_late VALUES (1, 10), (2, 20);
CREATE TABLE k_late (id int PRIMARY KEY, pos int UNIQUE DEFERRABLE, rank int UNIQUE DEFERRABLE INITIALLY DEFERRED);
INSERT INTO k_late VALUES (1, 1, 1), (2, 2, 2), (3, 3, NULL);
CREATE TABLE p_late (pos int PRIMARY KEY DEFERRABLE, note text);
INSERT INTO p_late VALUES (1, 'a'), (2, 'b');
CREATE TABLE active (id int PRIMARY KEY, owner int, live boolean NOT NULL);
CREATE UNIQUE INDEX one_live ON active (owner) WHERE live;
INSERT INTO active VALUES (1, 1, true), (2, 1, false), (3, 1, false), (4, NULL, true), (5, NULL, true);
CREATE TABLE mail (id int PRIMARY KEY, address text, box int);
CREATE UNIQUE INDEX ON mail (lower(address), box);
INSERT INTO mail VALUES (1, 'Ann@x', 1), (2, 'bob@x', NULL);
CREATE TABLE alone (id int PRIMARY KEY, a int, b int, UNIQUE NULLS NOT DISTINCT (a, b));
INSERT INTO alone VALUES (1, NULL, NULL), (2, 1, NULL), (3, 1, 1);
CREATE FUNCTION books(p_room int, p_during int4range) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO booked SELECT max(id) + 1, p_room, p_during FROM booked;
    RETURN 'booked';
EXCEPTION
    WHEN exclusion_violation THEN RETURN 'taken';
END $$;

-- Temporary tables that routines make for themselves.
create function own_rows(n integer) returns text language plpgsql as $$
declare c integer; s text; f text;
begin
  create temp table own_kept (id integer primary key, v numeric(6,2) default 1.5, note varchar(5) not null default 'n', check (v < 50)) on commit drop;
  f := found::text;
  create index on own_kept (v);
  insert into own_kept (id) select generate_series(1, n);
  get diagnostics c = row_count;
  update own_kept set v = v * id where id > 1;
  delete from own_kept k using kv where kv.v = k.id;
  insert into own_kept values (2, 3, 'x') on conflict (id) do update set note = 'y';
  create temporary table own_made as select id, v + 1 as w, 'a' as t from own_kept where id < 4;
  get diagnostics c = row_count;
  select string_agg(concat_ws(',', k.id, k.v, k.note, m.w, m.t), ';' order by k.id) into s from own_kept k left join own_made m using (id);
  truncate own_made;
  drop table own_kept;
  return concat_ws(' ', f, c, s, (select count(*) from own_made));
end $$;
create function own_errors(what text) returns text language plpgsql as $$
begin
  if what <> 'before' then
    create temp table own_never (id integer);
  end if;
  insert into own_never values (1);
  create temp table own_e (id integer primary key, v integer check (v > 0));
  if what = 'twice' then
    create temp table if not exists own_e2 (id integer);
    insert into own_e2 values (1);
    insert into own_e values (1, 1), (1, 2);
  elsif what = 'check' then
    insert into own_e values (1, 0);
  elsif what = 'dropped' then
    drop table own_e;
    delete from own_e;
  elsif what = 'undone' then
    begin
      insert into own_e values (7, 7);
      create temp table own_undone as select * from own_e;
      raise exception 'x';
    exception when raise_exception then null;
    end;
    return (select count(*) from own_e)::text;
  elsif what = 'gone' then
    begin
      create temp table own_gone (id integer);
      raise exception 'x';
    exception when raise_exception then null;
    end;
    insert into own_gone values (1);
  end if;
  return 'good';
end $$;
create function own_loop(n integer) returns text language plpgsql as $$
declare s text := ''; r record;
begin
  for i in 1..n loop
    drop table if exists own_l;
    create temp table own_l as with recursive x (k) as (values (i) union all select k + 1 from x where k < i + 2) select k, k::bigint * 2 as d from x;
    for r in select * from own_l order by k loop
      s := s || r.k || '/' || r.d || ' ';
    end loop;
    update kv set v = coalesce(v, 0) + o.d from own_l o where o.k = kv.v;
  end loop;
  return s || (select sum(v) from kv);
end $$;
create function own_writes() returns bigint language plpgsql as $$
begin
  create temp table own_w as with changed as (update kv set v = v + 1 returning k, v) select k, v from changed where v is not null;
  return (select sum(v) from own_w) + (select count(*) from own_w);
end $$;

-- What depends on types of arguments, on the connection, on the names of constraints (late additions: more.sql).
CREATE FUNCTION kind_of(x int) RETURNS text LANGUAGE sql AS $$ SELECT 'a number'::text $$;
CREATE FUNCTION kind_of(x date) RETURNS text LANGUAGE sql AS $$ SELECT 'a day'::text $$;
CREATE FUNCTION kind_of(x text) RETURNS text LANGUAGE sql AS $$ SELECT 'a text'::text $$;
CREATE FUNCTION kinds_of_row(p int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE c customer%ROWTYPE;
BEGIN SELECT * INTO c FROM customer WHERE id = p; RETURN kind_of(c.born) || kind_of(c.id) || kind_of(p); END $$;
CREATE DOMAIN any_number AS bigint NULL;
CREATE FUNCTION doubles(p any_number) RETURNS any_number LANGUAGE plpgsql AS $$
DECLARE twice any_number; BEGIN twice := p * 2; RETURN twice; END $$;
CREATE TABLE altered (id int PRIMARY KEY, n int CONSTRAINT small_n CHECK (n < 10));
ALTER TABLE altered DROP CONSTRAINT IF EXISTS altered_id_check;
CREATE SEQUENCE draws;
CREATE TABLE drawn (id bigint DEFAULT nextval(('draws'::text)::regclass) PRIMARY KEY, who name DEFAULT current_user, n int);

-- CHECK OPTION (views.sql).
CREATE TABLE checked (id int PRIMARY KEY, n int, m int);
INSERT INTO checked VALUES (1, 5, 5), (2, 15, 5), (3, 5, 15);
CREATE VIEW small_n AS SELECT id, n, m FROM checked WHERE n < 10;
CREATE VIEW small_both AS SELECT * FROM small_n WHERE m < 10 WITH CASCADED CHECK OPTION;
CREATE VIEW small_own AS SELECT * FROM small_n WHERE m < 10 WITH LOCAL CHECK OPTION;
CREATE VIEW over_own (a, b, c) AS SELECT * FROM small_own WHERE id < 100;
CREATE VIEW by_setting WITH (check_option = local) AS SELECT * FROM checked WHERE n < 10;

-- Parts of composite columns and of arrays, and parts of these.
create table c_holds (id int primary key, p c_pair, n c_nest, a int[], ps c_pair[]);
insert into c_holds values (1, row(1, 'x'), row(row(2, 'y'), 3, array[row(4, 'z')::c_pair]), '{1,2}', array[row(5, 'q')::c_pair]), (2, null, null, null, null);
create function c_deep(x integer) returns text language plpgsql as $$
declare n c_nest; q c_pair[]; h c_holds; h2 c_holds; i int := 1;
begin
    n.p.a := x;
    n.p.b := x + 0.6;
    n.list[1].a := '7';
    n.list[i + 1].b := 'two';
    n.list[1] := row(x, 'whole');
    n.list[1].b := n.list[1].b || (n.p).a;
    q[1].b := 'z';
    q[1].a := x / 2;
    h.n.p.a := 3;
    h.ps[1].b := 'h';
    h.a[1] := '12';
    select * into h2 from c_holds where id = 1;
    h2.n.p.a := 55;
    h2.ps[1].a := ((h2.n).p).a + 1;
    return n::text || ' ' || q::text || ' ' || h::text || ' ' || h2::text || ((h.n).p is null) || (n.p).b;
end $$;
create function c_deep_errors(what text) returns text language plpgsql as $$
declare n c_nest; q c_pair[]; i int;
begin
    if what = 'null' then q[i].a := 1;
    elsif what = 'type' then n.p.a := 'no';
    end if;
    return 'none';
exception when others then return sqlstate;
end $$;
create function c_columns(x integer) returns text language plpgsql as $$
declare h c_holds;
begin
    update c_holds set p.a = x, p.b = (p).b || 'k' where id = 1;
    update c_holds set n.p.b = 'deep', n.n = (n).n + 1 where id = 1 returning * into h;
    return h::text || (h.n).n;
end $$;

-- Views whose triggers do what is to be done.
create table vi_a (id integer primary key, bal integer not null, owner varchar(5));
create table vi_n (id integer primary key, body text);
insert into vi_a values (1, 10, 'x'), (2, 20, 'y'), (3, 30, 'z');
insert into vi_n values (2, 'two'), (4, 'four');
create view vi_seen as select a.id, a.bal, n.body, a.owner from vi_a a left join vi_n n on n.id = a.id;
create function vi_write() returns trigger language plpgsql as $$
begin
  insert into t_log (what) values (concat_ws(' ', tg_name, tg_when, tg_op, tg_level, tg_table_name, case when tg_op <> 'INSERT' then concat_ws(',', old.id, old.bal, old.body, old.owner) end, case when tg_op <> 'DELETE' then concat_ws(',', new.id, new.bal, new.body, new.owner) end));
  if tg_op = 'DELETE' then
    if old.bal = 20 then return null; end if;
    delete from vi_a where id = old.id;
    return old;
  end if;
  if new.bal < 0 then return null; end if;
  if tg_op = 'INSERT' then
    insert into vi_a values (new.id, coalesce(new.bal, 7), new.owner);
  else
    update vi_a set id = new.id, bal = new.bal, owner = new.owner where id = old.id;
    if new.body is distinct from old.body then
      insert into vi_n values (new.id, new.body) on conflict (id) do update set body = excluded.body;
    end if;
  end if;
  new.bal := 99;
  return new;
end $$;
create trigger v1 instead of insert or update or delete on vi_seen for each row execute function vi_write();
create function vi_again() returns trigger language plpgsql as $$
begin
  insert into t_log (what) values (concat_ws(' ', tg_name, new.id, new.bal, (select sum(bal) from vi_a)));
  return new;
end $$;
create trigger v2 instead of insert or update on vi_seen for each row execute function vi_again();
create function vi_do(which text) returns text language plpgsql as $$
declare n integer; f boolean;
begin
  if which = 'insert' then
    insert into vi_seen (id, owner) values (10, 'a'), (11, 'b');
  elsif which = 'query' then
    insert into vi_seen select id + 20, bal - 15, 'n', owner from vi_a;
  elsif which = 'update' then
    update vi_seen set bal = bal + 1, body = 'b' || id where id = 2;
  elsif which = 'key' then
    update vi_seen v set id = v.id + 100 from vi_n x where x.id = v.id;
  elsif which = 'long' then
    update vi_seen set owner = 'too long' where id = 1;
  elsif which = 'twice' then
    update vi_seen s set bal = s.bal + k.v from (values (1), (2)) k (v) where s.id < 2;
  elsif which = 'delete' then
    delete from vi_seen where id <> 1;
  elsif which = 'using' then
    delete from vi_seen using vi_n n where n.id = vi_seen.id + 1;
  elsif which = 'none' then
    delete from vi_seen where id > 1000;
  end if;
  f := found;
  get diagnostics n = row_count;
  return concat_ws(' ', n, f, (select string_agg(concat_ws(',', id, bal, body, owner), ';' order by id) from vi_seen),
                   (select string_agg(l.what, ';' order by l.n) from t_log l));
end $$;

-- Statements that are not run stand beside others.
create function refused_beside(what text) returns text language plpgsql as $$
declare r text := 'untouched';
begin
  if what = 'reached' then
    r := xmlelement(name a, what);
  elsif what = 'loop' then
    for r in select xmlelement(name a, k)::text from kv loop
      null;
    end loop;
  elsif what = 'declared' then
    declare x text := xmlelement(name a);
    begin
      r := x;
    end;
  elsif what = 'handled' then
    begin
      r := xmlelement(name a);
    exception when others then
      r := 'handled';
    end;
  else
    update kv set v = v + 1 where k = what returning v into r;
  end if;
  return r;
end $$;
create function refused_below(what text) returns text language plpgsql as $$
begin
  if what = 'called' then
    return refused_whole(1);
  end if;
  return refused_beside(what);
end $$;
create function refused_whole(a anyelement) returns text language plpgsql as $$
declare x text := xmlelement(name a);
begin
  return x;
end $$;

create type grade as enum ('low', 'high', 'best');
alter type grade add value 'mid' before 'high';
alter type grade add value 'top' after 'best';
alter type grade add value 'bottom';
alter type grade rename value 'best' to 'a_best';
create table graded (id integer primary key, g grade, h grade default 'mid', list grade[]);
insert into graded values (1, 'high', 'low'), (2, 'low', 'top'), (3, 'a_best', 'mid'), (4, null, 'bottom');
create index graded_by on graded (g);
create table by_grade (g grade primary key, n integer);
insert into by_grade values ('high', 1), ('low', 2), ('mid', 3);
create function grade_above(a grade, b grade) returns boolean language plpgsql as $$
declare x grade := a; begin return x > b and x >= b and not x <= b; end$$;
create function grade_taken(t text) returns text language plpgsql as $$
declare x grade; begin x := t; return x; exception when invalid_text_representation then return 'no grade'; end$$;
create function if_number(n integer) returns text language plpgsql as $$
begin if n then return 'yes'; else return 'no'; end if; exception when others then return sqlstate; end$$;
create function if_small(n smallint) returns text language plpgsql as $$
declare i integer := 0; begin
  while n loop i := i + 1; exit when n; end loop; return i; exception when others then return sqlstate; end$$;
create function if_text(t text) returns text language plpgsql as $$
begin if t then return 'yes'; end if; assert t, 'no'; return 'no'; exception when others then return sqlstate; end$$;
create function number_of_boolean(b boolean) returns integer language plpgsql as $$
declare i integer; begin i := b; return i; exception when others then return -1; end$$;
create function boolean_of_number(n integer) returns boolean language plpgsql as $$
declare b boolean; begin b := n; return b; exception when invalid_text_representation then return null; end$$;

create domain dom_even as integer check (value % 2 = 0);
create domain dom_given as text not null;
create domain dom_short as varchar(3);
create domain dom_tags as text[] check (cardinality(value) < 3);
create domain dom_even_small as dom_even check (value < 10);
create function dom_known(n integer) returns boolean immutable language sql as $$select n in (1, 2, 3)$$;
create domain dom_listed as integer check (dom_known(value));
create type dom_row as (even dom_even, name text, listed dom_listed);
create domain dom_rounded as numeric(6,1);
create function dom_rounds(r dom_rounded, s numeric(6,1)) returns dom_rounded language sql as $$select r + s$$;
create domain dom_whole as dom_row check ((value).name <> 'no');
create function dom_variable(n integer) returns text language plpgsql as $$
declare e dom_even := 2; begin e := n; return e::text || '!'; exception when check_violation then return 'caught'; end$$;
create function dom_outside(n integer) returns text language plpgsql as $$
begin
  declare e dom_even := n; begin return e + 1; exception when check_violation then return 'never'; end;
exception when others then return sqlstate; end$$;
create function dom_unset() returns text language plpgsql as $$
begin
  declare g dom_given; begin return 'never'; end;
exception when not_null_violation then return 'no value'; end$$;
create function dom_unset_outermost() returns text language plpgsql as $$
declare g dom_given; begin return 'never'; end$$;
create function dom_parameter(e dom_even, more integer default 1) returns integer language plpgsql as $$
begin e := e + more; return e; end$$;
create function dom_result(n integer) returns dom_even language plpgsql as $$begin return n; end$$;
create function dom_result_sql(n integer) returns dom_even language sql as $$select n$$;
create function dom_result_given(t text) returns dom_given language plpgsql as $$begin return t; end$$;
create function dom_result_given_sql(t text) returns dom_given language sql as $$select t$$;
create function dom_out(n integer, out e dom_even, out t text) language plpgsql as $$begin e := n; t := e; end$$;
create function dom_out_given(out g dom_given) language plpgsql as $$begin end$$;
create function dom_each(list integer[]) returns text language plpgsql as $$
declare evens dom_even[]; begin
  evens := list; evens[1] := evens[1] + 1; return evens::text;
exception when check_violation then return coalesce(evens::text, 'none'); end$$;
create function dom_append(n integer) returns text language plpgsql as $$
declare evens dom_even[] := '{2,4}'; begin
  evens := array_append(evens, n); return evens::text;
exception when check_violation then return 'odd'; end$$;
create function dom_array(n integer) returns text language plpgsql as $$
declare tags dom_tags := '{}'; begin
  for i in 1..n loop tags := tags || i::text; end loop; return tags::text;
exception when check_violation then return cardinality(tags); end$$;
create function dom_fields(n integer) returns text language plpgsql as $$
declare r dom_row; begin
  r.name := 'a'; r.even := n; r.listed := n + 1; return r::text;
exception when check_violation then return 'refused'; end$$;
create function dom_into(n integer) returns text language plpgsql as $$
declare r dom_row; e dom_even; begin
  select n, 'x' into e, r.name; select n, 'y', 3 into r; return e || r.name || r.even;
exception when others then return sqlstate; end$$;
create function dom_copied(n integer) returns text language plpgsql as $$
declare m dom_t.mail%type := 'a@b'; e dom_even := 0; f e%type; r dom_t%rowtype; begin
  f := n; m := case when n > 2 then 'none' else 'c@d' end; r.mail := m; r.much := 12345 * n; return f || m || r.much;
exception when others then return sqlstate; end$$;
create function dom_loop(n integer) returns text language plpgsql as $$
declare e dom_even; t text := ''; begin
  for e in select generate_series(0, n, 2) loop t := t || e; end loop;
  foreach e in array array[2, 4, n] loop t := t || e; end loop; return t;
exception when check_violation then return t || ' odd'; end$$;
create function dom_rows(n integer) returns setof dom_even language plpgsql as $$
begin return next 2; return next n; return query select (n + 2)::dom_even; end$$;
create function dom_table(n integer) returns table (e dom_even, t text) language plpgsql as $$
begin e := 2; t := 'two'; return next; return query select n::dom_even, 'n'; end$$;
create function dom_whole_of(t text) returns text language plpgsql as $$
declare w dom_whole; begin w := row(2, t, 3); return (w).name; exception when check_violation then return 'no!'; end$$;
create procedure dom_procedure(inout e dom_even) language plpgsql as $$begin e := e * 3; end$$;
create function dom_call(n integer) returns integer language plpgsql as $$
declare e dom_even := n; begin call dom_procedure(e); return e; end$$;
create function dom_other_rows() returns setof dom_even language plpgsql as $$begin return query select 2; end$$;
create table dom_lists (id integer primary key, evens dom_even[], r dom_row, even dom_even default 4);
insert into dom_lists values (1, '{2,4}', row(2, 'r', 1));

-- Which of several is meant by the types of expressions.
create function meant(n integer) returns text language sql as $$ select 'integer' $$;
create function meant(n bigint) returns text language sql as $$ select 'bigint' $$;
create function meant(n numeric) returns text language sql as $$ select 'numeric' $$;
create function meant(t text) returns text language sql as $$ select 'text' $$;
create function meant(b boolean) returns text language sql as $$ select 'boolean' $$;
create function meant(d date) returns text language sql as $$ select 'date' $$;
create function meant(d timestamptz) returns text language sql as $$ select 'timestamptz' $$;
create function meant(d timestamp) returns text language sql as $$ select 'timestamp' $$;
create function meant(l integer[]) returns text language sql as $$ select 'integer[]' $$;
create function meant(variadic l text[]) returns text language sql as $$ select 'texts' $$;
create function meant(a integer, b timestamptz, c numeric default 1) returns text language sql as $$ select 'a' $$;
create function meant(a integer, b date, c text default '') returns text language sql as $$ select 'b' $$;
create function meant_here(a integer, b varchar(3), d date, l integer[]) returns text language plpgsql as $$
begin
  return concat_ws(' ', meant(a + 1), meant(b || a), meant(case when a > 1 then 'x' else 'y' end), meant(coalesce(a, 1)),
                   meant(-a), meant(upper(b)), meant(length(b)), meant(l), meant(l[1]), meant(array[1] || a), meant('(' || b),
                   meant(current_date), meant(now()), meant(d - 1), meant(d - interval '1 day'), meant(d - d));
end $$;

create table b_kept (id integer primary key, data bytea unique, more bytea default '\x10');
insert into b_kept values (1, 'one'), (2, '\x0002'), (3, null);
create function bytes_kept(b bytea, how text) returns text language plpgsql as $$
declare d bytea := '\xff'; n integer;
begin
  if how = 'where' then
    select count(*) into n from b_kept where data > b;
    return n;
  end if;
  for i in 0 .. length(b) - 1 loop
    d := d || substring(b from i + 1 for 1) || '\x01';
  end loop;
  update b_kept set data = d, more = d where id = 3 or (how = 'again' and data is null);
  return encode(d, 'hex');
end $$;

-- Bit strings.
CREATE TABLE flags (id int PRIMARY KEY, mask bit(4) NOT NULL, part bit varying(4));
CREATE FUNCTION flags_hash(value varchar) RETURNS bigint IMMUTABLE LANGUAGE plpgsql AS $$
DECLARE hash bigint;
BEGIN
    SELECT left('x' || md5(value), 17)::bit(64)::bigint INTO hash;
    RETURN hash;
END $$;
CREATE FUNCTION flags_of(given text, number int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE a bit(3) := b'111'; b varbit;
BEGIN
    b := given;
    a := a & number::bit(3);
    IF given <> 'x1' THEN a := b; END IF;
    RETURN a::text || ' ' || b;
END $$;

-- Rows as values: in arrays, out of them and out of functions in a SELECT list.
CREATE TYPE issued AS (number int, at timestamp);
CREATE TABLE issues (name text PRIMARY KEY, next int, taken issued[]);
INSERT INTO issues VALUES ('a', 5, ARRAY[(5, '2024-01-01'), (6, NULL)]::issued[]), ('b', 1, NULL);
CREATE FUNCTION issue(p text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int; taken issued[]; mine issued; unused boolean;
BEGIN
    SELECT next, coalesce(i.taken, ARRAY[]::issued[]) INTO n, taken FROM issues i WHERE name = p FOR UPDATE;
    LOOP
        mine := (n, '2024-02-02');
        SELECT count(*) = 0 INTO unused FROM (SELECT unnest(taken) AS one) data WHERE (one).number = n;
        EXIT WHEN unused;
        n := n + 1;
    END LOOP;
    UPDATE issues i SET next = n + 1, taken = i.taken || mine WHERE name = p;
    RETURN n;
END $$;
CREATE FUNCTION clear_issue(p text, n int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE taken issued[]; kept issued[] := ARRAY[]::issued[]; found_it boolean := false;
BEGIN
    SELECT i.taken INTO taken FROM issues i WHERE name = p;
    IF array_length(coalesce(taken, kept), 1) IS NULL THEN RETURN false; END IF;
    FOR i IN 1 .. array_length(taken, 1) LOOP
        IF (taken[i]).number = n THEN found_it := true; ELSE kept := kept || taken[i]; END IF;
    END LOOP;
    UPDATE issues SET taken = kept WHERE name = p;
    RETURN found_it;
END $$;
CREATE FUNCTION issues_of(p text) RETURNS SETOF issued LANGUAGE sql AS $$ SELECT u.* FROM issues i, unnest(i.taken) u WHERE i.name = p $$;
CREATE FUNCTION issue_pairs(n int) RETURNS TABLE (a int, b text) LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1 .. n LOOP a := i; b := 'n' || i; RETURN NEXT; END LOOP;
END $$;
CREATE FUNCTION tells(n int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO log VALUES ('told ' || coalesce(n, -1), NULL);
    RETURN n;
END $$;

-- Polymorphic routines.
CREATE FUNCTION p_from(elem anyelement, arr anyarray) RETURNS anyarray LANGUAGE sql IMMUTABLE AS $$
    SELECT $2[i:array_upper($2, 1)] FROM generate_subscripts($2, 1) AS i WHERE $2[i] = $1 ORDER BY i LIMIT 1 $$;
CREATE FUNCTION p_ends(elem anyelement, arr anyarray) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT $2[array_upper($2, 1)] = $1 $$;
CREATE FUNCTION p_first(anyelement, anyelement) RETURNS anyelement LANGUAGE sql STABLE AS $$ SELECT CASE WHEN $1 IS NULL THEN $2 ELSE $1 END $$;
CREATE FUNCTION p_list(a anyelement, b anyelement) RETURNS anyarray LANGUAGE plpgsql AS $$
DECLARE r a%TYPE;
BEGIN
    r := b;
    RETURN ARRAY[a, r] || a;
END $$;
CREATE FUNCTION p_each(arr anyarray) RETURNS SETOF anyelement LANGUAGE plpgsql AS $$
DECLARE i int;
BEGIN
    FOR i IN 1 .. array_length(arr, 1) LOOP
        INSERT INTO log VALUES ('each ' || arr[i], NULL);
        RETURN NEXT arr[i];
    END LOOP;
END $$;
CREATE FUNCTION p_pair(a anyelement, OUT x anyelement, OUT y anyarray) LANGUAGE plpgsql AS $$ BEGIN x := a; y := ARRAY[a, a]; END $$;
CREATE FUNCTION p_plain(a anynonarray, n int DEFAULT 2) RETURNS text LANGUAGE sql AS $$ SELECT a || '/' || n $$;

-- Rows of a function as a value of a statement.
CREATE FUNCTION version_of(t text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE part text[];
BEGIN
    part := regexp_matches(t, '^([0-9]+)\.([0-9]+)(-(.*))?', 'i');
    RETURN coalesce(part[1] || '|' || part[2] || '|' || coalesce(part[4], '?'), 'nothing');
END $$;
CREATE FUNCTION all_matches(t text) RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
    RETURN regexp_matches(t, '[a-z]', 'g');
END $$;

-- Aggregates of one's own.
CREATE FUNCTION a_join(state text, value text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN state || value; END $$;
CREATE AGGREGATE joined (text) (SFUNC = a_join, STYPE = text, INITCOND = '');
CREATE FUNCTION a_other(anyelement, anyelement) RETURNS anyelement LANGUAGE sql STABLE AS $$ SELECT CASE WHEN $1 IS NULL THEN $2 ELSE $1 END $$;
CREATE AGGREGATE first_one (sfunc = a_other, basetype = anyelement, stype = anyelement);
CREATE FUNCTION a_last(anyelement, anyelement) RETURNS anyelement LANGUAGE sql STRICT AS $$ SELECT $2 $$;
CREATE AGGREGATE last_one (anyelement) (sfunc = a_last, stype = anyelement);
CREATE FUNCTION compound(ary anyarray, elm anyarray) RETURNS anyarray LANGUAGE sql AS $$ SELECT array_cat(ary, elm) $$;
CREATE AGGREGATE compound (BASETYPE = anyarray, STYPE = anyarray, SFUNC = compound, INITCOND = '{}');
CREATE FUNCTION a_add(state numeric[], value numeric, weight int) RETURNS numeric[] LANGUAGE plpgsql AS $$
BEGIN
    RETURN ARRAY[state[1] + value * weight, state[2] + weight];
END $$;
CREATE FUNCTION a_divide(state numeric[]) RETURNS numeric LANGUAGE sql STRICT AS $$ SELECT round(state[1] / nullif(state[2], 0), 2) $$;
CREATE AGGREGATE weighted (numeric, int) (SFUNC = a_add, STYPE = numeric[], FINALFUNC = a_divide, INITCOND = '{0,0}');
CREATE FUNCTION a_told(state int, value int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO log VALUES ('told ' || value, NULL);
    RETURN coalesce(state, 0) + value;
END $$;
CREATE AGGREGATE told (int) (SFUNC = a_told, STYPE = int);

/* Which routine is meant, only the types of a record's fields tell. */
CREATE FUNCTION meant_of_fields(n int) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    r record;
    s record;
BEGIN
    FOR r IN SELECT k, v, v * 1.5 AS half, k::varchar(5) AS short, ARRAY[v] AS list, v > 1 AS more,
                    now() AS at, current_date AS day, NULL AS nothing
             FROM kv ORDER BY k LIMIT n LOOP
        RETURN NEXT concat_ws(' | ', meant(r.k), meant(r.v), meant(r.half), meant(r.short), meant(r.list), meant(r.more),
                              meant(r.v, r.at), meant(r.v, r.day), meant(r.k || r.v), meant(coalesce(r.half, r.v)),
                              meant(r.nothing));
        SELECT r.v AS x, r.day - 1 AS y INTO s;
        RETURN NEXT meant(s.x) || ' ' || meant(s.x, s.y) || ' ' || meant(s.x + r.half);
        UPDATE kv SET k = k || '-' || meant(s.x) WHERE k = r.k;
    END LOOP;
END;
$$;
CREATE FUNCTION meant_of_changing(first boolean) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    r record;
BEGIN
    IF first THEN
        SELECT 1 AS x INTO r;
    ELSE
        SELECT 'a'::text AS x INTO r;
    END IF;
    RETURN NEXT meant(r.x);
END;
$$;
CREATE FUNCTION meant_never() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    r record;
BEGIN
    RETURN meant(r.x);
END;
$$;
CREATE FUNCTION whole_as_truth() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
CREATE FUNCTION typed_as_truth() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN int '0'; END $$;
CREATE FUNCTION two_as_truth() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN '2'::bigint; END $$;
CREATE FUNCTION date_as_number() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN date '2024-01-31'; END $$;

/* ROW_COUNT: of expressions with a query in them, and of EXECUTE, which runs to the last row. */
CREATE FUNCTION counts_after(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    n int;
    x int;
BEGIN
    PERFORM 1 FROM kv;
    CASE what
    WHEN 'query' THEN x := (SELECT 5);
    WHEN 'table' THEN x := (SELECT count(*) FROM kv WHERE false);
    WHEN 'function' THEN x := abs(-5);
    WHEN 'if' THEN IF EXISTS (SELECT 1) THEN NULL; END IF;
    WHEN 'bound' THEN FOR i IN 1..(SELECT 1) LOOP NULL; END LOOP;
    WHEN 'raise' THEN RAISE NOTICE '%', (SELECT 7);
    WHEN 'case' THEN CASE (SELECT 7) WHEN 7 THEN NULL; END CASE;
    WHEN 'while' THEN WHILE (SELECT false) LOOP NULL; END LOOP;
    WHEN 'exit' THEN LOOP EXIT WHEN (SELECT true); END LOOP;
    WHEN 'assert' THEN ASSERT (SELECT true);
    WHEN 'declare' THEN DECLARE y int := (SELECT 1); BEGIN NULL; END;
    WHEN 'no row' THEN x := v FROM kv WHERE k = 'nobody';
    WHEN 'into' THEN SELECT v INTO x FROM kv;
    WHEN 'execute' THEN EXECUTE 'SELECT v FROM kv' INTO x;
    WHEN 'execute text' THEN EXECUTE 'SELECT v FROM kv ORDER BY ' || abs(-1) INTO x;
    WHEN 'execute update' THEN EXECUTE 'UPDATE kv SET v = 1 RETURNING v' INTO x;
    WHEN 'execute strict' THEN EXECUTE 'UPDATE kv SET v = 1 RETURNING v' INTO STRICT x;
    WHEN 'update' THEN UPDATE kv SET v = 1 RETURNING v INTO x;
    END CASE;
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN n || ' ' || coalesce(x, 0);
END;
$$;

/* What a handler can ask of an error, and what RAISE may say. */
CREATE TABLE s_told (id int PRIMARY KEY, v int NOT NULL CONSTRAINT s_small CHECK (v < 10), of int CONSTRAINT s_of REFERENCES s_told);
CREATE FUNCTION told_of(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    code text := '22012';
    t text[] := '{}';
    x text;
    n int;
BEGIN
    BEGIN
        CASE what
        WHEN 'all' THEN
            RAISE EXCEPTION 'a % b', 1 USING HINT = 'h' || code, DETAIL = 'd', COLUMN = 'c', CONSTRAINT = 'k', DATATYPE = 'y',
                TABLE = 't', SCHEMA = 's', ERRCODE = code;
        WHEN 'name' THEN RAISE USING ERRCODE = 'unique_' || 'violation';
        WHEN 'cursor' THEN RAISE duplicate_cursor;
        WHEN 'message' THEN RAISE USING MESSAGE = 'm' || code, ERRCODE = left(code, 5);
        WHEN 'no name' THEN RAISE USING ERRCODE = 'no such ' || code;
        WHEN 'null' THEN RAISE 'a' USING HINT = nullif(code, '22012');
        WHEN 'no message' THEN RAISE USING MESSAGE = nullif(code, '22012');
        WHEN 'twice' THEN RAISE EXCEPTION USING HINT = 'a', HINT = 'b';
        WHEN 'two messages' THEN RAISE 'a' USING MESSAGE = 'b';
        WHEN 'two codes' THEN RAISE unique_violation USING ERRCODE = code;
        WHEN 'nothing' THEN RAISE;
        WHEN 'outside' THEN GET STACKED DIAGNOSTICS x = PG_EXCEPTION_HINT;
        WHEN 'case' THEN CASE code WHEN '1' THEN NULL; END CASE;
        WHEN 'zero' THEN PERFORM 1 / 0;
        WHEN 'many' THEN SELECT v INTO STRICT n FROM kv;
        WHEN 'key' THEN INSERT INTO s_told VALUES (1, 1), (1, 2);
        WHEN 'check' THEN INSERT INTO s_told VALUES (1, 10);
        WHEN 'not null' THEN INSERT INTO s_told VALUES (1, NULL);
        WHEN 'child' THEN INSERT INTO s_told VALUES (1, 1, 2);
        WHEN 'parent' THEN
            INSERT INTO s_told VALUES (1, 1, NULL), (2, 2, 1);
            DELETE FROM s_told WHERE id = 1;
        END CASE;
    EXCEPTION WHEN OTHERS THEN
        GET STACKED DIAGNOSTICS x = TABLE_NAME, code = SCHEMA_NAME;
        t := t || x || code;
        GET STACKED DIAGNOSTICS x = COLUMN_NAME; t := t || x;
        GET STACKED DIAGNOSTICS x = CONSTRAINT_NAME; t := t || x;
        GET STACKED DIAGNOSTICS x = PG_DATATYPE_NAME; t := t || x;
        IF SQLSTATE NOT LIKE '23___' AND SQLSTATE NOT LIKE '42___' AND SQLSTATE <> '22004' OR what = 'name' THEN
            GET STACKED DIAGNOSTICS x = PG_EXCEPTION_HINT; t := t || x;
            GET STACKED DIAGNOSTICS x = PG_EXCEPTION_DETAIL; t := t || x;
        END IF;
        BEGIN
            RAISE;
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS x = CONSTRAINT_NAME; t := t || x;
        END;
        RETURN concat_ws('|', SQLSTATE, SQLERRM, t);
    END;
    RETURN 'none';
END;
$$;

/* OUT parameters that are rows; FOREACH with a variable for each field. */
CREATE TYPE o_pair AS (x int, y text);
CREATE PROCEDURE o_both(n int, OUT twice int, OUT p o_pair) LANGUAGE plpgsql AS $$ BEGIN twice := 2 * n; p := (n, 'n'); END $$;
CREATE PROCEDURE o_one(n int, OUT p o_pair) LANGUAGE plpgsql AS $$ BEGIN IF n > 0 THEN p.x := n; END IF; END $$;
CREATE PROCEDURE o_inout(INOUT p o_pair) LANGUAGE plpgsql AS $$ BEGIN p.x := p.x + 1; p.y := p.y || '+'; END $$;
CREATE FUNCTION takes_rows(n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    m int;
    p o_pair;
    q o_pair;
BEGIN
    CALL o_both(n, m, p);
    CALL o_one(n, q);
    CALL o_inout(p);
    CALL o_inout(p);
    CALL o_both(q.x, m, q);
    RETURN concat_ws('|', m, p, q, p.x, q.y);
END;
$$;
CREATE FUNCTION each_field(rows o_pair[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    a int;
    b text;
    r text := '';
BEGIN
    FOREACH a, b IN ARRAY rows LOOP
        r := concat_ws(',', r, a, b);
    END LOOP;
    RETURN concat_ws('|', r, a, b, FOUND);
END;
$$;
-- User-defined operators and casts (stand_ins.sql).
CREATE TYPE so_pair AS (a int, b int);
CREATE TYPE so_hue AS ENUM ('red', 'blue');
CREATE TYPE so_implied AS ENUM ('low', 'high');
CREATE FUNCTION so_close(x int, y int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN abs(x - y) < 2; END $$;
CREATE OPERATOR =~= (LEFTARG = int, RIGHTARG = int, FUNCTION = so_close);
CREATE FUNCTION so_add(x so_pair, y so_pair) RETURNS so_pair LANGUAGE sql IMMUTABLE AS $$ SELECT ROW(x.a + y.a, x.b + y.b)::so_pair $$;
CREATE OPERATOR + (LEFTARG = so_pair, RIGHTARG = so_pair, FUNCTION = so_add);
CREATE FUNCTION so_neg(x so_pair) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT -x.a $$;
CREATE OPERATOR !! (RIGHTARG = so_pair, FUNCTION = so_neg);
CREATE FUNCTION so_hue_of(x int) RETURNS so_hue LANGUAGE sql IMMUTABLE AS $$ SELECT CASE x WHEN 1 THEN 'red'::so_hue ELSE 'blue'::so_hue END $$;
CREATE CAST (int AS so_hue) WITH FUNCTION so_hue_of(int);
CREATE FUNCTION so_number(x so_pair) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT x.a * 10 + x.b $$;
CREATE CAST (so_pair AS int) WITH FUNCTION so_number(so_pair);
CREATE FUNCTION so_text_of(x so_hue) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT 'hue ' || CASE x WHEN 'red' THEN 'r' ELSE 'b' END $$;
CREATE CAST (so_hue AS text) WITH FUNCTION so_text_of(so_hue);
CREATE FUNCTION so_logs(x int) RETURNS so_pair LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES ('cast ' || x::smallint, NULL); RETURN ROW(x, x); END $$;
CREATE CAST (int AS so_pair) WITH FUNCTION so_logs(int);
CREATE TABLE so_t (id int PRIMARY KEY, p so_pair, h so_hue);
INSERT INTO so_t VALUES (1, ROW(1, 2), 'red'), (2, ROW(3, 4), 'blue'), (3, NULL, NULL);
CREATE FUNCTION so_implied_of(x int) RETURNS so_implied LANGUAGE sql IMMUTABLE AS $$ SELECT 'low'::so_implied $$;
CREATE CAST (int AS so_implied) WITH FUNCTION so_implied_of(int) AS ASSIGNMENT;
CREATE TABLE so_u (id int PRIMARY KEY, i so_implied);
-- Foreign keys with MATCH FULL, and with columns that ON DELETE sets.
create table k_pair (a integer, b integer, c text, primary key (a, b), unique (b, c));
create table k_full (id integer primary key, a integer, b integer, foreign key (a, b) references k_pair match full);
create table k_null (id integer primary key, a integer, b integer,
    foreign key (a, b) references k_pair on delete set null (b) on update set null);
create table k_default (id integer primary key, a integer default 9, b integer default 9,
    foreign key (a, b) references k_pair on delete set default (b));
create table k_later (id integer primary key, pair integer references d_pair (a) deferrable,
    other integer constraint k_other references d_pair (a) deferrable initially deferred);
create table k_told (n integer);
create function k_tell() returns trigger language plpgsql as $$
begin
    insert into k_told values (tg_argv[0]::integer);
    return null;
end $$;
create trigger a after update of a on k_null for each row execute function k_tell(1);
create trigger b after update of b on k_null for each row execute function k_tell(2);
insert into k_pair values (1, 1, 'x'), (2, 2, 'y'), (3, 3, null), (4, 4, 'w'), (9, 9, 'z'), (3, 9, 'q');
insert into k_full values (1, null, null), (2, 4, 4);
insert into k_null values (1, 1, 1), (2, 2, 2), (3, null, 7);
insert into k_default values (1, 3, 3), (2, 2, 2);
-- Columns and names that were changed.
create table k_called (id integer primary key, was integer check (was > 0), twice integer generated always as (was * 2) stored);
create unique index k_some on k_called (was) where was < 100;
alter table k_called rename was to "is";
insert into k_called values (1, 5);
create view k_shown as select id, "is", twice from k_called where "is" > 1;
alter table k_called rename "is" to had;
alter view k_shown rename "is" to be;
-- Numbers from a sequence for columns that have no room for large ones.
create table k_short (id smallserial primary key, v integer);
create sequence k_numbers as smallint;
create table k_shorter (id smallint primary key default nextval('k_numbers'), v integer);
-- What is evaluated: each call leaves a row.
CREATE TABLE fold_log (n serial PRIMARY KEY, k int);
CREATE TABLE fold_none (id int PRIMARY KEY);
CREATE TYPE fold_pair AS (p int, q int);
CREATE FUNCTION fold_m(k int) RETURNS int VOLATILE LANGUAGE plpgsql AS $$ BEGIN INSERT INTO fold_log (k) VALUES (k); RETURN k; END $$;
CREATE FUNCTION fold_strict(k int) RETURNS int VOLATILE STRICT LANGUAGE plpgsql AS $$ BEGIN INSERT INTO fold_log (k) VALUES (-k); RETURN k; END $$;
CREATE FUNCTION folds(way int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    y int; n int; o boolean; told text; c refcursor;
BEGIN
    IF way = 1 THEN y := abs(NULL::int) + fold_m(1);
    ELSIF way = 2 THEN y := n + fold_m(1);
    ELSIF way = 3 THEN y := n + fold_m(1) FROM kv WHERE k = 'x';
    ELSIF way = 4 THEN SELECT NULL::int + fold_m(1) INTO y;
    ELSIF way = 5 THEN SELECT n + fold_m(1) INTO y FROM kv WHERE k = 'x';
    ELSIF way = 6 THEN y := fold_strict(NULL) + fold_m(1);
    ELSIF way = 7 THEN y := fold_strict(n) + fold_m(2);
    ELSIF way = 8 THEN y := fold_strict(fold_m(3)) + NULL;
    ELSIF way = 9 THEN y := CASE WHEN NULL + fold_m(1) > 0 THEN 1 ELSE fold_m(2) END;
    ELSIF way = 10 THEN y := fold_m(1) + (fold_m(2) + NULL);
    ELSIF way = 11 THEN IF fold_m(1) IN (SELECT id FROM fold_none) THEN y := 1; END IF;
    ELSIF way = 12 THEN IF fold_m(1) IN (SELECT id FROM customer) THEN y := 1; END IF;
    ELSIF way = 13 THEN IF fold_m(1) NOT IN (SELECT id FROM fold_none WHERE id > 5) THEN y := 1; END IF;
    ELSIF way = 14 THEN IF fold_m(1) > ALL (SELECT id FROM fold_none) THEN y := 1; END IF;
    ELSIF way = 15 THEN IF (fold_m(1), 2) IN (SELECT id, id FROM fold_none) THEN y := 1; END IF;
    ELSIF way = 16 THEN IF fold_m(1) = NULL THEN y := 1; END IF;
    ELSIF way = 17 THEN IF fold_m(1) IS DISTINCT FROM NULL THEN y := 1; END IF;
    ELSIF way = 18 THEN IF nullif(fold_m(1), NULL) = 1 THEN y := 1; END IF;
    ELSIF way = 19 THEN IF fold_m(1) IN (NULL, NULL) THEN y := 1; END IF;
    ELSIF way = 20 THEN IF fold_m(1)::text || NULL = 'x' THEN y := 1; END IF;
    ELSIF way = 21 THEN y := length(fold_m(1)::text || NULL);
    ELSIF way = 22 THEN y := coalesce(NULL + fold_m(1), fold_m(2));
    ELSIF way = 23 THEN IF fold_m(1) BETWEEN NULL AND 3 THEN y := 1; END IF;
    ELSIF way = 24 THEN IF NULL AND fold_m(1) = 1 THEN y := 1; END IF;
    ELSIF way = 25 THEN IF false AND fold_m(1) = 1 THEN y := 1; END IF;
    ELSIF way = 26 THEN IF fold_m(1) = 1 AND false THEN y := 1; END IF;
    ELSIF way = 27 THEN IF fold_m(1) = 1 OR true THEN y := 1; END IF;
    ELSIF way = 28 THEN IF fold_m(1) = 1 AND NULL THEN y := 1; END IF;
    ELSIF way = 29 THEN y := CASE NULL::int WHEN fold_m(1) THEN 1 WHEN fold_m(2) THEN 2 END;
    ELSIF way = 30 THEN y := coalesce(fold_m(1), 1, fold_m(2));
    ELSIF way = 31 THEN y := CASE WHEN 1 = 2 THEN fold_m(1) ELSE 3 END;
    ELSIF way = 32 THEN y := mod(fold_m(1), NULL);
    ELSIF way = 33 THEN y := -(NULL + fold_m(1));
    ELSIF way = 34 THEN EXECUTE 'SELECT $1 + fold_m(1)' INTO y USING n;
    ELSIF way = 35 THEN PERFORM n + fold_m(1);
    ELSIF way = 36 THEN PERFORM n + fold_m(1) FROM kv WHERE k = 'x';
    ELSIF way = 37 THEN SELECT (ROW(NULL, fold_m(1))::fold_pair).p INTO y;
    ELSIF way = 38 THEN y := (ROW(fold_m(2), fold_m(1))::fold_pair).p;
    ELSIF way = 39 THEN SELECT count(*) INTO y FROM kv WHERE k = 'x' AND n = fold_m(1);
    ELSIF way = 40 THEN UPDATE kv SET v = n + fold_m(1) WHERE k = 'x';
    ELSIF way = 41 THEN SELECT coalesce(n + fold_m(1), fold_m(2)) INTO y;
    ELSIF way = 42 THEN SELECT CASE WHEN o THEN fold_m(1) ELSE 2 END INTO y;
    ELSIF way = 43 THEN SELECT 1 INTO y WHERE fold_m(1) = 1 AND n > 2;
    ELSIF way = 44 THEN SELECT abs(n) + fold_m(1) INTO y;
    ELSIF way = 45 THEN y := 1 + fold_m(1);
    ELSIF way = 46 THEN IF 1 = 2 AND fold_m(1) = 1 OR fold_m(2) = 2 THEN y := 1; END IF;
    ELSIF way = 47 THEN OPEN c FOR SELECT fold_m(1); CLOSE c;
    ELSIF way = 48 THEN OPEN c FOR SELECT fold_m(1); FETCH c INTO y;
    END IF;
    SELECT string_agg(k::text, ',' ORDER BY fold_log.n) INTO told FROM fold_log;
    RETURN told;
END $$;

-- Routines whose COST decides which of two conditions is asked first (costs.sql): each raises an error of its own.
CREATE FUNCTION costs_0(x int) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$ BEGIN RAISE SQLSTATE 'C0000'; END $$;
CREATE FUNCTION costs_1(x int) RETURNS boolean LANGUAGE plpgsql COST 0.4 AS $$ BEGIN RAISE SQLSTATE 'C0001'; END $$;
CREATE FUNCTION costs_2(x int) RETURNS boolean LANGUAGE plpgsql COST 1 AS $$ BEGIN RAISE SQLSTATE 'C0002'; END $$;
CREATE FUNCTION costs_3(x int) RETURNS boolean LANGUAGE plpgsql COST 2 AS $$ BEGIN RAISE SQLSTATE 'C0003'; END $$;
CREATE FUNCTION costs_4(x int) RETURNS boolean LANGUAGE plpgsql COST 5 AS $$ BEGIN RAISE SQLSTATE 'C0004'; END $$;
CREATE FUNCTION costs_5(x int) RETURNS boolean LANGUAGE plpgsql COST 50 AS $$ BEGIN RAISE SQLSTATE 'C0005'; END $$;
CREATE FUNCTION costs_6(x int) RETURNS boolean LANGUAGE plpgsql COST 100 AS $$ BEGIN RAISE SQLSTATE 'C0006'; END $$;
CREATE FUNCTION costs_7(x int) RETURNS boolean LANGUAGE plpgsql COST 1000 AS $$ BEGIN RAISE SQLSTATE 'C0007'; END $$;
CREATE FUNCTION costs_8(x int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE 'C0008'; END $$;
CREATE FUNCTION costs_9(x int) RETURNS boolean LANGUAGE plpgsql COST 3 AS $$ BEGIN RAISE SQLSTATE 'C0009'; END $$;
ALTER FUNCTION costs_9(int) COST 0.5;

-- The detail of a constraint's error shows the whole row.
CREATE TABLE shown (
    id int PRIMARY KEY, n int CHECK (n < 100), t text NOT NULL, f double precision DEFAULT 0.1, d date, a int[],
    j jsonb, g int GENERATED ALWAYS AS (n * 2) STORED, c char(3)
);
INSERT INTO shown (id, n, t, d, a, j, c) VALUES (1, 5, 'kept', '2024-02-29', '{1,NULL}', '{"a": 1}', 'x');
CREATE FUNCTION detail_of(what text, given text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    x text;
BEGIN
    CASE what
        WHEN 'insert' THEN INSERT INTO shown (id, n, t) VALUES (2, 100, given);
        WHEN 'update' THEN UPDATE shown SET n = 200 WHERE id = 1;
        WHEN 'null' THEN UPDATE shown SET t = NULL, j = to_jsonb(given) WHERE id = 1;
        WHEN 'both' THEN INSERT INTO shown (id, n, t, d) VALUES (3, 300, NULL, '2024-01-01');
        WHEN 'conflict' THEN INSERT INTO shown (id, n, t) VALUES (1, 1, given) ON CONFLICT (id) DO UPDATE SET n = 101, t = EXCLUDED.t;
    END CASE;
    RETURN 'none';
EXCEPTION
    WHEN check_violation OR not_null_violation THEN
        GET STACKED DIAGNOSTICS x = PG_EXCEPTION_DETAIL;
        RETURN x;
END $$;
CREATE FUNCTION void_in_sql(p int) RETURNS void LANGUAGE sql AS $$ INSERT INTO kv VALUES ('v' || p, p) $$;
CREATE FUNCTION void_in_plpgsql(p int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO kv VALUES ('w' || p, p); END $$;
