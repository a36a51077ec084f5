/* Robustness of a client against snapshot isolation, by one delayed transaction.
 *
 * Serial executions are paths in the graph of states (serial_states.h), those of the helpers, too: the values that t0
 * has not committed yet are in none of them. From each state, for each t0, paths are extended as long as each step
 * depends on t0 or on earlier steps: other transactions could equally have run before t0 (docs/proofs.md). A place on
 * such a path is a state together with the reads and writes of the helpers so far; each place is expanded once. */
#include "explorer/delayed.h"

#include "base/clock.h"
#include "explorer/serial_states.h"
#include "explorer/serializable.h"

#include <string.h>

#define BIT(t) ((ip_transactions)1 << (t))

enum { CLOCK_INTERVAL = 64, WORD = 64, FIRST_SLOTS = 256 };
static const size_t MOST_BYTES = (size_t)2 << 30;

/* A place on a path of helpers. */
typedef struct place {
    int state;
    ip_transactions sessions; /* whose transactions are among the helpers */
    const uint64_t *accessed; /* sets of objects: [words] read, then [words] written by helpers */
} place;

typedef struct search {
    const ip_client *client;
    const ip_robust_options *options;
    ip_diagnostics *diagnostics;
    ip_arena *arena, *walk; /* walk: of one t0 in one state */
    ip_numbered n;
    ip_serial_states *states;
    ip_consistency *levels;
    int words;
    long steps;
    ip_robustness result;

    /* t0 and the paths from one state. */
    int start, session;
    const ip_serial_run *t0;
    uint64_t *read, *overwritten; /* objects of t0 */
    bool *changed;                /* [row] by t0 */
    const ip_serial_run *path[IP_MAX_TRANSACTIONS];
    int length;
    IP_VEC(place) places;
    int *slots; /* place plus one */
    int slot_count;

    /* The history of an execution. */
    const ip_serial_run *runs[IP_MAX_TRANSACTIONS]; /* [transaction] */
} search;

static bool has(const uint64_t *set, int object)
{
    return set[object / WORD] >> (object % WORD) & 1;
}

static void put(uint64_t *set, int object)
{
    set[object / WORD] |= UINT64_C(1) << (object % WORD);
}

static bool proceeds(search *s)
{
    if (s->options->deadline && s->steps++ % CLOCK_INTERVAL == 0 && ip_clock() >= s->options->deadline)
        s->result.end = IP_ROBUST_STOPPED;
    if (ip_explore_serial_bytes(s->states) + ip_arena_bytes(s->walk) > MOST_BYTES) {
        s->result.end = IP_ROBUST_STOPPED;
        s->result.out_of_memory = true;
    }
    return s->result.end == IP_ROBUST && ip_explore_serial_ended(s->states) == IP_SERIAL_FINE;
}

/* ---- the history of an execution ---- */

typedef struct execution_history {
    ip_history history;
    ip_transactions *writers, *row_writers;
    int *row_of;
    int *last; /* [object]: its last writer so far */
} execution_history;

static void add_reads(const search *s, execution_history *h, const ip_serial_run *run)
{
    ip_history_transaction *t = &h->history.transactions[run->transaction];
    ip_history_read *reads = IP_NEW_ARRAY(s->walk, ip_history_read, run->read_count);
    for (int r = 0; r < run->read_count; r++) {
        reads[r] = run->reads[r];
        reads[r].from = h->last[reads[r].object];
    }
    t->reads = reads;
    t->read_count = run->read_count;
    t->step_count = run->step_count;
    t->aborted = run->aborted;
}

static void add_writes(search *s, execution_history *h, const ip_serial_run *run)
{
    s->runs[run->transaction] = run;
    for (int w = 0; w < run->write_count; w++) {
        int object = run->writes[w].object;
        h->last[object] = run->transaction;
        h->writers[object] |= BIT(run->transaction);
        h->row_writers[object / s->n.width] |= BIT(run->transaction);
    }
}

static execution_history *new_history(const search *s)
{
    execution_history *h = IP_NEW(s->walk, execution_history);
    int objects = ip_explore_serial_object_count(s->states), rows = ip_interpreter_rows_count(s->n.rows);
    h->writers = IP_NEW_ARRAY(s->walk, ip_transactions, objects);
    h->row_writers = IP_NEW_ARRAY(s->walk, ip_transactions, rows);
    h->row_of = IP_NEW_ARRAY(s->walk, int, objects);
    h->last = IP_NEW_ARRAY(s->walk, int, objects);
    for (int o = 0; o < objects; o++) {
        h->writers[o] = BIT(0);
        h->row_of[o] = o / s->n.width;
    }
    h->history.count = s->n.count;
    for (int t = 1; t < s->n.count; t++)
        h->history.transactions[t].sessions_before = s->n.sessions_before[t];
    h->history.object_count = objects;
    h->history.writers = h->writers;
    h->history.row_of = h->row_of;
    h->history.row_count = rows;
    h->history.row_writers = h->row_writers;
    return h;
}

/* The transactions that ran before the state, in order. */
static void add_past(search *s, execution_history *h, int state)
{
    const ip_serial_run *runs[IP_MAX_TRANSACTIONS], *run;
    int count = 0;
    while (ip_explore_serial_reached(s->states, state, &state, &run))
        runs[count++] = run;
    while (count > 0) {
        run = runs[--count];
        add_reads(s, h, run);
        add_writes(s, h, run);
    }
}

/* The execution that was found: t0 delayed during the path; the remaining transactions run at the end. NULL: something
 * cannot be run. */
static execution_history *history_of(search *s)
{
    execution_history *h = new_history(s);
    int state = s->start;
    add_past(s, h, state);
    add_reads(s, h, s->t0);
    for (int i = 0; i < s->length; i++) {
        add_reads(s, h, s->path[i]);
        add_writes(s, h, s->path[i]);
        state = ip_explore_serial_after(s->states, state, s->n.session[s->path[i]->transaction]);
    }
    add_writes(s, h, s->t0);
    state = ip_explore_serial_apply(s->states, state, s->t0);
    for (int session = 0; session < s->client->sessions.count; session++)
        while (ip_explore_serial_next(s->states, state, session)) {
            const ip_serial_run *run = ip_explore_serial_run_in(s->states, state, session);
            if (!run)
                return NULL;
            add_reads(s, h, run);
            add_writes(s, h, run);
            state = ip_explore_serial_after(s->states, state, session);
        }
    return h;
}

static ip_datum written(void *data, int transaction, int object)
{
    const search *s = data;
    return ip_explore_serial_written(s->states, transaction ? s->runs[transaction] : NULL, object);
}

static void hand_out(search *s, const execution_history *h, const int *order)
{
    ip_run_outcome outcomes[IP_MAX_TRANSACTIONS];
    ip_delayed_run how = {.delayed = s->t0->transaction, .count = s->length};
    for (int i = 0; i < s->length; i++)
        how.beside[i] = s->path[i]->transaction;
    for (int t = 1; t < s->n.count; t++)
        outcomes[t] = s->runs[t]->outcome;
    ip_explored explored = {.client = s->client,
                            .history = &h->history,
                            .rows = s->n.rows,
                            .objects_per_row = s->n.width,
                            .session = s->n.session,
                            .index = s->n.index,
                            .outcomes = outcomes,
                            .order = order,
                            .levels = s->levels,
                            .writer = s,
                            .written = written};
    if (s->options->found)
        s->options->found(s->options->data, &explored, &how);
}

/* The last helper has read what t0 overwrites. */
static void judge(search *s)
{
    int order[IP_MAX_TRANSACTIONS];
    const execution_history *h = history_of(s);
    if (!h)
        return;
    if (ip_explore_history_serializable(&h->history) || !ip_history_consistency_order(s->levels, &h->history, order)) {
        s->result.open++;
        return;
    }
    s->result.end = IP_NOT_ROBUST;
    hand_out(s, h, order);
}

/* ---- paths of helpers ---- */

static uint64_t hash_of(const search *s, const place *p)
{
    uint64_t hash = (uint64_t)p->state ^ p->sessions << 20;
    for (int i = 0; i < 2 * s->words; i++) {
        hash = (hash ^ p->accessed[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash;
}

static int *slot_of(const search *s, const place *wanted)
{
    int at = (int)(hash_of(s, wanted) % (uint64_t)s->slot_count);
    for (; s->slots[at]; at = (at + 1) % s->slot_count) {
        const place *p = &s->places.items[s->slots[at] - 1];
        if (p->state == wanted->state && p->sessions == wanted->sessions &&
            !memcmp(p->accessed, wanted->accessed, sizeof *p->accessed * (size_t)(2 * s->words)))
            break;
    }
    return &s->slots[at];
}

/* true: it is new. */
static bool add_place(search *s, place p)
{
    if (2 * s->places.count >= s->slot_count) {
        s->slot_count = s->slot_count ? 2 * s->slot_count : FIRST_SLOTS;
        s->slots = IP_NEW_ARRAY(s->walk, int, s->slot_count);
        for (int i = 0; i < s->places.count; i++)
            *slot_of(s, &s->places.items[i]) = i + 1;
    }
    int *slot = slot_of(s, &p);
    if (*slot)
        return false;
    IP_PUSH(s->walk, &s->places, p);
    *slot = s->places.count;
    return true;
}

static bool changes_row_of_t0(const search *s, const ip_serial_run *run)
{
    for (int w = 0; w < run->write_count; w++)
        if (s->changed[run->writes[w].object / s->n.width])
            return true;
    return false;
}

/* Whether a helper has changed the row. */
static bool is_row_written(const search *s, const uint64_t *written, int row)
{
    for (int o = row * s->n.width; o < (row + 1) * s->n.width; o++)
        if (has(written, o))
            return true;
    return false;
}

/* The run overwrites what t0 has read, or depends on a helper, or follows on one in its session or on its row. */
static bool follows(const search *s, const place *p, const ip_serial_run *run)
{
    const uint64_t *helpers_read = p->accessed, *helpers_wrote = p->accessed + s->words;
    if (p->sessions & BIT(s->n.session[run->transaction]))
        return true;
    for (int r = 0; r < run->read_count; r++)
        if (has(helpers_wrote, run->reads[r].object))
            return true;
    for (int w = 0; w < run->write_count; w++) {
        int object = run->writes[w].object;
        if (has(s->read, object) || has(helpers_read, object) || is_row_written(s, helpers_wrote, object / s->n.width))
            return true;
    }
    return false;
}

static bool reads_what_t0_overwrites(const search *s, const ip_serial_run *run)
{
    for (int r = 0; r < run->read_count; r++)
        if (has(s->overwritten, run->reads[r].object))
            return true;
    return false;
}

static place after(const search *s, const place *p, const ip_serial_run *run, int state)
{
    uint64_t *accessed = IP_NEW_ARRAY(s->walk, uint64_t, 2 * s->words);
    memcpy(accessed, p->accessed, sizeof *accessed * (size_t)(2 * s->words));
    for (int r = 0; r < run->read_count; r++)
        put(accessed, run->reads[r].object);
    for (int w = 0; w < run->write_count; w++)
        put(accessed + s->words, run->writes[w].object);
    return (place){state, p->sessions | BIT(s->n.session[run->transaction]), accessed};
}

static void walk(search *s, place p)
{
    for (int session = 0; session < s->client->sessions.count; session++) {
        if (session == s->session || !ip_explore_serial_next(s->states, p.state, session))
            continue;
        const ip_serial_run *run = proceeds(s) ? ip_explore_serial_run_in(s->states, p.state, session) : NULL;
        if (!run)
            return;
        if (changes_row_of_t0(s, run) || !follows(s, &p, run))
            continue;
        s->path[s->length++] = run;
        if (reads_what_t0_overwrites(s, run))
            judge(s);
        if (!proceeds(s))
            return;
        place next = after(s, &p, run, ip_explore_serial_after(s->states, p.state, session));
        if (proceeds(s) && add_place(s, next))
            walk(s, next);
        s->length--;
    }
}

static void delay(search *s, int state, int session, const ip_serial_run *t0)
{
    if (!t0->write_count || !t0->read_count)
        return;
    ip_arena_reset(s->walk);
    memset(&s->places, 0, sizeof s->places);
    s->slot_count = 0;
    s->start = state;
    s->session = session;
    s->t0 = t0;
    s->length = 0;
    s->read = IP_NEW_ARRAY(s->walk, uint64_t, s->words);
    s->overwritten = IP_NEW_ARRAY(s->walk, uint64_t, s->words);
    s->changed = IP_NEW_ARRAY(s->walk, bool, ip_interpreter_rows_count(s->n.rows));
    for (int r = 0; r < t0->read_count; r++)
        put(s->read, t0->reads[r].object);
    for (int w = 0; w < t0->write_count; w++) {
        put(s->overwritten, t0->writes[w].object);
        s->changed[t0->writes[w].object / s->n.width] = true;
    }
    walk(s, (place){state, 0, IP_NEW_ARRAY(s->walk, uint64_t, 2 * s->words)});
}

/* ---- all of it ---- */

static void search_states(search *s)
{
    s->states = ip_explore_serial_states_new(s->client, &s->n, s->options->step_limit, s->diagnostics);
    s->words = ip_explore_serial_object_count(s->states) / WORD + 1;
    s->result = (ip_robustness){.end = IP_ROBUST};
    for (int state = 0; state < ip_explore_serial_state_count(s->states); state++) {
        if (ip_explore_serial_is_beside(s->states, state))
            continue;
        s->result.states++;
        for (int session = 0; session < s->client->sessions.count && proceeds(s); session++) {
            if (!ip_explore_serial_next(s->states, state, session))
                continue;
            ip_explore_serial_after(s->states, state, session);
            const ip_serial_run *t0 = ip_explore_serial_run_in(s->states, state, session);
            if (t0)
                delay(s, state, session, t0);
        }
        if (!proceeds(s))
            break;
    }
    s->result.runs = ip_explore_serial_runs(s->states);
    if (ip_explore_serial_ended(s->states) == IP_SERIAL_FAILED)
        s->result.end = IP_ROBUST_FAILED;
}

/* Every scan must include a row that became known: the search starts again. */
static void search_all(search *s)
{
    bool again = true;
    while (again) {
        search_states(s);
        again = ip_explore_serial_ended(s->states) == IP_SERIAL_GROWN && s->result.end != IP_ROBUST_STOPPED;
        ip_explore_serial_states_free(s->states);
    }
}

static bool is_serializable(void *data, const ip_explored *explored)
{
    search *s = data;
    if (explored->serializable)
        return true;
    s->result.end = IP_NOT_ROBUST;
    if (s->options->found)
        s->options->found(s->options->data, explored, &(ip_delayed_run){0});
    return false;
}

static void explore_all(search *s)
{
    const ip_explore_options all = {.deadline = s->options->deadline,
                                    .step_limit = s->options->step_limit,
                                    .serializable_counts = true,
                                    .visit = is_serializable,
                                    .data = s};
    ip_exploration found = ip_explore(s->client, &all, s->diagnostics);
    s->result.explored = true;
    s->result.histories = found.histories;
    if (found.end == IP_EXPLORE_FAILED)
        s->result.end = IP_ROBUST_FAILED;
    else if (found.end == IP_EXPLORE_STOPPED && s->result.end != IP_NOT_ROBUST)
        s->result.end = IP_ROBUST_STOPPED;
}

static bool is_within(const search *s)
{
    const ip_level *level = s->n.count > 1 ? s->n.transactions[1]->level : NULL;
    for (int t = 2; t < s->n.count; t++)
        if (strcmp(ip_level_path(s->n.transactions[t]->level), ip_level_path(level)) != 0) {
            ip_diagnostics_add(s->diagnostics, IP_ERROR, (ip_range){0}, s->n.transactions[t]->name,
                               "runs at another level: robustness is decided where all transactions run at one");
            return false;
        }
    if (!level || ip_level_within_snapshot_isolation(level, s->n.sessions))
        return true;
    ip_diagnostics_add(
        s->diagnostics, IP_ERROR, (ip_range){0}, NULL,
        "robustness is decided at snapshot isolation, and at levels whose axioms imply it%s; those of %s do not",
        s->n.sessions ? ", sessions that see their own earlier transactions included" : "", ip_level_name(level));
    return false;
}

ip_robustness ip_explore_robust(const ip_client *client, const ip_robust_options *options, ip_diagnostics *diagnostics)
{
    double start = ip_clock();
    search s = {.client = client, .options = options, .diagnostics = diagnostics, .arena = ip_arena_new()};
    s.result.end = IP_ROBUST_FAILED;
    if (ip_explore_number_client(s.arena, client, &s.n, diagnostics) && is_within(&s)) {
        s.levels = s.n.count > 1 ? ip_history_consistency_new(&s.n.transactions[1]->level, 1, diagnostics) : NULL;
        s.walk = ip_arena_new();
        if (s.levels || s.n.count == 1)
            search_all(&s);
        if (s.result.end == IP_ROBUST && s.result.open)
            explore_all(&s);
        ip_arena_free(s.walk);
        ip_history_consistency_free(s.levels);
    }
    ip_arena_free(s.arena);
    s.result.seconds = ip_clock() - start;
    return s.result;
}
