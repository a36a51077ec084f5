/* Runs SQL in memory and prints what comes out, as psql would show it unaligned: a tool for people and for the
 * comparison with a server.
 *
 *   run-sql FILE.sql [STATEMENTS]
 *
 * FILE.sql: schema, routines, statements that set up rows. STATEMENTS: a text of SQL, run once; without it, each line
 * of standard input is run from the same rows, after "#LINE". Prints rows, then ERROR SQLSTATE message, UNABLE reason
 * or nothing. Environment: ACCESSES=1 also prints every access to a cell, TEXT=1 each statement as a server would get
 * it. */
#include "suite.h"
#include "frontend.h"
#include "memory.h"

#include "code/code_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show_rows(void *data, const ip_code_statement *s, int rows, int columns, const ip_datum *values)
{
    (void)s;
    memory *m = data;
    for (int row = 0; row < rows && columns; row++)
        for (int i = 0; i < columns; i++) {
            const char *text = ip_value_datum_text(m->arena, values[row * columns + i]);
            printf("%s%s", text ? text : "NULL", i + 1 < columns ? "|" : "\n");
        }
}

static void show_text(void *data, const ip_code_statement *s, const char *sql)
{
    (void)data, (void)s;
    printf("-- %s\n", sql);
}

static void show_end(const ip_run_outcome *outcome)
{
    ip_position at = ip_range_position(outcome->range);
    if (outcome->end == IP_RUN_ABORTED)
        printf("ERROR %s %s\n", outcome->sqlstate, outcome->message);
    else if (outcome->end != IP_RUN_COMMITTED)
        printf("UNABLE %d:%d %s\n", at.line, at.column, outcome->message);
}

/* Statements that access no table are not handed to show_rows: the outcome has their rows, one after another. */
static void show_results(memory *m, const ip_code *code, const ip_run_outcome *outcome)
{
    const ip_code_statement *s = code->body.count == 1 ? code->body.items[0] : NULL;
    if (!s || s->accesses || s->kind != IP_CODE_SELECT || !s->query->target_count)
        return;
    int width = s->query->operation == IP_CODE_PLAIN ? s->query->target_count : 1;
    show_rows(m, s, outcome->result_count / width, width, outcome->results);
}

static void run_text(memory *m, ip_interpreter *interpreter, ip_workload *workload, ip_arena *arena, const char *text)
{
    ip_diagnostics diagnostics = {.arena = arena};
    ip_source *source = ip_source_from_text(arena, "statements", text, strlen(text));
    const ip_code *code =
        ip_code_frontend_statements(workload, "statements", (ip_range){source, 0, strlen(text)}, &diagnostics);
    ip_run_outcome outcome;
    int mark = memory_mark(m);
    m->database.result = show_rows;
    m->accesses = "";
    ip_exec_interpreter_run(interpreter, code, NULL, &m->database, &outcome);
    if (m->trace)
        printf("%s\n", m->accesses);
    show_results(m, code, &outcome);
    show_end(&outcome);
    memory_undo(m, mark);
}

TEST_SUITE(run_sql)
{
    if (argc < 2 || argc > 3) {
        fputs("usage: run-sql FILE.sql [STATEMENTS]\n", stderr);
        return 2;
    }
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const char *error;
    const ip_code *setup;
    const ip_source *source = ip_source_read(arena, argv[1], &error);
    if (!source) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    ip_workload *workload = ip_frontend_read_setup_as(arena, &source, 1, IP_READ_COMPLETE, &diagnostics, &setup);
    for (int i = 0; i < diagnostics.list.count; i++)
        if (diagnostics.list.items[i].kind == IP_ERROR)
            fprintf(stderr, "%d: %s\n", ip_range_position(diagnostics.list.items[i].range).line,
                    diagnostics.list.items[i].message);
    memory *m = memory_new(&workload->schema);
    m->database.text = getenv("TEXT") ? show_text : NULL;
    ip_interpreter *interpreter = ip_exec_interpreter_new(&workload->schema);
    ip_run_outcome outcome;
    ip_exec_interpreter_run(interpreter, setup, NULL, &m->database, &outcome);
    show_end(&outcome);
    m->database.instance = 2;
    m->trace = getenv("ACCESSES") != NULL;
    if (argc > 2)
        run_text(m, interpreter, workload, arena, argv[2]);
    char *line = NULL;
    size_t size = 0;
    for (int number = 1; argc == 2 && getline(&line, &size, stdin) > 0; number++) {
        printf("#%d\n", number);
        run_text(m, interpreter, workload, arena, line);
    }
    free(line);
    ip_exec_interpreter_free(interpreter);
    memory_free(m);
    ip_arena_free(arena);
    return 0;
}
