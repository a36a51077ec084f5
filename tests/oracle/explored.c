/* Asks the library's explorer and interpreter about the oracle's clients. */
#include "frontend.h"
#include "explored.h"

#include "base/arena.h"
#include "code/code_text.h"
#include "level/level.h"
#include "explorer/base.h"
#include "explorer/explorer.h"

#include <stdlib.h>
#include <string.h>

struct explorable {
    const program_set *set;
    ip_arena *arena;
    ip_diagnostics diagnostics;
    ip_workload *workload;
    const ip_code *code[MAX_PROGRAMS];
    const ip_table *table[MAX_TABLES];
};

static ip_datum to_datum(int value)
{
    if (value == SQL_NULL)
        return (ip_datum){.kind = IP_DATUM_NULL};
    return (ip_datum){.kind = IP_DATUM_INTEGER, .as.integer = value};
}

static int from_datum(ip_datum value)
{
    return value.kind == IP_DATUM_INTEGER ? (int)value.as.integer : SQL_NULL;
}

static ip_arena *for_levels(void)
{
    static ip_arena *arena;
    if (!arena)
        arena = ip_arena_new();
    return arena;
}

/* Levels live as long as the process: loading one checks it with the solver. Those of one client must have one
 * vocabulary: for clients of mixed levels it is that of visibility, which all have. */
static const ip_level *level_of(oracle_level level, bool mixed)
{
    static const ip_level *loaded[2][MIXED];
    const ip_level **known = &loaded[mixed][level];
    if (!*known) {
        ip_diagnostics diagnostics = {.arena = for_levels()};
        *known =
            (mixed ? ip_level_load : ip_level_load_for_histories)(diagnostics.arena, level_names[level], &diagnostics);
        if (!*known) {
            fprintf(stderr, "level %s does not load\n", level_names[level]);
            exit(2);
        }
    }
    return *known;
}

/* The level to explore from: asking the solver for it takes longer than most explorations here. Read atomic, the
 * weakest of all, where none is found. */
static const ip_level *base_of(oracle_level level)
{
    static const ip_level *known[LEVELS];
    if (!known[level] && level != MIXED) {
        ip_diagnostics diagnostics = {.arena = for_levels()};
        known[level] = ip_explore_base(diagnostics.arena, level_of(level, false), false, &diagnostics);
    }
    if (!known[level])
        known[level] = level_of(READ_ATOMIC, level == MIXED);
    return known[level];
}

static const char *first_error(const ip_diagnostics *diagnostics)
{
    for (int i = 0; i < diagnostics->list.count; i++)
        if (diagnostics->list.items[i].kind == IP_ERROR)
            return diagnostics->list.items[i].message;
    return "no reason given";
}

explorable *explorable_new(const program_set *set, char *why, size_t size)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    set_print(set, stream);
    fclose(stream);

    ip_arena *arena = ip_arena_new();
    explorable *e = IP_NEW(arena, explorable);
    e->set = set;
    e->arena = e->diagnostics.arena = arena;
    const ip_source *source = ip_source_from_text(arena, "oracle.sql", text, length);
    free(text);
    e->workload = ip_frontend_read(arena, &source, 1, &e->diagnostics);
    const char *reason = ip_diagnostics_count(&e->diagnostics, IP_ERROR) ? first_error(&e->diagnostics) : NULL;
    for (int t = 0; t < set->table_count && !reason; t++) {
        char name[16];
        snprintf(name, sizeof name, "t%d", t);
        e->table[t] = ip_catalog_schema_table(&e->workload->schema, name);
    }
    for (int p = 0; p < set->program_count && !reason; p++) {
        char name[16];
        snprintf(name, sizeof name, "f%d", p);
        e->code[p] = ip_code_frontend_routine(e->workload, name);
        reason = !e->code[p] ? "a routine without code" : e->code[p]->why_not;
    }
    if (!reason)
        return e;
    snprintf(why, size, "%s", reason);
    explorable_free(e);
    return NULL;
}

void explorable_free(explorable *e)
{
    if (e)
        ip_arena_free(e->arena);
}

static void add_rows(const explorable *e, ip_arena *arena, const view *v, ip_client *client)
{
    for (int t = 0; t < e->set->table_count; t++)
        for (int r = 0; r < table_rows(&e->set->tables[t]); r++) {
            const int *cells = v->value[t * ROWS + r];
            if (!cells[EXISTS])
                continue;
            ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, MAX_KEY + MAX_COLUMNS);
            int count = 0;
            for (int k = 0; k < e->set->tables[t].key_count; k++)
                values[count++] = to_datum(table_row_key(&e->set->tables[t], r, k));
            for (int c = 0; c < e->set->tables[t].column_count; c++)
                values[count++] = to_datum(cells[1 + c]);
            ip_client_row row = {e->table[t], values};
            IP_PUSH(arena, &client->rows, row);
        }
}

static void add_session(const explorable *e, ip_arena *arena, const execution *x, int instance, const ip_level *level,
                        ip_client *client)
{
    static const char *const names[] = {"T1", "T2", "T3", "T4"};
    ip_datum *arguments = IP_NEW_ARRAY(arena, ip_datum, MAX_PARAMETERS);
    for (int p = 0; p < e->set->programs[x->program[instance]].parameter_count; p++)
        arguments[p] = to_datum(x->parameters[instance][p]);
    ip_client_transaction t = {names[instance], e->code[x->program[instance]], arguments, level};
    ip_client_session session = {.name = names[instance]};
    IP_PUSH(arena, &session.transactions, t);
    IP_PUSH(arena, &client->sessions, session);
}

static uint64_t final_hash(const explorable *e, const ip_explored *explored)
{
    uint64_t sum = 0;
    for (int row = 0; row < ip_interpreter_rows_count(explored->rows); row++) {
        ip_datum exists = ip_explore_explored_final(explored, row, IP_EXISTS);
        const ip_table *table = ip_interpreter_rows_table(explored->rows, row);
        int fields[MAX_KEY + MAX_COLUMNS];
        if (exists.kind != IP_DATUM_BOOLEAN || !exists.as.boolean)
            continue;
        for (int c = 0; c < table->columns.count; c++)
            fields[c] = from_datum(ip_explore_explored_final(explored, row, c));
        sum += row_hash(table == e->table[0] ? 0 : 1, fields, table->columns.count);
    }
    return sum;
}

typedef struct visit {
    const explorable *explorable;
    exploration *out;
} visit;

static bool note_history(void *data, const ip_explored *explored)
{
    visit *v = data;
    int value[MAX_INSTANCES] = {0};
    /* One transaction a session, in the client's order. */
    for (int t = 1; t < explored->history->count; t++) {
        const ip_run_outcome *outcome = &explored->outcomes[t];
        value[explored->session[t]] = outcome->end != IP_RUN_COMMITTED ? ABORTED
                                      : outcome->result_count          ? from_datum(outcome->results[0])
                                                                       : SQL_NULL;
    }
    uint64_t state = final_hash(v->explorable, explored);
    observations *seen = &v->out->seen;
    observation *o = observation_find(seen, MAX_INSTANCES, value, &state);
    if (!o && seen->count == MAX_OBSERVATIONS) {
        seen->complete = false;
        return true;
    }
    if (!o) {
        o = &seen->items[seen->count++];
        *o = (observation){.state = state};
        memcpy(o->value, value, sizeof value);
    }
    o->serial |= explored->serializable;
    return true;
}

void explorable_run(explorable *e, const execution *x, oracle_level level, exploration *out)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    ip_client client = {.schema = &e->workload->schema};
    add_rows(e, arena, &x->initial, &client);
    for (int i = 0; i < x->count; i++)
        add_session(e, arena, x, i,
                    level_of(level == MIXED ? (oracle_level)e->set->assigned[x->program[i]] : level, level == MIXED),
                    &client);
    out->seen.count = 0;
    out->seen.complete = true;
    visit v = {e, out};
    ip_explore_options options = {.base = base_of(level),
                                  .base_fits = true,
                                  .history_limit = 20000,
                                  .serializable_counts = true,
                                  .visit = note_history,
                                  .data = &v};
    ip_exploration did = ip_explore(&client, &options, &diagnostics);
    out->complete = did.end == IP_EXPLORE_COMPLETE && out->seen.complete;
    out->histories = did.histories;
    out->end_states = did.end_states;
    out->blocked = did.blocked;
    snprintf(out->failure, sizeof out->failure, "%s", did.end == IP_EXPLORE_FAILED ? first_error(&diagnostics) : "");
    ip_arena_free(arena);
}
