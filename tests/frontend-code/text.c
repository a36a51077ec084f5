/* Texts beside the programs: statements of a client, assertions, setup. What is wrong with them must be reported at its
 * place in the user's file, and must never become code that can be run; nothing of them may change the programs. */
#include "frontend.h"
#include "code/code_text.h"
#include "test.h"
#include "well_formed.h"

static const char schema[] = "CREATE TABLE kv (k text PRIMARY KEY, v integer);\n"
                             "INSERT INTO kv VALUES ('x', 0);\n"
                             "CREATE PROCEDURE put(a text, b integer) LANGUAGE plpgsql AS\n"
                             "  $$ BEGIN UPDATE kv SET v = b WHERE k = a; END $$;\n"
                             "BEGIN; DELETE FROM kv; COMMIT;\n"
                             "INSERT INTO kv SELECT 'y', count(*) FROM kv;\n";

typedef struct fixture {
    ip_arena *arena;
    ip_diagnostics diagnostics;
    ip_workload *workload;
    const ip_code *setup;
} fixture;

static fixture begin(const char *text)
{
    fixture f = {.arena = ip_arena_new()};
    f.diagnostics.arena = f.arena;
    const ip_source *source = ip_source_from_text(f.arena, "schema.sql", text, strlen(text));
    f.workload = ip_frontend_read_setup(f.arena, &source, 1, &f.diagnostics, &f.setup);
    return f;
}

/* The text between { and } of a client's file. */
static ip_range part(fixture *f, const char *file)
{
    const ip_source *source = ip_source_from_text(f->arena, "client.spec", file, strlen(file));
    size_t open = (size_t)(strchr(file, '{') - file), close = (size_t)(strrchr(file, '}') - file);
    return (ip_range){source, open + 1, close};
}

static void expect_error(fixture *f, const ip_code *code, int line, int column, const char *message)
{
    CHECK(code->why_not != NULL);
    CHECK_INT(f->diagnostics.list.count, 1);
    if (f->diagnostics.list.count != 1)
        return;
    ip_position at = ip_range_position(f->diagnostics.list.items[0].range);
    CHECK_INT(f->diagnostics.list.items[0].kind, IP_ERROR);
    CHECK_INT(at.line, line);
    CHECK_INT(at.column, column);
    CHECK_TEXT(f->diagnostics.list.items[0].message, message);
}

static void check_setup(void)
{
    fixture f = begin(schema);
    CHECK_INT(f.diagnostics.list.count, 0);
    CHECK(!f.setup->why_not && !ip_code_fault(f.setup));
    CHECK_INT(f.setup->body.count, 2);
    CHECK_INT(f.workload->programs.count, 2);
    ip_arena_free(f.arena);
    f = begin("CREATE TABLE t (a integer);\nINSERT INTO t VALUES (b);\n");
    expect_error(&f, f.setup, 2, 23, "\"b\" is neither a column nor a variable here");
    ip_arena_free(f.arena);
}

static void check_statements(void)
{
    fixture f = begin(schema);
    ip_range text = part(&f, "step a { BEGIN; SELECT v FROM kv; CALL put('x', 1); UPDATE kv SET v = :n; COMMIT; }");
    const ip_code *code = ip_code_frontend_statements(f.workload, "a", text, &f.diagnostics);
    CHECK(!code->why_not && !ip_code_fault(code));
    CHECK_INT(code->body.count, 3);
    CHECK_INT(code->parameter_count, 1);
    CHECK(code->body.count == 3 && code->body.items[1]->accesses);
    CHECK_INT(f.diagnostics.list.count, 0);
    code = ip_code_frontend_statements(f.workload, "none", part(&f, "step b { }"), &f.diagnostics);
    CHECK(!code->why_not && code->body.count == 0);
    CHECK_INT(f.workload->programs.count, 2);
    ip_arena_free(f.arena);
}

static void check_faults(void)
{
    static const struct {
        const char *file;
        int line, column;
        const char *message;
    } cases[] = {
        {"step a {\n  SELECT v FROM kw; }", 2, 17, "use of the undefined table \"kw\""},
        {"step a {\n  SELECT v FROM kv;\n  UPDATE kv SET; }", 3, 16, "syntax error at end of input"},
        {"step a { SELECT 'x }", 1, 17, "unterminated quoted string"},
        {"step a { SELECT v FROM kv; \\gset\n }", 1, 28, "psql commands are not run"},
        {"step a { CALL put('x'); }", 1, 10, "call of put(): no such procedure"},
        {"step a { CREATE TABLE t (a integer); }", 1, 10, "CREATE TABLE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f = begin(schema);
        const ip_code *code = ip_code_frontend_statements(f.workload, "a", part(&f, cases[i].file), &f.diagnostics);
        expect_error(&f, code, cases[i].line, cases[i].column, cases[i].message);
        CHECK_INT(f.workload->schema.tables.count, 1);
        ip_arena_free(f.arena);
    }
}

static void check_query(void)
{
    static const char *const wrong[] = {"assert { }", "assert { DELETE FROM kv }", "assert { SELECT 1; SELECT 2 }",
                                        "assert { SELECT v FROM }"};
    fixture f = begin(schema);
    const ip_code *code =
        ip_code_frontend_query(f.workload, "assert", part(&f, "assert { SELECT sum(v) = 0 FROM kv }"), &f.diagnostics);
    CHECK(!code->why_not && !ip_code_fault(code));
    CHECK(code->body.count == 1 && code->body.items[0]->query->target_count == 1);
    CHECK_INT(f.diagnostics.list.count, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        code = ip_code_frontend_query(f.workload, "assert", part(&f, wrong[i]), &f.diagnostics);
        CHECK(code->why_not != NULL);
        CHECK_INT(f.diagnostics.list.count, (int)i + 1);
    }
    ip_arena_free(f.arena);
}

static void check_routine(void)
{
    fixture f = begin(schema);
    CHECK(ip_code_frontend_routine(f.workload, "put") == ip_program_workload_program(f.workload, "put")->code);
    CHECK(ip_code_frontend_routine(f.workload, "nothing") == NULL);
    ip_arena_free(f.arena);
}

TEST_SUITE(frontend_code_text)
{
    check_setup();
    check_statements();
    check_faults();
    check_query();
    check_routine();
    return TEST_RESULT();
}
