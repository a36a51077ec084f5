"""Transactions that set search_path on the way: by SET LOCAL, set_config and RESET search_path, in branches, loops, blocks with handlers,
called functions, functions called for rows, SQL functions, triggers and EXECUTE; and names that are no names of schemas. Which of
two tables named t a later statement means decides whether an update is lost. It may be a statement of a called function, with or
without a path of its own."""

SCHEMA = """CREATE SCHEMA x;
CREATE TABLE x.t (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE many (id integer PRIMARY KEY);
CREATE TABLE fires (id integer);
"""
SETS = ["SET LOCAL search_path TO {p}", "SET LOCAL search_path = {p}, pg_temp", "SET LOCAL SCHEMA '{p}'",
        "PERFORM set_config('search_path', '{p}', true)", "PERFORM set_config('search_path', '\"{p}\", y', true)",
        "PERFORM set_config('search_path', '{p}', true), set_config('work_mem', '8MB', true)",
        "PERFORM set_config('search_path', '{u}', true)", "RESET search_path",
        "PERFORM set_config('search_path', '\"{p},q\", {o}', true)", "PERFORM set_config('search_path', '\" {p}\",{o}', true)",
        "PERFORM set_config('search_path', 'q,\n\t{p}, {o}', true)", "SET LOCAL search_path TO '{p}, q', {o}", "SET LOCAL search_path TO ' {p}', {o}",
        "EXECUTE 'SET LOCAL search_path TO {p}'", "EXECUTE format('SET LOCAL search_path TO %I', '{p}')"]


def setting(r):
    path = r.choice(["x", "x", "public"])
    return r.choice(SETS).format(p=path, u=path.upper(), o="public" if path == "x" else "x")


def within(r, statement):
    """The statement where it is not always executed, or not by the transaction's own text."""
    return r.choice([
        "{s};", "{s};", "{s};", "IF a > 0 THEN {s}; END IF;", "IF a > 5 THEN {s}; END IF;", "FOR i IN 1..2 LOOP {s}; END LOOP;",
        "BEGIN {s}; EXCEPTION WHEN division_by_zero THEN NULL; END;",
        "BEGIN {s}; RAISE division_by_zero; EXCEPTION WHEN division_by_zero THEN NULL; END;",
        "DECLARE k integer; BEGIN {s}; END;"]).format(s=statement)


G = "CREATE FUNCTION g(a integer) RETURNS integer LANGUAGE plpgsql AS $g$ BEGIN {s} RETURN 1; END $g$;\n"
S = "CREATE FUNCTION s() RETURNS void LANGUAGE sql AS $s$ SET LOCAL search_path TO x; {u} $s$;\n"
FIRES = """CREATE FUNCTION on_fires() RETURNS trigger LANGUAGE plpgsql AS $f$ DECLARE a integer := 1; BEGIN {s} RETURN NULL; END $f$;
CREATE TRIGGER on_fires AFTER INSERT ON fires FOR EACH STATEMENT EXECUTE FUNCTION on_fires();
"""
CALLS = ["PERFORM g(1);", "PERFORM g(id) FROM many;", "PERFORM g(id) FROM many;", "UPDATE many SET id = id WHERE g(id) > 0;",
         "v := v + 0 * g(1);", "IF EXISTS (SELECT g(1)) THEN NULL; END IF;", "v := v + (SELECT count(g(id)) FROM many) * 0;"]


def change(r):
    """Definitions, and a statement that may set the path."""
    kind = r.random()
    if kind < 0.4:
        return "", within(r, setting(r))
    if kind < 0.8:
        return G.format(s=within(r, setting(r))), r.choice(CALLS)
    if kind < 0.9:
        return S.format(u=r.choice(["", "UPDATE t SET n = n + 0 WHERE id = 2;"])), "PERFORM s();"
    return FIRES.format(s=within(r, setting(r))), "INSERT INTO fires VALUES (1);"


READS = "CREATE FUNCTION public.reads(a integer) RETURNS integer LANGUAGE {language} {sets} AS $r$ {body} $r$;\n"
READING = ["v := public.reads(a);", "v := public.reads(a);", "SELECT max(public.reads(id)) INTO v FROM public.many WHERE id = a;"]


def reading(r):
    """A function that reads t along its own path or that of its caller, and a call of it."""
    language = r.choice(["sql", "plpgsql", "plpgsql"])
    query = "SELECT n FROM t WHERE id = a"
    body = query if language == "sql" else f"BEGIN RETURN ({query}); END"
    sets = r.choice(["", "", "SET search_path = x", "SET search_path = public", "STABLE"])
    return READS.format(language=language, sets=sets, body=body), r.choice(READING)


def draw(r):
    source, target = r.choice([("x.t", "t"), ("public.t", "t"), ("t", "x.t"), ("t", "public.t"), ("t", "t")])
    definitions, changing = change(r)
    read = f"SELECT n INTO v FROM {source} WHERE id = a; IF NOT FOUND THEN RAISE EXCEPTION 'none'; END IF;"
    write = f"UPDATE {target} SET n = v + 1 WHERE id = a;"
    if r.random() < 0.3:
        function, read = reading(r)
        definitions = r.choice(["", "", "SET search_path = public;\n"]) + definitions + function
    body = f"{changing} {read} /*P*/ {write}" if r.random() < 0.3 else f"{read} /*P*/ {changing} {write}"
    own = r.choice(["", "", "", "SET search_path = x, public", "SET search_path = public, x"]) if "COMMIT" not in body else ""
    program = f"CREATE PROCEDURE p(a integer) LANGUAGE plpgsql {own} AS $$ DECLARE v integer := 0; BEGIN {body} END $$;"
    rows = r.choice([[], ["INSERT INTO many VALUES (1), (2)"], ["INSERT INTO many VALUES (1), (2)"]])
    return {"sql": SCHEMA + definitions + program, "calls": [["CALL p(1)", "CALL p(1)"]],
            "init": ["INSERT INTO x.t VALUES (1, 0), (2, 0)", "INSERT INTO public.t VALUES (1, 10), (2, 10)", *rows]}
