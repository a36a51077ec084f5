/* Which columns keep the value that their row began with, although UPDATEs write them. Each condition of the argument
 * (encoders/facts/rewritten.h) has a routine that fails to keep the name without it. */
#include "base/arena.h"
#include "facts/facts.h"
#include "frontend.h"
#include "test.h"

static const struct {
    const char *type; /* of t.name and of s */
    const char *body;
    bool kept;
    const char *given; /* another type of s; NULL: none */
    const char *key;   /* another one than id; NULL: none */
} routines[] = {
    {"text", "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", true, NULL, NULL},
    {"text", "SELECT id INTO i FROM t WHERE name = s AND v > 0 FOR UPDATE; UPDATE t SET name = s, v = 1 WHERE id = i;",
     true, NULL, NULL},
    {"text", "SELECT id, name INTO i, m FROM t WHERE id = z; UPDATE t SET name = m WHERE id = i;", true, NULL, NULL},
    {"text", "SELECT id, name INTO i, m FROM t WHERE v = 1; UPDATE t SET name = m WHERE id = i AND v = 1;", true, NULL,
     NULL},
    {"text", "FOR r IN SELECT id, name FROM t LOOP UPDATE t SET name = r.name WHERE id = r.id; END LOOP;", true, NULL,
     NULL},
    {"varchar(9)", "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", true, NULL, NULL},
    {"integer", "SELECT id, name INTO i, m FROM t WHERE id = z; UPDATE t SET name = m WHERE id = i;", true, NULL, NULL},
    {"text", "UPDATE t SET name = s, v = 1 WHERE name = s;", true, NULL, NULL},
    {"text", "UPDATE t SET name = name, v = 1 WHERE id = z;", true, NULL, NULL},
    {"numeric", "SELECT id, name INTO i, m FROM t WHERE id = z; UPDATE t SET name = m WHERE id = i;", true, NULL, NULL},
    {"char(9)", "SELECT id, name INTO i, m FROM t WHERE id = z; UPDATE t SET name = m WHERE id = i;", true, NULL, NULL},
    {"text", "UPDATE t SET v = 2 WHERE name = s RETURNING id INTO i; UPDATE t SET name = s WHERE id = i;", true, NULL,
     NULL},
    {"text", "SELECT b.id, b.name INTO i, m FROM t a LEFT JOIN t b ON b.v = a.id; UPDATE t SET name = m WHERE id = i;",
     true, NULL, NULL},
    {"text", "SELECT id, v, name INTO i, j, m FROM t WHERE id = z; UPDATE t SET name = m WHERE id = i AND v = j;", true,
     NULL, "id, v"},
    /* The query has perhaps found no row, but the UPDATE does. */
    {"text", "SELECT v INTO i FROM t WHERE id = z AND name = s; UPDATE t SET name = s WHERE id = z;", false, NULL,
     NULL},
    {"text", "SELECT name INTO m FROM t WHERE id = z AND v = 1; UPDATE t SET name = m WHERE id = z;", false, NULL,
     NULL},
    /* Another row. */
    {"text",
     "SELECT id INTO i FROM t WHERE id = z; SELECT name INTO m FROM t WHERE id = 3; UPDATE t SET name = m WHERE id = "
     "i;",
     false, NULL, NULL},
    {"text", "SELECT a.id, b.name INTO i, m FROM t a JOIN t b ON a.v = b.v; UPDATE t SET name = m WHERE id = i;", false,
     NULL, NULL},
    {"text",
     "SELECT id, name INTO i, m FROM t WHERE id = z; SELECT id, name INTO j, m FROM t WHERE id = 3; "
     "UPDATE t SET name = m WHERE id = i;",
     false, NULL, NULL},
    {"text", "SELECT id, name INTO i, m FROM t WHERE id = z; UPDATE t SET name = m WHERE id = i AND v = 1;", false,
     NULL, "id, v"},
    {"text", "SELECT v INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", false, NULL, NULL},
    {"text", "SELECT max(id) INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", false, NULL, NULL},
    {"text", "FOR r IN SELECT id, name FROM t LOOP UPDATE t SET name = m WHERE id = r.id; m := r.name; END LOOP;",
     false, NULL, NULL},
    {"text", "PERFORM id FROM t WHERE name = s; GET DIAGNOSTICS i = ROW_COUNT; UPDATE t SET name = s WHERE id = i;",
     false, NULL, NULL},
    /* Another value. */
    {"text", "SELECT id INTO i FROM t WHERE name = s OR v = 1; UPDATE t SET name = s WHERE id = i;", false, NULL, NULL},
    {"text",
     "SELECT id, name INTO i, m FROM t GROUP BY GROUPING SETS ((id), (name)); UPDATE t SET name = m WHERE id = i;",
     false, NULL, NULL},
    {"integer", "SELECT id INTO i FROM t WHERE name = z; UPDATE t SET name = s WHERE id = i;", false, NULL, NULL},
    {"text", "SELECT id, name INTO i, e FROM t WHERE id = z; UPDATE t SET name = e WHERE id = i;", false, NULL, NULL},
    {"varchar(9)", "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", false, "char", NULL},
    {"varchar(9)", "UPDATE t SET name = s WHERE name = s;", false, "char", NULL},
    {"numeric", "UPDATE t SET name = s WHERE name = s;", false, NULL, NULL},
    {"numeric", "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", false, "integer", NULL},
    {"text", "SELECT id INTO i FROM t WHERE name > s; UPDATE t SET name = s WHERE id = i;", false, NULL, NULL},
    {"text", "SELECT id, name INTO i, c FROM t WHERE id = z; UPDATE t SET name = c WHERE id = i;", false, NULL, NULL},
    {"char(9)", "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", false, NULL, NULL},
    {"numeric", "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i;", false, NULL, NULL},
    {"text", "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = upper(s) WHERE id = i;", false, NULL, NULL},
    /* Another routine does so, or the rows have other numbers, or come again with other names. */
    {"text",
     "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i; UPDATE t SET name = 'x' WHERE id = "
     "z;",
     false, NULL, NULL},
    {"text",
     "SELECT id, name INTO i, m FROM t WHERE id = z; UPDATE t SET name = m WHERE id = i; UPDATE t SET id = 5 WHERE id "
     "= z;",
     false, NULL, NULL},
    {"text",
     "SELECT id INTO i FROM t WHERE name = s; UPDATE t SET name = s WHERE id = i; DELETE FROM t; INSERT INTO t VALUES "
     "(z, s, 1);",
     false, NULL, NULL},
};

TEST_SUITE(column_facts)
{
    for (size_t i = 0; i < sizeof routines / sizeof *routines; i++) {
        ip_arena *arena = ip_arena_new();
        ip_diagnostics diagnostics = {.arena = arena};
        const char *given = routines[i].given ? routines[i].given : routines[i].type;
        const char *text = ip_arena_printf(arena,
                                           "CREATE TABLE t (id integer, name %s, v integer, PRIMARY KEY (%s));\n"
                                           "CREATE PROCEDURE p(z integer, s %s) LANGUAGE plpgsql AS $$ DECLARE i "
                                           "integer; j integer; m %s; c char(2); e varchar(2); r record;\n"
                                           "BEGIN %s END $$;",
                                           routines[i].type, routines[i].key ? routines[i].key : "id", given,
                                           routines[i].type, routines[i].body);
        const ip_source *source = ip_source_from_text(arena, "p.sql", text, strlen(text));
        ip_workload *workload = ip_frontend_read(arena, &source, 1, &diagnostics);
        const ip_facts *facts =
            ip_facts_derive(arena, &workload->schema, (const ip_program *const *)workload->programs.items,
                            workload->programs.count, false, true);
        bool kept =
            workload->programs.count == 1 && facts->tables[0].columns[1].updated && facts->tables[0].columns[1].frozen;
        if (kept != routines[i].kept)
            fprintf(stderr, "name %s: %s\n", routines[i].type, routines[i].body);
        CHECK(kept == routines[i].kept);
        ip_arena_free(arena);
    }
    return TEST_RESULT();
}
