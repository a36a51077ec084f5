/* States of serial executions, in a table by the transactions that have run and the values of cells. */
#include "explorer/serial_states.h"

#include "explorer/engine.h"

#include <string.h>

enum { FIRST_SLOTS = 1024, UNKNOWN = -1 };

typedef struct state {
    const int *values;          /* [object], by number */
    const unsigned char *place; /* [session]: how many of its transactions have run */
    const ip_serial_run **runs; /* [session]: of the next one, NULL until it is asked for */
    int *after;                 /* [session]; UNKNOWN until it is asked for */
    int before;
    const ip_serial_run *by; /* how it was reached first; NULL: the initial state */
    bool beside;             /* it is not in the table */
    uint64_t hash;
} state;

struct ip_serial_states {
    ip_arena *arena;
    ip_numbered *n;
    ip_diagnostics *diagnostics;
    ip_interpreter *interpreter;
    ip_explore_values *values;
    long step_limit, runs;
    int sessions, objects;
    int first[IP_MAX_TRANSACTIONS], length[IP_MAX_TRANSACTIONS]; /* [session]: its transactions */
    IP_VEC(state) states;
    int *slots; /* state plus one, 0: free */
    int slot_count;
    ip_serial_end end;

    /* The current run. */
    const int *snapshot;
    int *own; /* [object]: value, or UNKNOWN */
    int step;
    IP_VEC(ip_explore_write) journal; /* value: the one before */
    IP_VEC(ip_history_read) reads;
};

/* ---- the table ---- */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const ip_serial_states *s, const int *values, const unsigned char *place)
{
    uint64_t hash = 1;
    for (int i = 0; i < s->sessions; i++)
        hash = mix(hash, place[i]);
    for (int o = 0; o < s->objects; o++)
        hash = mix(hash, (uint64_t)values[o]);
    return hash;
}

static bool same(const ip_serial_states *s, const state *a, const state *b)
{
    return a->hash == b->hash && !memcmp(a->place, b->place, (size_t)s->sessions) &&
           !memcmp(a->values, b->values, sizeof *a->values * (size_t)s->objects);
}

static int *slot_of(ip_serial_states *s, const state *wanted)
{
    int at = (int)(wanted->hash % (uint64_t)s->slot_count);
    while (s->slots[at] && !same(s, &s->states.items[s->slots[at] - 1], wanted))
        at = (at + 1) % s->slot_count;
    return &s->slots[at];
}

static void grow_table(ip_serial_states *s)
{
    s->slot_count = s->slot_count ? 2 * s->slot_count : FIRST_SLOTS;
    s->slots = IP_NEW_ARRAY(s->arena, int, s->slot_count);
    for (int i = 0; i < s->states.count; i++)
        if (!s->states.items[i].beside)
            *slot_of(s, &s->states.items[i]) = i + 1;
}

static int add(ip_serial_states *s, state created)
{
    if (2 * s->states.count >= s->slot_count)
        grow_table(s);
    created.hash = hash_of(s, created.values, created.place);
    int *slot = created.beside ? NULL : slot_of(s, &created);
    if (slot && *slot)
        return *slot - 1;
    created.runs = IP_NEW_ARRAY(s->arena, const ip_serial_run *, s->sessions + 1);
    created.after = IP_NEW_ARRAY(s->arena, int, s->sessions + 1);
    for (int i = 0; i < s->sessions; i++)
        created.after[i] = UNKNOWN;
    IP_PUSH(s->arena, &s->states, created);
    if (slot)
        *slot = s->states.count;
    return s->states.count - 1;
}

/* ---- a run ---- */

static bool on_statement(void *data, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    (void)statement, (void)depth, (void)new_snapshot;
    ((ip_serial_states *)data)->step++;
    return true;
}

static bool is_known(ip_serial_states *s, int object)
{
    if (object >= s->objects)
        s->end = IP_SERIAL_GROWN;
    return object < s->objects;
}

static bool on_read(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    ip_serial_states *s = data;
    int object = row * s->n->width + column + 1;
    if (!is_known(s, object))
        return false;
    if (s->own[object] != UNKNOWN && mode != IP_READ_BEFORE) {
        *value = ip_explore_datum(s->values, s->own[object]);
        return true;
    }
    IP_PUSH(s->arena, &s->reads, ((ip_history_read){.object = object, .step = s->step < 0 ? 0 : s->step}));
    *value = ip_explore_datum(s->values, s->snapshot[object]);
    return true;
}

static bool on_write(void *data, int row, int column, ip_datum value)
{
    ip_serial_states *s = data;
    int object = row * s->n->width + column + 1;
    if (!is_known(s, object))
        return false;
    IP_PUSH(s->arena, &s->journal, ((ip_explore_write){object, s->own[object]}));
    s->own[object] = ip_explore_value(s->values, value);
    return true;
}

static int on_savepoint(void *data)
{
    return ((ip_serial_states *)data)->journal.count;
}

static void on_rollback(void *data, int savepoint)
{
    ip_serial_states *s = data;
    while (s->journal.count > savepoint) {
        ip_explore_write undo = s->journal.items[--s->journal.count];
        s->own[undo.object] = undo.value;
    }
}

/* Collects the writes from the journal. */
static void collect_writes(ip_serial_states *s, ip_serial_run *run)
{
    ip_explore_write *writes = IP_NEW_ARRAY(s->arena, ip_explore_write, s->journal.count);
    for (int i = 0; i < s->journal.count; i++) {
        int object = s->journal.items[i].object;
        if (s->own[object] != UNKNOWN && !run->aborted)
            writes[run->write_count++] = (ip_explore_write){object, s->own[object]};
        s->own[object] = UNKNOWN;
    }
    s->journal.count = 0;
    run->writes = writes;
}

static const ip_serial_run *run(ip_serial_states *s, int at, int transaction)
{
    const ip_client_transaction *t = s->n->transactions[transaction];
    ip_serial_run *created = IP_NEW(s->arena, ip_serial_run);
    ip_run_outcome outcome = {0};
    ip_database database = {.data = s,
                            .rows = s->n->rows,
                            .instance = transaction,
                            .instances = s->n->count - 1,
                            .statement = on_statement,
                            .read = on_read,
                            .write = on_write,
                            .savepoint = on_savepoint,
                            .rollback_to = on_rollback,
                            .step_limit = s->step_limit};
    s->snapshot = s->states.items[at].values;
    s->step = -1;
    s->reads.count = 0;
    s->runs++;
    ip_run_end end = ip_exec_interpreter_run(s->interpreter, t->code, t->arguments, &database, &outcome);
    created->transaction = transaction;
    created->aborted = end == IP_RUN_ABORTED;
    collect_writes(s, created);
    if (ip_interpreter_rows_count(s->n->rows) * s->n->width > s->objects)
        s->end = IP_SERIAL_GROWN;
    else if (end != IP_RUN_COMMITTED && end != IP_RUN_ABORTED) {
        s->end = IP_SERIAL_FAILED;
        ip_explore_report_run(t, &outcome, s->diagnostics);
    }
    if (s->end != IP_SERIAL_FINE)
        return NULL;
    ip_history_read *reads = IP_NEW_ARRAY(s->arena, ip_history_read, s->reads.count);
    if (s->reads.count)
        memcpy(reads, s->reads.items, sizeof *reads * (size_t)s->reads.count);
    created->reads = reads;
    created->read_count = s->reads.count;
    created->step_count = s->step + 1;
    created->outcome = ip_explore_engine_keep_outcome(s->arena, outcome);
    return created;
}

/* ---- what others use ---- */

ip_serial_states *ip_explore_serial_states_new(const ip_client *client, ip_numbered *numbered, long step_limit,
                                               ip_diagnostics *diagnostics)
{
    ip_arena *arena = ip_arena_new();
    ip_serial_states *s = IP_NEW(arena, ip_serial_states);
    s->arena = arena;
    s->n = numbered;
    s->diagnostics = diagnostics;
    s->step_limit = step_limit;
    s->interpreter = ip_exec_interpreter_new(client->schema);
    s->values = ip_explore_values_new();
    s->sessions = client->sessions.count;
    s->objects = ip_interpreter_rows_count(numbered->rows) * numbered->width;
    s->own = IP_NEW_ARRAY(arena, int, s->objects);
    int *values = IP_NEW_ARRAY(arena, int, s->objects), session_of_last = UNKNOWN;
    for (int o = 0; o < s->objects; o++) {
        s->own[o] = UNKNOWN;
        values[o] = ip_explore_value(s->values, ip_explore_numbered_initial(numbered, o));
    }
    for (int t = 1; t < numbered->count; t++) {
        if (numbered->session[t] != session_of_last)
            s->first[session_of_last = numbered->session[t]] = t;
        s->length[session_of_last]++;
    }
    add(s, (state){.values = values, .place = IP_NEW_ARRAY(arena, unsigned char, s->sessions)});
    return s;
}

void ip_explore_serial_states_free(ip_serial_states *s)
{
    ip_exec_interpreter_free(s->interpreter);
    ip_explore_values_free(s->values);
    ip_arena_free(s->arena);
}

int ip_explore_serial_state_count(const ip_serial_states *s)
{
    return s->states.count;
}

int ip_explore_serial_object_count(const ip_serial_states *s)
{
    return s->objects;
}

int ip_explore_serial_next(const ip_serial_states *s, int at, int session)
{
    int place = s->states.items[at].place[session];
    return place < s->length[session] ? s->first[session] + place : 0;
}

const ip_serial_run *ip_explore_serial_run_in(ip_serial_states *s, int at, int session)
{
    const ip_serial_run **known = &s->states.items[at].runs[session];
    if (!*known && s->end == IP_SERIAL_FINE)
        *known = run(s, at, ip_explore_serial_next(s, at, session));
    return s->end == IP_SERIAL_FINE ? *known : NULL;
}

static int apply(ip_serial_states *s, int at, const ip_serial_run *run, bool beside)
{
    const state *from = &s->states.items[at];
    int *values = IP_NEW_ARRAY(s->arena, int, s->objects);
    unsigned char *place = IP_NEW_ARRAY(s->arena, unsigned char, s->sessions);
    memcpy(values, from->values, sizeof *values * (size_t)s->objects);
    memcpy(place, from->place, (size_t)s->sessions);
    for (int w = 0; w < run->write_count; w++)
        values[run->writes[w].object] = run->writes[w].value;
    place[s->n->session[run->transaction]]++;
    return add(s, (state){.values = values, .place = place, .before = at, .by = run, .beside = beside});
}

int ip_explore_serial_apply(ip_serial_states *s, int at, const ip_serial_run *run)
{
    return apply(s, at, run, true);
}

int ip_explore_serial_after(ip_serial_states *s, int at, int session)
{
    const ip_serial_run *run = ip_explore_serial_run_in(s, at, session);
    if (!run)
        return at;
    int known = s->states.items[at].after[session];
    if (known != UNKNOWN)
        return known;
    int after = apply(s, at, run, s->states.items[at].beside);
    s->states.items[at].after[session] = after;
    return after;
}

bool ip_explore_serial_is_beside(const ip_serial_states *s, int at)
{
    return s->states.items[at].beside;
}

bool ip_explore_serial_reached(const ip_serial_states *s, int at, int *before, const ip_serial_run **run)
{
    *before = s->states.items[at].before;
    *run = s->states.items[at].by;
    return *run != NULL;
}

ip_serial_end ip_explore_serial_ended(const ip_serial_states *s)
{
    return s->end;
}

long ip_explore_serial_runs(const ip_serial_states *s)
{
    return s->runs;
}

size_t ip_explore_serial_bytes(const ip_serial_states *s)
{
    return ip_arena_bytes(s->arena);
}

ip_datum ip_explore_serial_written(const ip_serial_states *s, const ip_serial_run *run, int object)
{
    for (int w = 0; run && w < run->write_count; w++)
        if (run->writes[w].object == object)
            return ip_explore_datum(s->values, run->writes[w].value);
    return ip_explore_datum(s->values, s->states.items[0].values[object]);
}
