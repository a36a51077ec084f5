/* What a level with a snapshot a statement needs of the interpreter: where snapshots are taken and shared, which locks
 * are asked for, in what order, and that what is locked is read again as it is now and tested again. What another
 * transaction has committed since the snapshot stands in `committed`; the outcomes were measured on PostgreSQL 15
 * (tests/postgresql-model/cases/…-reread.spec). */
#include "frontend.h"
#include "memory.h"
#include "test.h"

#include "code/code_text.h"

#include <string.h>

static const char schema[] =
    "create table acc (id int primary key, ref int, v int);\n"
    "create table kind (id int primary key, w int);\n"
    "create table child (id int primary key, acc int references acc);\n"
    "insert into acc values (1, 1, 0), (2, 1, 0), (3, 2, 0);\n"
    "insert into kind values (1, 10), (2, 20);\n"
    "create function now_stable() returns bigint stable language sql as $$ select count(*) from kind $$;\n"
    "create function now_volatile() returns bigint language plpgsql as $$\n"
    "begin perform 1 from kind where id = 1; return (select w from kind where id = 2); end $$;\n"
    "create function one() returns int stable language plpgsql as $$\n"
    "declare a int; b int;\n"
    "begin select w into a from kind where id = 1; select w into b from kind where id = 2; return a + b; end $$;\n"
    "create procedure locks(x int) language plpgsql as $$\n"
    "begin perform pg_advisory_xact_lock(x); perform pg_advisory_xact_lock_shared(1, x);\n"
    "lock table kind in share mode; perform 1 from kind where id = 9; end $$;\n"
    "create procedure joined() language plpgsql as $$\n"
    "begin perform 1 from acc a join kind k on k.id = a.ref where a.v = 0 for update of a; end $$;\n"
    "create procedure calls() language plpgsql as $$\n"
    "begin update acc set v = now_stable() + now_volatile() where id = 2; end $$;\n"
    "create procedure adds() language plpgsql as $$ begin insert into child values (1, 3); end $$;\n"
    "create function first() returns int language plpgsql as $$\n"
    "declare found_id int;\n"
    "begin select id into found_id from acc where ref = 1 order by id limit 1 for update; return found_id; end $$;\n"
    "create function outer_join() returns int language plpgsql as $$\n"
    "declare r record;\n"
    "begin select a.id, k.w, a.v into r from acc a left join kind k on k.id = a.ref where a.id = 1 for update of a;\n"
    "return case when r.w is null then r.v else -1 end; end $$;\n"
    "create function updated() returns bigint language plpgsql as $$\n"
    "declare n bigint; begin update acc set v = acc.v + w from kind where kind.id = acc.ref; get diagnostics n = "
    "row_count; return n; end $$;\n"
    "create function gone() returns bigint language plpgsql as $$\n"
    "declare n bigint; begin delete from acc where ref = 2; get diagnostics n = row_count; return n; end $$;\n"
    "create function lowest() returns bigint language plpgsql as $$\n"
    "declare n bigint; begin delete from acc where ref = 2 and id = (select min(x.id) from acc x where x.ref = "
    "acc.ref); "
    "get diagnostics n = row_count; return n; end $$;\n"
    "create function kept() returns int language plpgsql as $$\n"
    "declare n int; begin insert into acc values (4, 1, 1) on conflict (id) do update set v = acc.v + 1 returning v "
    "into "
    "n; return n; end $$;\n";

static ip_arena *arena;
static ip_workload *workload;
static const ip_code *setup;
static memory *m;
static bool (*plain_read)(void *data, int row, int column, ip_read_mode mode, ip_datum *value);
static bool (*plain_write)(void *data, int row, int column, ip_datum value);
static const char *events;

typedef struct change {
    const char *table;
    int key, column, value; /* column IP_EXISTS: is it there */
} change;

static change committed[8];
static int committed_count;

static void note(const char *what, int row, int column)
{
    const ip_table *table = ip_interpreter_rows_table(m->rows, row);
    events = ip_arena_printf(arena, "%s%s%s %s[%s].%s", events, *events ? "; " : "", what, table->name,
                             ip_value_datum_text(arena, ip_interpreter_rows_key(m->rows, row)[0]),
                             column < 0 ? "exists" : table->columns.items[column].name);
}

static bool on_read(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    static const char *const modes[] = {"r", "t", "before", "now", "check", "child", "parent"};
    const ip_table *table = ip_interpreter_rows_table(m->rows, row);
    note(modes[mode], row, column);
    if (!plain_read(data, row, column, mode, value))
        return false;
    for (int i = 0; i < committed_count && !ip_reads_snapshot(mode); i++) {
        const change *c = &committed[i];
        if (strcmp(c->table, table->name) == 0 && ip_interpreter_rows_key(m->rows, row)[0].as.integer == c->key &&
            c->column == column)
            *value = column == IP_EXISTS ? ip_value_datum_boolean(c->value) : ip_value_datum_integer(c->value);
    }
    return true;
}

static bool on_write(void *data, int row, int column, ip_datum value)
{
    note("w", row, column);
    return plain_write(data, row, column, value);
}

static bool on_lock(void *data, int row, ip_lock lock)
{
    (void)data;
    const ip_table *table = ip_interpreter_rows_table(m->rows, row);
    const char *key = ip_value_datum_text(arena, ip_interpreter_rows_key(m->rows, row)[0]);
    events = ip_arena_printf(arena, "%s%slock %s[%s] %s", events, *events ? "; " : "", table->name, key,
                             ip_catalog_lock_name(lock));
    return true;
}

static bool on_statement(void *data, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    (void)data, (void)statement;
    events = ip_arena_printf(arena, "%s%s%s at %d", events, *events ? "; " : "",
                             new_snapshot ? "snapshot" : "statement", depth);
    return true;
}

static void on_resumed(void *data, int depth)
{
    (void)data;
    events = ip_arena_printf(arena, "%s; back at %d", events, depth);
}

static bool on_checks(void *data, int depth)
{
    (void)data;
    events = ip_arena_printf(arena, "%s; checks at %d", events, depth);
    return true;
}

/* The function's value; -100 without one. */
static int64_t run(const char *name)
{
    ip_interpreter *interpreter = ip_exec_interpreter_new(&workload->schema);
    ip_datum argument = ip_value_datum_integer(7);
    ip_run_outcome outcome;
    m = memory_new(&workload->schema);
    CHECK_INT(ip_exec_interpreter_run(interpreter, setup, NULL, &m->database, &outcome), IP_RUN_COMMITTED);
    plain_read = m->database.read;
    plain_write = m->database.write;
    m->database.instance = 1;
    m->database.read = on_read;
    m->database.write = on_write;
    m->database.lock = on_lock;
    m->database.statement = on_statement;
    m->database.resumed = on_resumed;
    m->database.checks = on_checks;
    m->database.rereads_locked_rows = true;
    m->database.meets_rows = true;
    events = "";
    CHECK_INT(ip_exec_interpreter_run(interpreter, ip_code_frontend_routine(workload, name), &argument, &m->database,
                                      &outcome),
              IP_RUN_COMMITTED);
    int64_t value =
        outcome.result_count && outcome.results[0].kind == IP_DATUM_INTEGER ? outcome.results[0].as.integer : -100;
    ip_exec_interpreter_free(interpreter);
    memory_free(m);
    return value;
}

static void commit(const change *changes, int count)
{
    committed_count = count;
    for (int i = 0; i < count; i++)
        committed[i] = changes[i];
}

enum { ID, REF, V };

/* Where snapshots are taken, and whose a statement goes on with. */
static void test_snapshots(void)
{
    commit(NULL, 0);
    CHECK_INT(run("one"), 30);
    CHECK_TEXT(events, "lock table lock[kind] ACCESS SHARE; snapshot at 0; r kind[1].exists; r kind[1].w; "
                       "lock table lock[kind] ACCESS SHARE; statement at 0; r kind[2].exists; r kind[2].w");
    run("calls");
    CHECK_TEXT(events, "snapshot at 0; t acc[2].exists; lock acc[2] FOR NO KEY UPDATE; now acc[2].exists; "
                       "lock table lock[kind] ACCESS SHARE; r kind[1].exists; r kind[2].exists; "
                       "lock table lock[kind] ACCESS SHARE; snapshot at 1; r kind[1].exists; "
                       "lock table lock[kind] ACCESS SHARE; snapshot at 1; r kind[2].exists; r kind[2].w; back at 0; "
                       "w acc[2].v; checks at 0");
}

static void test_locks(void)
{
    commit(NULL, 0);
    run("locks");
    CHECK_TEXT(events, "snapshot at 0; lock advisory lock[7] FOR UPDATE; snapshot at 0; "
                       "lock advisory lock of two numbers[1] FOR SHARE; statement at 0; lock table lock[kind] SHARE; "
                       "lock table lock[kind] ACCESS SHARE; snapshot at 0; r kind[9].exists");
    run("adds");
    CHECK_TEXT(events, "snapshot at 0; now child[1].exists; w child[1].id; w child[1].acc; w child[1].exists; "
                       "checks at 0; parent acc[3].exists; lock acc[3] FOR KEY SHARE");
}

/* A row that another transaction has changed since, and that does not match any more, is left out. */
static void test_reread(void)
{
    static const change moved[] = {{"acc", 1, REF, 2}, {"acc", 1, V, 5}};
    static const change deleted[] = {{"acc", 3, IP_EXISTS, 0}};
    static const change inserted[] = {{"acc", 4, IP_EXISTS, 1}, {"acc", 4, V, 40}};
    commit(moved, 2);
    run("joined");
    CHECK_TEXT(events, "lock table lock[kind] ACCESS SHARE; snapshot at 0; t acc[1].exists; t acc[1].ref; t acc[1].v; "
                       "r kind[1].exists; t acc[2].exists; t acc[2].ref; t acc[2].v; t acc[3].exists; t acc[3].ref; "
                       "t acc[3].v; r kind[2].exists; lock acc[1] FOR UPDATE; now acc[1].exists; now acc[1].ref; "
                       "now acc[1].v; lock acc[2] FOR UPDATE; now acc[2].exists; now acc[2].ref; now acc[2].v; "
                       "lock acc[3] FOR UPDATE; now acc[3].exists; now acc[3].ref; now acc[3].v");
    CHECK_INT(run("first"), 2);
    CHECK_INT(run("outer_join"), 5);
    CHECK_INT(run("updated"), 2);
    CHECK_INT(run("gone"), 1);
    commit(deleted, 1);
    CHECK_INT(run("gone"), 0);
    CHECK_TEXT(events, "snapshot at 0; t acc[1].exists; t acc[1].ref; t acc[2].exists; t acc[2].ref; t acc[3].exists; "
                       "t acc[3].ref; lock acc[3] FOR UPDATE; now acc[3].exists");
    /* What the subquery reads of the same rows says more than which ones to lock. */
    CHECK_INT(run("lowest"), 0);
    CHECK_TEXT(events, "snapshot at 0; t acc[1].exists; t acc[1].ref; t acc[2].exists; t acc[2].ref; t acc[3].exists; "
                       "t acc[3].ref; r acc[1].exists; r acc[1].ref; r acc[2].exists; r acc[2].ref; r acc[3].exists; "
                       "r acc[3].ref; lock acc[3] FOR UPDATE; now acc[3].exists");
    commit(inserted, 2);
    CHECK_INT(run("kept"), 41);
    CHECK_TEXT(events, "snapshot at 0; now acc[4].exists; lock acc[4] FOR NO KEY UPDATE; now acc[4].v; w acc[4].v; "
                       "checks at 0");
}

TEST_SUITE(interpreter_reread)
{
    arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_source *source = ip_source_from_text(arena, "reread.sql", schema, sizeof schema - 1);
    workload = ip_frontend_read_setup(arena, &source, 1, &diagnostics, &setup);
    CHECK_INT(ip_diagnostics_count(&diagnostics, IP_ERROR), 0);
    test_snapshots();
    test_locks();
    test_reread();
    ip_arena_free(arena);
    return TEST_RESULT();
}
