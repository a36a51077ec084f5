/* The query's reads are answered by transactions that can be last. All choices are tried, by running the query again.
 */
#include "explorer/assertion.h"

#include "explorer/ends.h"

static bool read_final(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    (void)mode;
    *value = ip_explore_ends_value(data, row, column);
    return true;
}

static bool refuse_write(void *data, int row, int column, ip_datum value)
{
    (void)data;
    (void)row;
    (void)column;
    (void)value;
    return false;
}

static int no_savepoint(void *data)
{
    (void)data;
    return 0;
}

static void no_rollback(void *data, int savepoint)
{
    (void)data;
    (void)savepoint;
}

static bool answer_holds(const ip_run_outcome *outcome)
{
    for (int i = 0; i < outcome->result_count; i++) {
        ip_datum value = outcome->results[i];
        if (value.kind == IP_DATUM_NULL || (value.kind == IP_DATUM_BOOLEAN && !value.as.boolean))
            return false;
    }
    return outcome->result_count > 0;
}

static ip_assertion_end judge(ip_run_end end, const ip_run_outcome *outcome, ip_assertion_result *result)
{
    result->range = outcome->range;
    switch (end) {
    case IP_RUN_COMMITTED:
        return answer_holds(outcome) ? IP_ASSERTION_HOLDS : IP_ASSERTION_FAILS;
    case IP_RUN_ABORTED:
        result->why = outcome->message;
        return IP_ASSERTION_FAILS;
    case IP_RUN_STOPPED:
        result->why = "an assertion must not write";
        return IP_ASSERTION_UNABLE;
    case IP_RUN_TOO_LONG:
        result->why = "it was stopped after too many steps";
        return IP_ASSERTION_UNABLE;
    case IP_RUN_UNABLE:
        break;
    }
    result->why = outcome->message;
    return IP_ASSERTION_UNABLE;
}

ip_assertion_result ip_explore_explored_assert(ip_interpreter *interpreter, const ip_explored *explored,
                                               const ip_code *query)
{
    ip_arena *arena = ip_arena_new();
    ip_ends *ends = ip_explore_ends_new(arena, explored);
    ip_database database = {.data = ends,
                            .rows = (ip_rows *)explored->rows, /* nothing is inserted */
                            .instance = explored->history->count,
                            .read = read_final,
                            .write = refuse_write,
                            .savepoint = no_savepoint,
                            .rollback_to = no_rollback};
    ip_assertion_result result = {0};
    do {
        ip_run_outcome outcome = {0};
        ip_run_end end = ip_exec_interpreter_run(interpreter, query, NULL, &database, &outcome);
        result.end = judge(end, &outcome, &result);
    } while (result.end == IP_ASSERTION_HOLDS && ip_explore_ends_next(ends));
    if (result.end == IP_ASSERTION_FAILS)
        ip_explore_ends_order(ends, result.order);
    ip_arena_free(arena);
    return result;
}
