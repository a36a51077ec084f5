"""What a session sets, and what ends it: \\connect, also as another role, DISCARD ALL, RESET. Which of two tables named t a transaction
means, and whether a policy binds a SECURITY DEFINER function, depends on what is still set."""

ROLES = ["judged_app", "judged_owner"]
SCHEMA = """GRANT ALL ON SCHEMA public TO PUBLIC;
CREATE SCHEMA x;
CREATE TABLE x.t (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE public.t (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE public.g (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE public.u (id integer PRIMARY KEY, n integer NOT NULL);
CREATE POLICY p ON public.u USING (EXISTS (SELECT FROM public.g WHERE g.id = u.id AND g.n > 0));
ALTER TABLE public.u ENABLE ROW LEVEL SECURITY;
GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC;
"""
ROUTINES = """CREATE FUNCTION public.twice() RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$ DECLARE a integer; b integer; BEGIN
  SELECT n INTO a FROM public.u WHERE id = 1; /*P*/ SELECT n INTO b FROM public.u WHERE id = 1; RETURN concat(a, '-', b); END $$;
CREATE FUNCTION public.hide(k integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE public.g SET n = k WHERE id = 1; END $$;
"""
CHANGES = ["SET search_path = x;\n", "SET search_path = x, public;\n", "SET ROLE judged_app;\n", "SET SESSION AUTHORIZATION judged_owner;\n",
           "SELECT set_config('role', 'judged_app', false);\n"]
ENDS = ["\\connect - judged_app\n", "\\c - judged_owner\n", "\\connect -\n", "DISCARD ALL;\n", "DISCARD PLANS;\n", "RESET ALL;\n", ""]


def draw(r):
    sql, path = SCHEMA, None
    for line in [r.choice(["", *CHANGES]), r.choice(ENDS), r.choice(["", "", *CHANGES]), r.choice([*ENDS, "", "", ""])]:
        sql += line
        if line.startswith("SET search_path"):
            path = line
        elif line.startswith(("\\", "DISCARD ALL", "RESET")):
            path = None
    read, write = r.choice([("t", "t"), ("t", "public.t"), ("public.t", "t"), ("t", "x.t")])
    sql += (ROUTINES + f"-- name: reads\nBEGIN;\nSELECT n FROM {read} WHERE id = 1;\nSELECT n FROM {r.choice([read, 'public.t'])} WHERE id = 1;\nCOMMIT;\n"
            f"-- name: adds\nBEGIN;\nUPDATE {write} SET n = n + 1 WHERE id = 1;\nCOMMIT;\n")
    init = [f"INSERT INTO {table} VALUES (1, 1)" for table in ("x.t", "public.t", "g", "u")]
    transaction = [path.rstrip(";\n")] if path else []
    reads = [*transaction, "BEGIN", *[line[:-1] for line in sql.split("-- name: reads\nBEGIN;\n")[1].split("\n")[:2]], "COMMIT"]
    adds = [*transaction, "BEGIN", sql.split("-- name: adds\nBEGIN;\n")[1].split("\n")[0][:-1], "COMMIT"]
    calls = [["SELECT public.twice()", "SELECT public.hide(0)"], [reads, adds], [reads, adds, adds], ["SELECT public.twice()", "SELECT public.hide(2)", reads]]
    return {"sql": sql, "init": init, "calls": calls, "roles": ROLES}
