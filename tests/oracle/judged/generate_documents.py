"""Programs that keep several values in one column: jsonb, arrays, ranges; one of them changes another part of the value than the
other reads."""

KINDS = {
    "jsonb": {
        "init": ["'{\"a\": 1, \"b\": 0}'", "'{\"a\": 0}'", "'{\"b\": 2}'"],
        "reads": ["(doc->>'a')::int", "(doc->>'b')::int", "coalesce((doc->>'c')::int, 0)", "(doc #>> '{a}')::int", "jsonb_typeof(doc->'b') = 'number'",
                  "doc ? 'c'", "doc @> '{\"a\": 1}'", "doc->'a' = '1'", "(doc->p::text)::text", "doc ?| ARRAY['c', 'd']", "doc->>'a' IS NULL"],
        "writes": ["doc = doc || '{\"a\": 2}'", "doc = doc || jsonb_build_object('b', p)", "doc = jsonb_set(doc, '{c}', to_jsonb(p))",
                   "doc = doc - 'a'", "doc = jsonb_set(doc, '{a}', to_jsonb((doc->>'a')::int + 1))", "doc = '{}'", "doc = doc - ARRAY['b', 'c']",
                   "doc = jsonb_strip_nulls(doc)", "doc['b'] = to_jsonb(p)", "doc = jsonb_build_object('a', y)", "doc = doc || doc"],
        "where": ["doc @> '{\"a\": 1}'", "doc ? 'b'", "(doc->>'b')::int > 0", "doc->>'a' = '1'", "NOT doc ? 'c'"],
    },
    "int[]": {
        "init": ["'{1,2}'", "'{}'", "'{0,3}'"],
        "reads": ["doc[1]", "doc[p]", "cardinality(doc)", "array_length(doc, 1)", "p = ANY (doc)", "doc @> ARRAY[1]", "doc && ARRAY[2, 3]",
                  "array_position(doc, 2)", "(SELECT sum(e) FROM unnest(doc) e)", "doc[1:1]", "1 <> ALL (doc)", "array_to_string(doc, ',')"],
        "writes": ["doc = doc || p", "doc = array_remove(doc, p)", "doc[1] = p", "doc[p] = 7", "doc = array_append(doc, y)", "doc = doc[2:]",
                   "doc = ARRAY(SELECT e + 1 FROM unnest(doc) e)", "doc = array_replace(doc, 1, 5)", "doc = '{}'", "doc = ARRAY[p] || doc"],
        "where": ["1 = ANY (doc)", "doc[1] = 1", "cardinality(doc) > 1", "doc @> ARRAY[p]", "NOT p = ANY (doc)", "doc <> '{}'"],
    },
    "int4range": {
        "init": ["'[1,3)'", "'empty'", "'[2,9)'"],
        "reads": ["lower(doc)", "upper(doc)", "isempty(doc)", "doc @> p", "doc && int4range(2, 3)", "upper_inf(doc)", "doc << int4range(5, 6)",
                  "doc = int4range(1, 3)", "coalesce(upper(doc) - lower(doc), 0)", "doc -|- int4range(3, 4)"],
        "writes": ["doc = int4range(p, p + 2)", "doc = doc * int4range(0, 2)", "doc = int4range(lower(doc), NULL)", "doc = 'empty'",
                   "doc = int4range(lower(doc), upper(doc) + 1)", "doc = int4range(p, p)", "doc = range_merge(doc, int4range(p, p + 1))"],
        "where": ["doc @> 2", "isempty(doc)", "doc && int4range(p, p + 1)", "NOT doc @> p", "upper(doc) > 3"],
    },
    "pair": {
        "init": ["'(1,0)'", "'(0,1)'", "NULL"],
        "reads": ["(doc).a", "(doc).b", "doc IS NULL", "(doc).a + (doc).b", "doc = (1, 0)::pair", "coalesce((doc).b, -1)", "doc::text"],
        "writes": ["doc.a = p", "doc.b = coalesce((t.doc).b, 0) + 1", "doc = ROW(p, 0)", "doc = NULL", "doc.a = y"],
        "where": ["(doc).a = 1", "doc IS NOT NULL", "(doc).b > 0", "(doc).a = p"],
    },
}


def statements(r, kind):
    c = r.choice
    where = c(["id = p", "id = p", "id = 1", c(kind["where"]), f"id = p AND {c(kind['where'])}"])
    read = c([f"SELECT ({c(kind['reads'])})::text INTO x FROM t WHERE id = {c(['p', '1', '2'])};", f"SELECT count(*) INTO y FROM t WHERE {c(kind['where'])};",
              f"x := (SELECT string_agg(({c(kind['reads'])})::text, ',' ORDER BY id) FROM t);",
              f"IF EXISTS (SELECT 1 FROM t WHERE {c(kind['where'])}) THEN y := 5; END IF;"])
    write = c([f"UPDATE t SET {c(kind['writes'])} WHERE {where};"] * 4 + [f"DELETE FROM t WHERE {where};",
              f"INSERT INTO t VALUES (p + 3, 0, {c(kind['init'])}) ON CONFLICT DO NOTHING;", f"UPDATE t SET v = coalesce(y, 0) WHERE {where};"])
    return read, write


def draw(r):
    c = r.choice
    name = c(list(KINDS))
    kind = KINDS[name]
    sql = "CREATE TYPE pair AS (a int, b int);\n" if name == "pair" else ""
    sql += f"CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL, doc {name}{c(['', '', ' NOT NULL']) if name != 'pair' else ''});\n"
    if name == "jsonb" and r.random() < 0.3:
        sql += c(["CREATE INDEX ON t USING gin (doc);\n", "CREATE UNIQUE INDEX ON t ((doc->>'a'));\n", "ALTER TABLE t ADD CHECK ((doc->>'b')::int >= 0);\n"])
    if name == "int[]" and r.random() < 0.3:
        sql += c(["CREATE INDEX ON t USING gin (doc);\n", "ALTER TABLE t ADD CHECK (cardinality(doc) < 4);\n", "ALTER TABLE t ADD UNIQUE (doc);\n"])
    if name == "int4range" and r.random() < 0.3:
        sql += c(["ALTER TABLE t ADD EXCLUDE USING gist (doc WITH &&);\n", "ALTER TABLE t ADD CHECK (NOT doc @> 11);\n"])
    for f in "fh":
        steps = list(statements(r, kind))
        if r.random() < 0.3:
            steps.append(c(statements(r, kind)))
        r.shuffle(steps)
        sql += (f"CREATE FUNCTION {f}(p int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE x text; y int;\n"
                f"BEGIN {' /*P*/ '.join(steps)} RETURN concat_ws('|', x, y); END $$;\n")
    init = ["INSERT INTO t VALUES " + ", ".join(f"({i + 1}, {c('01')}, {value})" for i, value in enumerate(kind["init"]))]
    calls = [[f"SELECT {a}({c('112')})", f"SELECT {b}({c('123')})"] for a, b in ("fh", "ff", "hh", "fh", "hf")]
    return {"sql": sql, "init": init, "calls": calls}
