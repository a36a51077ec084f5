/* The query's reads are answered by transactions that can be last: for each cell that several have written, a choice is
 * made when it is first read, and stands as a condition on the commit order from then on. All choices are tried, by
 * running the query again. */
#include "replay/explorer/assertion.h"

#include <string.h>

#define BIT(t) ((ip_transactions)1 << (t))

typedef struct choice {
    int object, writer;
    ip_transactions remaining;                   /* writers to be tried after this one */
    ip_transactions before[IP_MAX_TRANSACTIONS]; /* the conditions until then */
} choice;

typedef struct checking {
    const ip_explored *explored;
    ip_arena *arena;
    ip_history history; /* with conditions */
    ip_transactions before[IP_MAX_TRANSACTIONS];
    IP_VEC(choice) choices;
} checking;

static void make_last(checking *c, int object, int writer)
{
    c->before[writer] |= c->history.writers[object] & ~BIT(writer);
}

/* Those that some commit order has last, under the conditions so far. */
static ip_transactions possible_last(checking *c, int object)
{
    ip_transactions writers = c->history.writers[object] & ~(ip_transactions)1, result = 0;
    for (ip_transactions left = writers; left; left &= left - 1) {
        int writer = __builtin_ctzll(left);
        ip_transactions saved = c->before[writer];
        make_last(c, object, writer);
        if (ip_consistent(c->explored->levels, &c->history))
            result |= BIT(writer);
        c->before[writer] = saved;
    }
    return result;
}

static void choose(checking *c, choice *chosen)
{
    chosen->writer = __builtin_ctzll(chosen->remaining);
    chosen->remaining &= chosen->remaining - 1;
    memcpy(c->before, chosen->before, sizeof c->before);
    make_last(c, chosen->object, chosen->writer);
}

static int last_writer(checking *c, int object)
{
    if (object >= c->history.object_count)
        return 0;
    ip_transactions others = c->history.writers[object] & ~(ip_transactions)1;
    if (!(others & (others - 1)))
        return others ? __builtin_ctzll(others) : 0;
    for (int i = 0; i < c->choices.count; i++)
        if (c->choices.items[i].object == object)
            return c->choices.items[i].writer;
    choice made = {.object = object, .remaining = possible_last(c, object)};
    memcpy(made.before, c->before, sizeof made.before);
    choose(c, &made);
    IP_PUSH(c->arena, &c->choices, made);
    return made.writer;
}

/* Drops what the last choices led to; false: all have been tried. */
static bool next_choice(checking *c)
{
    while (c->choices.count) {
        choice *last = &c->choices.items[c->choices.count - 1];
        if (last->remaining) {
            choose(c, last);
            return true;
        }
        c->choices.count--;
    }
    return false;
}

static bool read_final(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    checking *c = data;
    int object = ip_explored_object(c->explored, row, column);
    (void)mode;
    *value = ip_explored_written(c->explored, last_writer(c, object), object);
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

ip_assertion_result ip_explored_assert(ip_interpreter *interpreter, const ip_explored *explored, const ip_code *query)
{
    checking c = {.explored = explored, .arena = ip_arena_new(), .history = *explored->history};
    c.history.before = c.before;
    ip_database database = {.data = &c,
                            .rows = (ip_rows *)explored->rows, /* nothing is inserted */
                            .instance = explored->history->count,
                            .read = read_final,
                            .write = refuse_write,
                            .savepoint = no_savepoint,
                            .rollback_to = no_rollback};
    ip_assertion_result result = {0};
    do {
        ip_run_outcome outcome = {0};
        ip_run_end end = ip_interpreter_run(interpreter, query, NULL, &database, &outcome);
        result.end = judge(end, &outcome, &result);
    } while (result.end == IP_ASSERTION_HOLDS && next_choice(&c));
    if (result.end == IP_ASSERTION_FAILS)
        ip_consistency_order(explored->levels, &c.history, result.order);
    ip_arena_free(c.arena);
    return result;
}
