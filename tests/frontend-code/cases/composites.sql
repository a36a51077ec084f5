CREATE TYPE pair AS (a integer, b text);
CREATE TYPE nest AS (p pair, list pair[]);
CREATE TABLE t (id integer PRIMARY KEY, v text);
CREATE VIEW w AS SELECT id AS number, v FROM t;
CREATE VIEW odd AS SELECT CASE WHEN id > 1 THEN 1 ELSE 2 END AS what FROM t;
CREATE FUNCTION pair_of(x integer) RETURNS pair LANGUAGE plpgsql AS $$ DECLARE r pair; BEGIN r.a := x; RETURN r; END $$;
CREATE FUNCTION pairs(n integer) RETURNS SETOF pair LANGUAGE sql AS $$ SELECT id, v FROM t WHERE id < n $$;
CREATE FUNCTION first_of(n integer) RETURNS pair LANGUAGE sql AS $$ SELECT pair_of(n) $$;
CREATE FUNCTION takes(VARIADIC list pair[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE p pair; n nest; m w%ROWTYPE; k w.number%TYPE; s integer := 0;
BEGIN
FOREACH p IN ARRAY list LOOP
 s := s + p.a;
END LOOP;
n.p := list[1];
n.list := list;
SELECT (n.p).a, (list[2]).b INTO p;
SELECT * INTO m FROM w WHERE number = (n.list[1]).a;
k := m.number;
INSERT INTO t SELECT (p).*;
INSERT INTO t SELECT f.a, f.b FROM pair_of(1) f;
INSERT INTO t VALUES (p.*), ((pair_of(2)).*);
INSERT INTO t SELECT u.* FROM unnest(list) u;
SELECT x.b INTO m.v FROM pairs(3) x WHERE x.a > (SELECT (y).a FROM (SELECT p AS y) z);
RETURN takes(VARIADIC ARRAY[p]) + takes(p, ROW(1, 'x'));
END $$;
CREATE FUNCTION odd_row() RETURNS void LANGUAGE plpgsql AS $$ DECLARE r odd; BEGIN NULL; END $$;
CREATE FUNCTION no_field() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN (pair_of(1)).c; END $$;
CREATE FUNCTION deep() RETURNS void LANGUAGE plpgsql AS $$ DECLARE n nest; BEGIN n.p.a := 1; END $$;
CREATE TABLE holder (id integer PRIMARY KEY, n nest, p pair, a integer[]);
CREATE FUNCTION parts(x integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE k nest; h holder;
BEGIN
k.list[x + 1].a := 5;
h.n.list[1] := k.p;
UPDATE holder SET p.a = x, p.b = (p).b || 'k', n.list[x].a = (n).p.a WHERE id = x;
UPDATE holder SET a[1] = 2, a[2] = a[1];
END $$;
CREATE FUNCTION part_twice() RETURNS void LANGUAGE sql AS $$ UPDATE holder SET p.a = 1, p = NULL $$;
CREATE FUNCTION slice_of_column() RETURNS void LANGUAGE sql AS $$ UPDATE holder SET a[1:2] = '{1,2}' $$;
CREATE FUNCTION part_inserted() RETURNS void LANGUAGE sql AS $$ INSERT INTO holder (id, p.a) VALUES (1, 2) $$;
CREATE FUNCTION whole_rows(list pair[]) RETURNS SETOF pair LANGUAGE plpgsql AS $$
DECLARE n integer; k pair[] := ARRAY[]::pair[];
BEGIN
SELECT (x.one).a INTO n FROM (SELECT unnest(list || k) AS one) x WHERE (x.one).b BETWEEN pair_of(1)::text AND 'z';
n := (SELECT count(*) FROM (SELECT pairs(n) AS p) y WHERE (p).a = n);
k := k || list[1];
RETURN QUERY SELECT (unnest(k)).*;
END $$;
