/* The interface: a run starts and ends here. */
#include "interpreter/run/execute.h"
#include "interpreter/run/session.h"
#include "interpreter/run/write.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_STEP_LIMIT = 100000 };

static int widest_table(const ip_schema *schema)
{
    int widest = 0;
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i]->columns.count > widest)
            widest = schema->tables.items[i]->columns.count;
    for (int i = 0; i < schema->own.count; i++)
        if (schema->own.items[i]->columns.count > widest)
            widest = schema->own.items[i]->columns.count;
    return widest;
}

ip_interpreter *ip_exec_interpreter_new(const ip_schema *schema)
{
    ip_arena *arena = ip_arena_new();
    ip_interpreter *interpreter = IP_NEW(arena, ip_interpreter);
    interpreter->schema = schema;
    interpreter->arena = arena;
    interpreter->cache = ip_prepare_plan_cache_new(arena, schema);
    interpreter->run.arena = ip_arena_new();
    interpreter->run.interpreter = interpreter;
    interpreter->run.stride = widest_table(schema) + 1;
    return interpreter;
}

void ip_exec_interpreter_free(ip_interpreter *interpreter)
{
    if (!interpreter)
        return;
    for (int i = 0; i < IP_MAX_DEPTH; i++)
        free(interpreter->cells[i].cells);
    ip_exec_session_free(interpreter);
    ip_arena_free(interpreter->run.arena);
    ip_arena_free(interpreter->arena);
}

double ip_exec_interpreter_work(const ip_interpreter *interpreter)
{
    return interpreter->work;
}

void ip_exec_run_begin(ip_interpreter *interpreter, const ip_database *database)
{
    ip_run_state *run = &interpreter->run;
    ip_run_state fresh = {.interpreter = interpreter,
                          .arena = run->arena,
                          .database = database,
                          .rows = database->rows,
                          .stride = run->stride,
                          .clock = run->clock,
                          .cells = &interpreter->cells[0],
                          .end = IP_RUN_COMMITTED,
                          .makes_tables = interpreter->schema->own.count > 0,
                          .checking = IP_READ_CURRENT,
                          .random = (uint64_t)database->instance * UINT64_C(0x9E3779B97F4A7C15)};
    fresh.step_limit = database->step_limit ? database->step_limit : DEFAULT_STEP_LIMIT;
    ip_arena_reset(run->arena);
    *run = fresh;
    run->cells->statement = ++run->clock;
}

static void attempt(ip_run_state *run, const ip_code *code, const ip_datum *arguments)
{
    ip_trap trap = {0};
    run->outermost = run->trap = &trap;
    if (setjmp(trap.jump))
        return;
    if (code->why_not)
        ip_interpreter_unknown(run, code->why_not_range, "%s", code->why_not);
    const ip_prepared *prepared = ip_prepare_prepared_of(run->interpreter, code, arguments);
    if (prepared->unable)
        ip_interpreter_unknown(run, prepared->unable_range, "%s", prepared->unable);
    ip_exec_run_code(run, prepared, arguments);
}

bool ip_exec_interpreter_keeps_apart(ip_interpreter *interpreter, ip_rows *rows, const ip_table *table,
                                     ip_datum *values, ip_datum *others)
{
    ip_run_state *run = &interpreter->run;
    const ip_database nowhere = {.rows = rows, .instance = 1};
    ip_trap trap = {0};
    ip_exec_run_begin(interpreter, &nowhere);
    run->outermost = run->trap = &trap;
    return !setjmp(trap.jump) &&
           ip_exec_are_kept_apart(run, ip_prepare_plan_of_table(interpreter, table), values, others);
}

ip_run_end ip_exec_interpreter_run(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments,
                                   const ip_database *database, ip_run_outcome *outcome)
{
    ip_run_state *run = &interpreter->run;
    ip_exec_run_begin(interpreter, database);
    attempt(run, code, arguments);
    *outcome = (ip_run_outcome){.end = run->end};
    if (run->end == IP_RUN_ABORTED || run->end == IP_RUN_UNABLE) {
        outcome->sqlstate = run->error.sqlstate;
        outcome->message = run->error.message;
        outcome->unknown = run->end == IP_RUN_UNABLE && run->unknown;
        if (outcome->sqlstate && run->refusing && strcmp(outcome->sqlstate, "23514") == 0) {
            outcome->checked = run->refusing->columns;
            outcome->check = run->refusing_number;
        }
    }
    if (run->end == IP_RUN_TOO_LONG)
        outcome->message = "the step limit is reached";
    if (run->end != IP_RUN_COMMITTED)
        outcome->range = run->range;
    outcome->result_count = run->results.count;
    outcome->results = run->results.items;
    outcome->notification_count = run->notifications.count;
    outcome->notifications = run->notifications.items;
    outcome->reported_count = run->reported.count;
    outcome->reported = run->reported.items;
    return run->end;
}
