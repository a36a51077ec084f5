/* The accesses of a statement are what histories are made of (README.md of the interpreter says why they are these), so
 * each of them is written down here; and the text that a server would be given. */
#include "frontend.h"
#include "memory.h"
#include "test.h"

#include "code/code_text.h"

static const char *const schema =
    "create table t (a int primary key, b int, c int, d text unique);\n"
    "create table p (id int primary key, n text);\n"
    "create table ch (id int primary key, pid int references p (id), x int, unique (pid, x));\n"
    "create table cc (pid int references p (id) on delete cascade, num int, y int check (y > 0 or num > 5),"
    " primary key (pid, num));\n"
    "create table nokey (z int);\n"
    "insert into t values (1, 10, 100, 'a'), (2, 20, 200, 'b'), (3, 30, 300, 'c');\n"
    "insert into p values (1, 'one'), (2, 'two');\n"
    "insert into ch values (1, 1, 5), (2, null, 6);\n"
    "insert into cc values (1, 1, 1), (1, 2, 2), (2, 1, 3);\n"
    "insert into nokey values (1);\n"
    "create procedure texts(i int, big bigint, s text, m numeric, day date, z int) language plpgsql as $$\n"
    "declare r p;\n"
    "begin\n"
    "  select * into r from p where id = i;\n"
    "  update t set c = c - i, b = z where d = s || 'x' and m < 0 and day < '2030-01-01';\n"
    "  insert into nokey values (big - 9);\n"
    "  select n into s from p where p.n = r.n order by i limit i;\n"
    "  if exists (select 1 from t where a = i + 1) then null; end if;\n"
    "  r.n := (select max(n) from p where id > i);\n"
    "  z := i + 1;\n"
    "end $$;\n";

static const struct {
    const char *sql, *accesses;
} cases[] = {
    {"select c from t where a = 2", "r t[2].exists; r t[2].c"},
    {"select c from t where a = 9", ""},
    {"select c from t where a > 1 and b = 20", "r t[2].exists; r t[2].b; r t[3].exists; r t[3].b; r t[2].c"},
    {"select c from t where b = 20 and c = 0",
     "r t[1].exists; r t[1].b; r t[1].c; r t[2].exists; r t[2].b; r t[2].c; r t[3].exists; r t[3].b; r t[3].c"},
    {"select a from t where a = 1 or b = 30",
     "r t[1].exists; r t[1].b; r t[2].exists; r t[2].b; r t[3].exists; r t[3].b"},
    {"select b, b + 1, b from t where a = 1", "r t[1].exists; r t[1].b"},
    {"select a from t", "r t[1].exists; r t[2].exists; r t[3].exists"},
    {"select sum(c) from t where b > 10",
     "r t[1].exists; r t[1].b; r t[2].exists; r t[2].b; r t[3].exists; r t[3].b; r t[2].c; r t[3].c"},
    {"select t.c from t where a in (1, 3)", "r t[1].exists; r t[3].exists; r t[1].c; r t[3].c"},
    {"select c from t order by b desc limit 1",
     "r t[1].exists; r t[2].exists; r t[3].exists; r t[1].b; r t[2].b; r t[3].b; r t[3].c"},
    {"select c from t where 1 = 0", ""},
    {"select exists(select 1 from t where b = 10)",
     "r t[1].exists; r t[1].b; r t[2].exists; r t[2].b; r t[3].exists; r t[3].b"},
    {"select n from p, ch where ch.id = 1 and p.id = ch.pid", "r ch[1].exists; r ch[1].pid; r p[1].exists; r p[1].n"},
    {"select n, x from p left join ch on ch.pid = p.id and ch.x > 3 where p.id = 1",
     "r p[1].exists; r ch[1].exists; r ch[1].pid; r ch[1].x; r ch[2].exists; r ch[2].pid; r ch[2].x; r p[1].n"},
    {"select count(*) from t where exists (select 1 from ch where ch.id = t.a and x = t.b)",
     "r t[1].exists; r t[1].b; r ch[1].exists; r ch[1].x; r t[2].exists; r t[2].b; r ch[2].exists; r ch[2].x; r "
     "t[3].exists; r t[3].b"},
    {"select y from cc where pid = 1 and num > 1", "r cc[1].exists; r cc[1].y"},
    {"update t set c = c + b where a = 1", "r t[1].exists; r t[1].c; r t[1].b; w t[1].c"},
    {"update t set c = 5 where b = 20",
     "r t[1].exists; r t[1].b; r t[2].exists; r t[2].b; r t[3].exists; r t[3].b; w t[2].c"},
    {"update t set a = 7 where a = 1",
     "r t[1].exists; r t[1].b; r t[1].c; r t[1].d; r t[7].exists; r t[2].exists; r t[2].d; r t[3].exists; r t[3].d; w "
     "t[1].exists; w t[7].a; w t[7].b; w t[7].c; w t[7].d; w t[7].exists"},
    {"update t set d = 'z' where a = 1",
     "r t[1].exists; r t[1].d; r t[2].exists; r t[2].d; r t[3].exists; r t[3].d; w t[1].d"},
    {"update t set d = 'a' where a = 1", "r t[1].exists; r t[1].d; w t[1].d"},
    {"insert into t values (5, 1, 1, 'n')",
     "r t[5].exists; r t[1].exists; r t[1].d; r t[2].exists; r t[2].d; r t[3].exists; r t[3].d; w t[5].a; w t[5].b; w "
     "t[5].c; w t[5].d; w t[5].exists"},
    {"insert into t values (1, 1, 1, 'n')", "r t[1].exists"},
    {"insert into t values (1, 1, 1, 'n') on conflict (a) do update set b = excluded.b", "r t[1].exists; w t[1].b"},
    {"insert into ch values (9, 2, 5)",
     "r ch[9].exists; r ch[1].exists; r ch[1].pid; r ch[1].x; r ch[2].exists; r ch[2].pid; r ch[2].x; w ch[9].id; w "
     "ch[9].pid; w ch[9].x; w ch[9].exists; r p[2].exists"},
    {"insert into ch values (9, 8, 5)", "r ch[9].exists; r ch[1].exists; r ch[1].pid; r ch[1].x; r ch[2].exists; r "
                                        "ch[2].pid; r ch[2].x; w ch[9].id; w ch[9].pid; w ch[9].x; w ch[9].exists"},
    {"update ch set x = 2 where id = 1",
     "r ch[1].exists; r ch[1].pid; r ch[1].x; r ch[2].exists; r ch[2].pid; r ch[2].x; w ch[1].x"},
    {"insert into nokey values (4)", "w nokey[8589934593].z; w nokey[8589934593].exists"},
    {"delete from p where id = 2", "r p[2].exists; w p[2].exists; r ch[1].exists; r ch[1].pid; r ch[2].exists; r "
                                   "ch[2].pid; r cc[2].exists; w cc[2].exists"},
    {"delete from p where id = 1",
     "r p[1].exists; w p[1].exists; r ch[1].exists; r ch[1].pid; r ch[2].exists; r ch[2].pid"},
    {"update p set n = 'x' where id = 1", "r p[1].exists; w p[1].n"},
    {"update cc set y = 0 where pid = 1 and num = 1", "r cc[1].exists"},
    {"update cc set y = 9 where pid = 2", "r cc[2].exists; w cc[2].y"},
    {"update t set c = 1 from ch where ch.id = t.a and ch.x = 5",
     "r t[1].exists; r ch[1].exists; r ch[1].x; r t[2].exists; r ch[2].exists; r ch[2].x; r t[3].exists; w t[1].c"},
    {"select (select max(b) from t), a from t where a = 1",
     "r t[1].exists; r t[2].exists; r t[3].exists; r t[1].b; r t[2].b; r t[3].b"},
};

static ip_arena *arena;
static ip_workload *workload;
static const ip_code *setup;
static memory *m;
static ip_interpreter *interpreter;

static ip_run_end run(const ip_code *code, const ip_datum *arguments)
{
    ip_run_outcome outcome;
    ip_run_end end = ip_exec_interpreter_run(interpreter, code, arguments, &m->database, &outcome);
    if (end == IP_RUN_UNABLE)
        fprintf(stderr, "%s\n", outcome.message);
    return end;
}

/* Rows that a case has made known, though they are absent, would be read by the next. */
static void start_over(void)
{
    if (m)
        memory_free(m);
    m = memory_new(&workload->schema);
    CHECK_INT(run(setup, NULL), IP_RUN_COMMITTED);
    m->database.instance = 2;
}

static void test_accesses(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ip_diagnostics diagnostics = {.arena = arena};
        ip_source *source = ip_source_from_text(arena, "case", cases[i].sql, strlen(cases[i].sql));
        ip_range all = {source, 0, source->length};
        const ip_code *code = ip_code_frontend_statements(workload, "case", all, &diagnostics);
        start_over();
        m->trace = true;
        CHECK(run(code, NULL) != IP_RUN_UNABLE);
        CHECK_TEXT(m->accesses, cases[i].accesses);
    }
    start_over();
    /* An absent row that is known is read as well: it might have been there. */
    ip_datum key = ip_value_datum_integer(4);
    ip_interpreter_rows_find_or_add(m->rows, ip_catalog_schema_table(&workload->schema, "p"), &key);
    m->trace = true;
    const char *sql = "select n from p where id > 2 or id = 1";
    ip_diagnostics diagnostics = {.arena = arena};
    ip_source *source = ip_source_from_text(arena, "case", sql, strlen(sql));
    CHECK_INT(
        run(ip_code_frontend_statements(workload, "case", (ip_range){source, 0, source->length}, &diagnostics), NULL),
        IP_RUN_COMMITTED);
    CHECK_TEXT(m->accesses, "r p[1].exists; r p[4].exists; r p[1].n");
    start_over();
}

static const char *texts;

static void take_text(void *data, const ip_code_statement *statement, const char *sql)
{
    (void)data, (void)statement;
    texts = ip_arena_printf(arena, "%s%s\n", texts, sql);
}

/* Values stand in the text exactly as the variables had them: quoted, with a type where the bare value would have
 * another one. */
static void test_texts(void)
{
    const ip_code *code = ip_code_frontend_routine(workload, "texts");
    const char *error;
    ip_code_type numeric = ip_value_code_type_of((ip_type){IP_NUMERIC, false, "numeric"});
    ip_datum arguments[] = {ip_value_datum_integer(1),
                            ip_value_datum_integer(5),
                            ip_value_datum_string("it's"),
                            ip_value_datum_parse(arena, &numeric, "-2", &error),
                            {.kind = IP_DATUM_DATE, .as.integer = 0},
                            {.kind = IP_DATUM_NULL}};
    texts = "";
    m->database.text = take_text;
    CHECK_INT(run(code, arguments), IP_RUN_COMMITTED);
    CHECK_TEXT(texts, "select *        from p where id = 1\n"
                      "update t set c = c - 1, b = NULL::integer where d = 'it''s' || 'x' and (-2)::numeric < 0 and "
                      "'2000-01-01'::date < '2030-01-01'\n"
                      "insert into nokey values (5::bigint - 9)\n"
                      "select n        from p where p.n = 'one'::text order by 1::integer limit 1::integer\n"
                      "exists (select 1 from t where a = 1 + 1)\n"
                      "(select max(n) from p where id > 1)\n");
    m->database.text = NULL;
}

/* The step limit ends loops, whatever handlers are around; a callback ends a run at once. */
static bool stop(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    (void)data, (void)row, (void)column, (void)mode, (void)value;
    return false;
}

static void test_ends(void)
{
    static const char endless[] = "create function endless() returns int language plpgsql as $$ begin begin loop null; "
                                  "end loop; exception when others then return 1; end; end $$;"
                                  "create function reads() returns int language plpgsql as $$ begin return (select 1 "
                                  "from kv where k = 1); exception when others then return 2; end $$;"
                                  "create table kv (k int primary key); insert into kv values (1);";
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_source *source = ip_source_from_text(arena, "ends.sql", endless, sizeof endless - 1);
    const ip_code *setup;
    ip_workload *w = ip_frontend_read_setup(arena, &source, 1, &diagnostics, &setup);
    memory *mine = memory_new(&w->schema);
    ip_interpreter *i = ip_exec_interpreter_new(&w->schema);
    ip_run_outcome outcome;
    CHECK_INT(ip_exec_interpreter_run(i, setup, NULL, &mine->database, &outcome), IP_RUN_COMMITTED);
    CHECK_INT(ip_exec_interpreter_run(i, ip_code_frontend_routine(w, "endless"), NULL, &mine->database, &outcome),
              IP_RUN_TOO_LONG);
    CHECK_INT(ip_exec_interpreter_run(i, ip_code_frontend_routine(w, "reads"), NULL, &mine->database, &outcome),
              IP_RUN_COMMITTED);
    CHECK_INT(outcome.result_count, 1);
    CHECK_INT(outcome.results[0].as.integer, 1);
    mine->database.read = stop;
    CHECK_INT(ip_exec_interpreter_run(i, ip_code_frontend_routine(w, "reads"), NULL, &mine->database, &outcome),
              IP_RUN_STOPPED);
    ip_exec_interpreter_free(i);
    memory_free(mine);
}

TEST_SUITE(interpreter_access)
{
    arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_source *source = ip_source_from_text(arena, "access.sql", schema, strlen(schema));
    workload = ip_frontend_read_setup(arena, &source, 1, &diagnostics, &setup);
    interpreter = ip_exec_interpreter_new(&workload->schema);
    test_accesses();
    test_texts();
    test_ends();
    ip_exec_interpreter_free(interpreter);
    memory_free(m);
    ip_arena_free(arena);
    return TEST_RESULT();
}
