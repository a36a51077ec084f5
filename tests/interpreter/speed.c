/* How long a run takes: printed, not asserted. The explorer runs small transactions hundreds of thousands of times a
 * second, so one with a point SELECT and a point UPDATE should take about 2 microseconds. */
#define _POSIX_C_SOURCE 200809L
#include "frontend.h"
#include "memory.h"
#include "test.h"

#include "code/code_text.h"

#include <stdlib.h>
#include <time.h>

static const char *const schema =
    "CREATE TABLE kv (k text PRIMARY KEY, v int);\n"
    "INSERT INTO kv VALUES ('x', 0), ('y', 0), ('z', 0);\n"
    "CREATE PROCEDURE increment(p text) LANGUAGE plpgsql AS $$\n"
    "DECLARE a int;\n"
    "BEGIN SELECT v INTO a FROM kv WHERE k = p; UPDATE kv SET v = a + 1 WHERE k = p; END $$;\n"
    "CREATE PROCEDURE scan() LANGUAGE plpgsql AS $$\n"
    "DECLARE s int;\n"
    "BEGIN SELECT sum(v) INTO s FROM kv WHERE v >= 0; UPDATE kv SET v = s; END $$;\n";

/* The cells only; what was written is undone without a log. */
static bool write_nothing(void *data, int row, int column, ip_datum value)
{
    (void)data, (void)row, (void)column, (void)value;
    return true;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void measure(ip_interpreter *interpreter, memory *m, ip_workload *workload, const char *name, int rounds)
{
    const ip_code *code = ip_code_frontend_routine(workload, name);
    ip_datum argument = ip_value_datum_string("x");
    ip_run_outcome outcome;
    CHECK(code != NULL);
    double start = seconds();
    for (int i = 0; i < rounds; i++)
        CHECK_INT(ip_exec_interpreter_run(interpreter, code, &argument, &m->database, &outcome), IP_RUN_COMMITTED);
    printf("%s: %.3f microseconds a run\n", name, (seconds() - start) / rounds * 1e6);
}

TEST_SUITE(interpreter_speed)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 100000;
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_source *source = ip_source_from_text(arena, "speed.sql", schema, strlen(schema));
    const ip_code *setup;
    ip_workload *workload = ip_frontend_read_setup(arena, &source, 1, &diagnostics, &setup);
    memory *m = memory_new(&workload->schema);
    ip_interpreter *interpreter = ip_exec_interpreter_new(&workload->schema);
    ip_run_outcome outcome;
    CHECK_INT(ip_exec_interpreter_run(interpreter, setup, NULL, &m->database, &outcome), IP_RUN_COMMITTED);
    m->database.write = write_nothing;
    measure(interpreter, m, workload, "increment", rounds);
    measure(interpreter, m, workload, "scan", rounds);
    ip_exec_interpreter_free(interpreter);
    memory_free(m);
    ip_arena_free(arena);
    return TEST_RESULT();
}
