/* A client on the engine: cells are objects, the interpreter runs the transactions.
 *
 * Rows. A scan reads the presence of every row that is known (ip_rows), and an INSERT can make a row known after a scan
 * has run. Then the exploration starts again, with that row known from the beginning. The histories found until then
 * are found again and are not reported twice: no transaction wrote the row before it was known, so a scan could have
 * read its absence from the initial transaction only; such a read leaves no choice, is never what keeps a swap from
 * happening (readLatest holds, there being no other writer), and changes nothing that the transaction does. For the
 * same reason shards agree on the tree whichever rows each of them has met. */
#include "explorer/explorer.h"

#include "base/clock.h"
#include "explorer/apart.h"
#include "explorer/base.h"
#include "explorer/engine.h"
#include "explorer/numbered.h"
#include "explorer/serializable.h"

#include <string.h>

enum { CLOCK_INTERVAL = 64, PROGRESS_INTERVAL = 4096, NO_SNAPSHOT = -1 };

typedef struct exploration {
    const ip_client *client;
    const ip_explore_options *options;
    ip_diagnostics *diagnostics;
    ip_arena *arena;
    ip_numbered n;
    ip_engine_input input;
    ip_explorer_engine *engine;
    ip_interpreter *interpreter;
    const ip_level *level;  /* of the transaction that runs */
    IP_VEC(int) found;      /* rows, by checks of keys */
    bool checks_keys;       /* that do not identify rows; or for rows that refer */
    ip_arena *scratch;      /* of a leaf */
    IP_VEC(int) snapshots;  /* [depth of calls]: the statement whose snapshot is read */
    bool script;            /* it is one */
    bool early;             /* LOCK TABLE is under way, and the transaction has not taken its one snapshot */
    bool has_snapshot;      /* it has */
    ip_consistency *levels; /* the client's */
    bool exact;             /* they are what is explored, too */
    int rows_at_start;      /* of this pass */
    long seen, reported;    /* histories of this pass, and those passed to the visitor */
    long steps;
    bool grown;
    bool misled;               /* by a level's file */
    const char *explored_from; /* names of the levels */
    ip_exploration result;
    ip_run_outcome outcomes[IP_MAX_TRANSACTIONS];
} exploration;

static ip_datum initial(void *data, int object)
{
    return ip_explore_numbered_initial(&((exploration *)data)->n, object);
}

/* An absent row has no values: a reader that reads its presence, at a weak level separately from its columns, reads
 * these from a transaction that has inserted the row, not from before. (Such a reader has one in its causal past, so
 * levels remain causally extensible.) */
static bool defined(void *data, int object)
{
    const exploration *x = data;
    int row = object / x->n.width;
    return object % x->n.width - 1 == IP_EXISTS || (row < x->n.present.count && x->n.present.items[row]);
}

/* CALL of a procedure has taken the snapshot before LOCK TABLE in it is reached. */
static void note_snapshot(exploration *x, const ip_code_statement *statement)
{
    bool early = statement && !ip_code_takes_snapshot(statement) && x->script;
    x->has_snapshot = x->has_snapshot || !early;
    x->early = !x->has_snapshot;
}

static bool on_statement(void *data, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    exploration *x = data;
    if (!ip_level_has_statement_snapshots(x->level)) {
        note_snapshot(x, statement);
        ip_explore_engine_statement(x->engine);
        return true;
    }
    while (x->snapshots.count <= depth)
        IP_PUSH(x->arena, &x->snapshots, NO_SNAPSHOT);
    int *snapshot = &x->snapshots.items[depth];
    if (new_snapshot || *snapshot == NO_SNAPSHOT)
        *snapshot = ip_explore_engine_statement(x->engine);
    else
        ip_explore_engine_resume(x->engine, *snapshot);
    return true;
}

/* Locks that the statement got count for its checks. */
static bool on_checks(void *data, int depth)
{
    const exploration *x = data;
    return !x->input.models_locks || on_statement(data, NULL, depth, true);
}

static bool on_ends(void *data)
{
    return on_statement(data, NULL, 0, true);
}

static void on_resumed(void *data, int depth)
{
    exploration *x = data;
    if (depth < x->snapshots.count && x->snapshots.items[depth] != NO_SNAPSHOT)
        ip_explore_engine_resume(x->engine, x->snapshots.items[depth]);
}

/* A row that the check of a key has found. */
static bool is_found(const exploration *x, int row)
{
    for (int i = 0; i < x->found.count; i++)
        if (x->found.items[i] == row)
            return true;
    return false;
}

/* A statement re-reads the rows that it locked, at levels that say so. A key is checked against what is committed at
 * any level of an engine: that is a read of a row that is not locked yet. What ON CONFLICT then does with the row
 * applies to the row that it found. Levels without locks have snapshots only. */
static bool is_newest(const exploration *x, int row, ip_read_mode mode)
{
    if (ip_reads_snapshot(mode) || !x->input.models_locks)
        return false;
    if (ip_checks_committed(mode) || ip_level_rereads_locked_rows(x->level))
        return true;
    return mode == IP_READ_CURRENT && (!ip_explore_engine_has_locked(x->engine, row) || is_found(x, row));
}

static bool on_read(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    exploration *x = data;
    bool newest = is_newest(x, row, mode);
    x->checks_keys = x->checks_keys || (newest && ip_checks_committed(mode));
    const ip_engine_question question = {.object = row * x->n.width + column + 1,
                                         .newest = newest,
                                         .check = newest && ip_checks_committed(mode),
                                         .chooses = mode == IP_READ_TARGET,
                                         .before_own = mode == IP_READ_BEFORE};
    if (!ip_explore_engine_read(x->engine, question, value))
        return false;
    if (newest && column == IP_EXISTS && !value->as.boolean)
        ip_explore_engine_unlock(x->engine, row);
    if (newest && column == IP_EXISTS && value->as.boolean)
        IP_PUSH(x->arena, &x->found, row);
    return true;
}

static bool on_write(void *data, int row, int column, ip_datum value)
{
    const exploration *x = data;
    ip_explore_engine_write(x->engine, row * x->n.width + column + 1, value);
    ip_explore_engine_change(x->engine, row, column == IP_EXISTS && value.as.boolean);
    return true;
}

static bool on_lock(void *data, int row, ip_lock lock)
{
    const exploration *x = data;
    ip_explore_engine_lock(x->engine, row, lock, x->early);
    return true;
}

/* The next statement locks its tables after it has taken the snapshot. */
static void on_result(void *data, const ip_code_statement *statement, int row_count, int column_count,
                      const ip_datum *rows)
{
    (void)statement, (void)row_count, (void)column_count, (void)rows;
    ((exploration *)data)->early = false;
}

static bool on_met(void *data, int row)
{
    ip_explore_engine_meet(((exploration *)data)->engine, row);
    return true;
}

static int on_savepoint(void *data)
{
    return ip_explore_engine_savepoint(((exploration *)data)->engine);
}

static void on_rollback(void *data, int savepoint)
{
    ip_explore_engine_rollback(((exploration *)data)->engine, savepoint);
}

static ip_run_end run(void *data, int transaction, ip_run_outcome *outcome)
{
    exploration *x = data;
    const ip_client_transaction *t = x->n.transactions[transaction];
    x->level = t->level;
    x->snapshots.count = x->found.count = 0;
    x->script = t->code->script;
    x->early = x->has_snapshot = false;
    ip_database database = {.data = x,
                            .rows = x->n.rows,
                            .instance = transaction,
                            .instances = x->n.count - 1,
                            .statement = on_statement,
                            .read = on_read,
                            .write = on_write,
                            .rereads_locked_rows = ip_level_rereads_locked_rows(t->level),
                            .checks = on_checks,
                            .ends = on_ends,
                            .rechecks_keys = x->input.models_locks,
                            .resumed = on_resumed,
                            .result = on_result,
                            .lock = on_lock,
                            .met = on_met,
                            .savepoint = on_savepoint,
                            .rollback_to = on_rollback,
                            .step_limit = x->options->step_limit};
    return ip_exec_interpreter_run(x->interpreter, t->code, t->arguments, &database, outcome);
}

static bool grown(exploration *x)
{
    x->grown = ip_interpreter_rows_count(x->n.rows) != x->rows_at_start;
    return x->grown;
}

static bool proceed(void *data)
{
    exploration *x = data;
    if (grown(x))
        return false;
    return !x->options->deadline || x->steps++ % CLOCK_INTERVAL || ip_clock() < x->options->deadline;
}

static ip_datum written(void *engine, int transaction, int object)
{
    return ip_explore_engine_written(engine, transaction, object);
}

static bool hand_out(exploration *x, const ip_history *history, bool serializable)
{
    int order[IP_MAX_TRANSACTIONS];
    if (!ip_history_consistency_order(x->levels, history, order))
        return false;
    for (int t = 1; t < x->n.count; t++)
        x->outcomes[t] = *ip_explore_engine_outcome(x->engine, t);
    ip_explored explored = {.client = x->client,
                            .history = history,
                            .rows = x->n.rows,
                            .objects_per_row = x->n.width,
                            .session = x->n.session,
                            .index = x->n.index,
                            .outcomes = x->outcomes,
                            .order = order,
                            .serializable = serializable,
                            .levels = x->levels,
                            .writer = x->engine,
                            .written = written};
    x->reported++;
    return x->options->visit(x->options->data, &explored);
}

static bool leaf(void *data)
{
    exploration *x = data;
    if (grown(x))
        return false;
    const ip_history *history = ip_explore_engine_history(x->engine);
    if (x->checks_keys) {
        ip_arena_reset(x->scratch);
        history = ip_explore_keep_apart(x->scratch,
                                        &(ip_explore_apart){x->interpreter, x->n.rows, x->n.width, x->engine}, history);
    }
    if (!ip_history_consistent(x->levels, history)) {
        x->misled = x->exact;
        return !x->exact;
    }
    x->seen++;
    bool serializable = x->options->serializable_counts && ip_explore_history_serializable(history);
    x->result.histories_serializable += serializable;
    if (x->options->visit && x->seen > x->reported && !hand_out(x, history, serializable))
        return false;
    if (x->options->progress && x->seen % PROGRESS_INTERVAL == 0)
        x->options->progress(x->options->data, x->seen);
    return !x->options->history_limit || x->seen < x->options->history_limit;
}

static void report_failure(exploration *x)
{
    const ip_run_outcome *outcome;
    int transaction = ip_explore_engine_failure(x->engine, &outcome);
    if (transaction)
        ip_explore_report_run(x->n.transactions[transaction], outcome, x->diagnostics);
    else
        ip_diagnostics_add(x->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                           "internal error: a transaction did not repeat what it did before");
}

/* One pass: the exploration with the currently known rows. */
static ip_engine_end pass(exploration *x)
{
    x->rows_at_start = ip_interpreter_rows_count(x->n.rows);
    x->grown = false;
    x->seen = 0;
    x->result = (ip_exploration){0};
    x->engine = ip_explore_engine_new(&x->input);
    ip_engine_end end = ip_explore_engine_explore(x->engine);
    const ip_engine_counts *counts = ip_explore_engine_counted(x->engine);
    const ip_run_outcome *outcome;
    /* A row made known by one run is one more for the scan of the next, before the pass has ended: no failure. */
    if (end == IP_ENGINE_FAILED && !ip_explore_engine_failure(x->engine, &outcome) && grown(x))
        end = IP_ENGINE_STOPPED;
    x->misled = x->misled || (counts->blocked && x->input.base);
    if (end == IP_ENGINE_FAILED)
        report_failure(x);
    else if (x->misled)
        ip_diagnostics_add(
            x->diagnostics, IP_ERROR, (ip_range){0}, NULL,
            "a level is declared causally extensible and is not: a run came to an end that it does not allow; the "
            "levels explored are %s",
            x->explored_from);
    x->result.histories = x->seen;
    x->result.end_states = counts->leaves;
    x->result.explored = counts->explored;
    x->result.blocked = counts->blocked + counts->leaves - x->seen;
    ip_explore_engine_free(x->engine);
    x->engine = NULL;
    return end;
}

static void explore(exploration *x)
{
    ip_engine_end end;
    do
        end = pass(x);
    while (end == IP_ENGINE_STOPPED && x->grown);
    if (end == IP_ENGINE_FAILED || x->misled)
        x->result.end = IP_EXPLORE_FAILED;
    else
        x->result.end = end == IP_ENGINE_COMPLETE ? IP_EXPLORE_COMPLETE : IP_EXPLORE_STOPPED;
}

static int add_level(const ip_level **levels, int *count, const ip_level *level)
{
    int at = 0;
    while (at < *count && strcmp(ip_level_path(levels[at]), ip_level_path(level)) != 0)
        at++;
    if (at == *count)
        levels[(*count)++] = level;
    return at;
}

/* Checkers of the client's levels and of those to explore from; *base NULL: no level. */
static bool choose_base(exploration *x, ip_consistency **base)
{
    const ip_level *levels[IP_MAX_TRANSACTIONS], *bases[IP_MAX_TRANSACTIONS];
    int count = 0;
    bool trivial = false, sessions = x->n.sessions;
    for (int t = 1; t < x->n.count; t++) {
        x->input.level[t] = add_level(levels, &count, x->n.transactions[t]->level);
        x->input.models_locks = x->input.models_locks || *ip_level_engine(x->n.transactions[t]->level);
    }
    x->exact = true;
    for (int l = 0; l < count; l++) {
        bases[l] = x->options->base;
        if (bases[l] && !x->options->base_fits &&
            !ip_explore_base_fits(x->arena, bases[l], levels[l], sessions, x->diagnostics))
            return false;
        if (!bases[l] && !trivial)
            bases[l] = ip_explore_base(x->arena, levels[l], sessions, x->diagnostics);
        trivial = trivial || !bases[l];
        x->exact = x->exact && bases[l] == levels[l];
        if (bases[l])
            x->explored_from =
                ip_arena_printf(x->arena, "%s%s%s", l ? x->explored_from : "", l ? ", " : "", ip_level_name(bases[l]));
    }
    *base = NULL;
    x->levels = ip_history_consistency_new(levels, count, x->diagnostics);
    if (x->levels && !trivial)
        *base = ip_history_consistency_new(bases, count, x->diagnostics);
    return x->levels && (trivial || *base);
}

ip_exploration ip_explore(const ip_client *client, const ip_explore_options *options, ip_diagnostics *diagnostics)
{
    double start = ip_clock();
    exploration x = {.client = client, .options = options, .diagnostics = diagnostics, .arena = ip_arena_new()};
    ip_consistency *base = NULL;
    x.result.end = IP_EXPLORE_FAILED;
    if (ip_explore_number_client(x.arena, client, &x.n, diagnostics) && choose_base(&x, &base)) {
        memcpy(x.input.sessions_before, x.n.sessions_before, sizeof x.n.sessions_before);
        x.interpreter = ip_exec_interpreter_new(client->schema);
        x.scratch = ip_arena_new();
        x.input.count = x.n.count;
        x.input.base = base;
        x.input.objects_per_row = x.n.width;
        x.input.plain = options->plain;
        x.input.shard = options->shard;
        x.input.shard_count = options->shard_count;
        x.input.data = &x;
        x.input.run = run;
        x.input.initial = initial;
        x.input.defined = defined;
        x.input.leaf = leaf;
        x.input.proceed = proceed;
        explore(&x);
        ip_exec_interpreter_free(x.interpreter);
        ip_arena_free(x.scratch);
    }
    ip_history_consistency_free(base);
    ip_history_consistency_free(x.levels);
    ip_arena_free(x.arena);
    x.result.seconds = ip_clock() - start;
    return x.result;
}

int ip_explore_explored_object(const ip_explored *explored, int row, int column)
{
    return row * explored->objects_per_row + column + 1;
}

ip_datum ip_explore_explored_written(const ip_explored *explored, int transaction, int object)
{
    return explored->written(explored->writer, transaction, object);
}

ip_datum ip_explore_explored_final(const ip_explored *explored, int row, int column)
{
    int object = ip_explore_explored_object(explored, row, column), last = 0;
    const ip_history *history = explored->history;
    if (object < history->object_count)
        for (int i = 0; i < history->count; i++)
            if (history->writers[object] >> explored->order[i] & 1)
                last = explored->order[i];
    return explored->written(explored->writer, last, object);
}
