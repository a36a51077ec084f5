/* Versions of rows: the versions that a statement sees and creates. */
#include "engine/engine_internal.h"

#include <stdlib.h>
#include <string.h>

ip_db_row *ip_engine_storage_row(ip_db *engine, int row)
{
    while (engine->storage.count <= row)
        IP_PUSH(engine->data, &engine->storage, (ip_db_row){0});
    return &engine->storage.items[row];
}

const ip_db_snapshot *ip_engine_storage_snapshot(const ip_db_session *session)
{
    return &session->snapshots[session->depth];
}

static bool sees(const ip_db_session *session, ip_xid xid, int command, const ip_db_snapshot *snapshot)
{
    const ip_db *engine = session->engine;
    if (ip_engine_xact_is_own(session, xid))
        return ip_engine_xact_now(engine, xid) != IP_XACT_ABORTED && command < snapshot->command;
    return ip_engine_xact_committed_before(engine, xid, snapshot->commits);
}

const ip_db_version *ip_engine_storage_seen(const ip_db_session *session, const ip_db_row *row,
                                            const ip_db_snapshot *snapshot)
{
    for (int i = row->versions.count - 1; i >= 0; i--) {
        const ip_db_version *v = &row->versions.items[i];
        if (sees(session, v->created, v->made_at, snapshot))
            return v->unmade && sees(session, v->unmade, v->unmade_at, snapshot) ? NULL : v;
    }
    return NULL;
}

static bool holds_now(const ip_db_session *session, ip_xid xid)
{
    ip_xact_state state = ip_engine_xact_now(session->engine, xid);
    return state == IP_XACT_COMMITTED || (state == IP_XACT_RUNS && ip_engine_xact_is_own(session, xid));
}

const ip_db_version *ip_engine_storage_current(const ip_db_session *session, const ip_db_row *row)
{
    for (int i = row->versions.count - 1; i >= 0; i--) {
        const ip_db_version *v = &row->versions.items[i];
        if (holds_now(session, v->created))
            return v->unmade && holds_now(session, v->unmade) ? NULL : v;
    }
    return NULL;
}

static ip_db_version *last_version(ip_db *engine, ip_db_row *row)
{
    for (int i = row->versions.count - 1; i >= 0; i--)
        if (ip_engine_xact_now(engine, row->versions.items[i].created) != IP_XACT_ABORTED)
            return &row->versions.items[i];
    return NULL;
}

static bool read_cell(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    ip_db_session *session = data;
    ip_db_row *r = ip_engine_storage_row(session->engine, row);
    const ip_table *table = ip_interpreter_rows_table(session->engine->rows, row);
    ip_db_snapshot own = {session->transaction_snapshot.commits, session->command + 1};
    /* The check that a referenced row exists sees the same rows as the transaction, unless the row is in a partition
     * (ri_triggers.c, RI_FKey_check). */
    bool bounded =
        mode == IP_READ_PARENT && ip_engine_db_one_snapshot(session) && !(table->code && table->code->partition);
    if (mode == IP_READ_CURRENT)
        for (int i = 0; i < session->kept.count; i++)
            if (session->kept.items[i].row == row &&
                session->kept.items[i].command == ip_engine_storage_snapshot(session)->command)
                mode = IP_READ_SNAPSHOT;
    if (mode == IP_READ_DIRTY && row == session->met.row && session->met.entering) {
        *value = column == IP_EXISTS ? ip_value_datum_boolean(true) : session->met.entering[column];
        return true;
    }
    const ip_db_version *v =
        mode == IP_READ_DIRTY     ? (row == session->met.row ? &r->versions.items[session->met.version] : NULL)
        : bounded                 ? ip_engine_storage_seen(session, r, &own)
        : ip_reads_snapshot(mode) ? ip_engine_storage_seen(session, r, ip_engine_storage_snapshot(session))
                                  : ip_engine_storage_current(session, r);
    if (ip_reads_snapshot(mode) || mode == IP_READ_CURRENT)
        ip_engine_history_read(session, row, column, v,
                               ip_reads_snapshot(mode) ? ip_engine_storage_snapshot(session) : NULL);
    if (column == IP_EXISTS) {
        *value = ip_value_datum_boolean(v != NULL);
        const ip_db_version *last = last_version(session->engine, r);
        if (!v && !ip_reads_snapshot(mode) && last && last->unmade && last->moved)
            value->count = last->moved;
    } else
        *value = v ? v->values[column] : (ip_datum){0};
    return true;
}

/* ---- scans ---- */
static int in_order(const void *left, const void *right)
{
    const ip_found_row *a = left, *b = right;
    if (a->partition != b->partition)
        return a->partition < b->partition ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static int scan(void *data, const ip_table *table, const int **rows)
{
    ip_db_session *session = data;
    ip_db *engine = session->engine;
    const int *all;
    int count = ip_interpreter_rows_of(engine->rows, table, &all);
    ip_engine_history_scan(session, table);
    engine->found.count = engine->scan.count = 0;
    for (int i = 0; i < count; i++) {
        const ip_db_version *v =
            ip_engine_storage_seen(session, ip_engine_storage_row(engine, all[i]), ip_engine_storage_snapshot(session));
        if (v)
            IP_PUSH(engine->arena, &engine->found, ((ip_found_row){all[i], v->partition, v->place}));
    }
    bool several = false;
    for (int i = 1; i < engine->found.count; i++)
        several = several || engine->found.items[i].partition != engine->found.items[0].partition;
    for (int i = 0; table->code && table->code->hashed && i < table->columns.count; i++)
        several = several || (table->code->hashed[i] && engine->found.count > 1);
    if (table->code && table->code->partition && several && !table->code->partitions_in_order)
        ip_engine_db_refuse(session, "a scan of partitions, of which only the server knows the order,");
    qsort(engine->found.items, (size_t)engine->found.count, sizeof *engine->found.items, in_order);
    for (int i = 0; i < engine->found.count; i++)
        IP_PUSH(engine->arena, &engine->scan, engine->found.items[i].row);
    *rows = engine->scan.items;
    return engine->scan.count;
}

static void sorts(void *data, int *rows, int count)
{
    ip_db_session *session = data;
    ip_db *engine = session->engine;
    engine->found.count = 0;
    for (int i = 0; i < count; i++) {
        const ip_db_version *v = ip_engine_storage_current(session, ip_engine_storage_row(engine, rows[i]));
        IP_PUSH(engine->arena, &engine->found, ((ip_found_row){rows[i], v ? v->partition : 0, v ? v->place : 0}));
    }
    qsort(engine->found.items, (size_t)engine->found.count, sizeof *engine->found.items, in_order);
    for (int i = 0; i < count; i++)
        rows[i] = engine->found.items[i].row;
}

/* ---- writes ---- */
/* Cells are written one by one: the first write of a statement creates the version, the others use it. */
static ip_db_version *version_to_write(ip_db_session *session, int row, ip_db_row *r)
{
    ip_db *engine = session->engine;
    const ip_table *table = ip_interpreter_rows_table(engine->rows, row);
    ip_db_version *last = last_version(engine, r);
    ip_xid xid = ip_engine_xact_current(session);
    bool deleted = last && last->unmade && ip_engine_xact_now(engine, last->unmade) != IP_XACT_ABORTED;
    if (last && !deleted && last->created == xid && last->made_at == session->command)
        return last;
    ip_db_version new = {.created = xid, .made_at = session->command};
    new.place = session->enters ? session->entering_place : ++engine->places;
    new.values = IP_NEW_ARRAY(engine->data, ip_datum, table->columns.count);
    if (last && !deleted) {
        memcpy(new.values, last->values, sizeof *new.values *(size_t)table->columns.count);
        last->unmade = xid;
        last->moved = 0;
        last->key = ip_engine_row_is_locked_by(session, r, IP_LOCK_UPDATE);
        last->apart = ip_engine_row_has_other_holders(session, r, last);
        last->unmade_at = session->command;
    }
    if (!session->enters)
        session->entered_indexes = 0;
    ip_engine_history_created(session, &new, last && !deleted ? last : NULL, table->columns.count);
    IP_PUSH(engine->data, &r->versions, new);
    return &r->versions.items[r->versions.count - 1];
}

/* The version whose change made this one; NULL for a new row's. Between the two there may be versions of transactions
 * that were rolled back. */
const ip_db_version *ip_engine_storage_changed_to(const ip_db_row *r, const ip_db_version *v)
{
    const ip_db_version *old = v;
    while (old > r->versions.items && (old == v || old->unmade != v->created || old->unmade_at != v->made_at))
        old--;
    return old != v && old->unmade == v->created && old->unmade_at == v->made_at ? old : NULL;
}

/* A row gets its place in the table, and is to enter the indexes with these values. changed: NULL: all; else the others
 * are the old version's. */
static void enter(ip_db_session *session, int row, const ip_datum *values, const bool *changed,
                  const ip_db_version *old)
{
    ip_db *db = session->engine;
    session->enters = ip_interpreter_rows_table(db->rows, row);
    session->entering_row = row;
    session->entering_place = ++db->places;
    session->entering.count = session->entered.count = session->entered_indexes = 0;
    for (int i = 0; i < session->enters->columns.count; i++)
        IP_PUSH(db->arena, &session->entering, !changed || changed[i] ? values[i] : old->values[i]);
}

/* The row is written, or a statement has failed. */
static void end_entering(ip_db_session *session)
{
    session->enters = NULL;
}

static void takes_back(void *data)
{
    end_entering(data);
}

static bool write_cell(void *data, int row, int column, ip_datum value)
{
    ip_db_session *session = data;
    ip_db *engine = session->engine;
    ip_db_row *r = ip_engine_storage_row(engine, row);
    const ip_table *table = ip_interpreter_rows_table(engine->rows, row);
    ip_engine_xact_writes(session);
    if (column == IP_EXISTS && !value.as.boolean) {
        ip_db_version *last = last_version(engine, r);
        ip_engine_conflicts_write(session, table, last, false);
        last->unmade = ip_engine_xact_current(session);
        last->unmade_at = session->command;
        last->moved = value.count;
        last->key = true;
        end_entering(session);
        ip_engine_history_write(session, row, column, NULL);
        return true;
    }
    ip_db_version *v = version_to_write(session, row, r);
    end_entering(session);
    if (column == IP_EXISTS) { /* the last of a new row */
        if (table->code && table->code->partition)
            v->partition = ip_exec_session_partition(session->interpreter, table, v->values);
        ip_engine_keys_note(engine, table, row, v, column);
        ip_engine_conflicts_write(session, table, NULL, true);
        ip_engine_history_write(session, row, column, v);
        return true;
    }
    ip_engine_history_write(session, row, column, v);
    v->values[column] = ip_value_datum_copy(engine->data, value);
    ip_engine_keys_note(engine, table, row, v, column);
    const ip_db_version *old = ip_engine_storage_changed_to(r, v);
    if (old)
        ip_engine_conflicts_write(session, table, old, ip_engine_keys_make_entry(engine, table, old, v));
    return true;
}

/* ---- statements ---- */
static void locks_latest(void *data, bool begins)
{
    ip_db_session *session = data;
    session->locks_latest = begins;
    session->latest = (ip_db_snapshot){session->engine->commits, session->command + 1};
}

static void locks_to_read(void *data, bool begins)
{
    ((ip_db_session *)data)->locks_to_read = begins;
}

static void inserts(void *data, int row, const ip_datum *values)
{
    ip_db_session *session = data;
    enter(session, row, values, NULL, NULL);
    ip_engine_conflicts_insert(session, session->enters);
}

/* The snapshot of all statements is taken before the first one waits for a table (postgres.c, exec_simple_query:
 * analysis has one). */
static void begins(void *data, const ip_code_statement *statement)
{
    ip_db_session *session = data;
    if (ip_engine_db_one_snapshot(session) && !session->has_snapshot && ip_code_takes_snapshot(statement))
        ip_engine_snapshot_now(session);
}

static bool begin_statement(void *data, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    ip_db_session *session = data;
    session->depth = depth;
    session->locks_latest = session->locks_to_read = false; /* a check may have failed */
    end_entering(session);
    session->entered_indexes = 0;
    if (new_snapshot && ip_code_takes_snapshot(statement))
        session->snapshots[depth] = ip_engine_snapshot_now(session);
    else if (depth > 0)
        session->snapshots[depth] = session->snapshots[depth - 1];
    return true;
}

static bool begin_checks(void *data, int depth)
{
    ip_db_session *session = data;
    session->depth = depth;
    session->command++;
    return true;
}

static bool begin_end(void *data)
{
    ip_db_session *session = data;
    session->snapshots[0] = ip_engine_snapshot_now(session);
    return true;
}

static void resumed(void *data, int depth)
{
    ip_db_session *session = data;
    session->depth = depth;
}

static void searches(void *data, const ip_table *table, const ip_search *search)
{
    ip_db_session *session = data;
    if (session->sxact)
        ip_engine_conflicts_scan(session, table, search);
}

/* The old version counts as changed from now on: the new one's keys are entered after it has been marked (heap_update,
 * ExecInsertIndexTuples). */
static bool changes(void *data, int row, const ip_datum *values, const bool *changed)
{
    ip_db_session *session = data;
    ip_db *db = session->engine;
    ip_db_version *last = last_version(db, ip_engine_storage_row(db, row));
    const ip_table *table = ip_interpreter_rows_table(db->rows, row);
    ip_engine_conflicts_write(session, table, last, false);
    if (last)
        last->changing = ip_engine_xact_current(session);
    if (!last || !values)
        return false;
    enter(session, row, values, changed, last);
    const ip_db_version new = {.values = session->entering.items};
    return ip_engine_keys_make_entry(db, table, last, &new);
}

static void finds(void *data, int row)
{
    ip_db_session *session = data;
    if (session->sxact)
        ip_engine_conflicts_find(session, row);
}

static int savepoint(void *data)
{
    return ip_engine_part_begin(data, NULL);
}

static void rollback_to(void *data, int level)
{
    ip_engine_part_rollback(data, level);
}

static void block_ends(void *data, int depth, const char *sqlstate, const char *detail)
{
    (void)detail;
    ip_db_session *session = data;
    (void)depth;
    if (!sqlstate)
        ip_engine_part_commit(session, session->parts.count - 1);
}

/* With one snapshot for all statements, ON CONFLICT must see the row that is in its way (ExecCheckTupleVisible of
 * nodeModifyTable.c). */
static bool met(void *data, int row)
{
    ip_db_session *session = data;
    const ip_db_row *r = ip_engine_storage_row(session->engine, row);
    const ip_db_version *now = ip_engine_storage_current(session, r);
    if (ip_engine_db_one_snapshot(session) && now && !ip_engine_xact_is_own(session, now->created) &&
        ip_engine_storage_seen(session, r, ip_engine_storage_snapshot(session)) != now)
        ip_engine_db_fail(session, "40001", "could not serialize access due to concurrent update");
    return true;
}

/* TRUNCATE is not followed. */
static bool empty(void *data, const ip_table *table)
{
    (void)table;
    ip_engine_db_refuse(data, "TRUNCATE");
}

static void notice(void *data, const char *level, const char *text)
{
    ip_db_session *session = data;
    ip_db *engine = session->engine;
    bool shown = strcmp(level, "debug") != 0 && strcmp(level, "log") != 0;
    const char *set = ip_engine_db_setting(session, "client_min_messages");
    if (set)
        shown = shown && (strcmp(level, "info") == 0 || strcmp(set, "notice") == 0 ||
                          (strcmp(set, "warning") == 0 && strcmp(level, "warning") == 0));
    if (!shown)
        return;
    char *name = ip_arena_strdup(engine->arena, level);
    for (char *c = name; *c; c++)
        *c = (char)(*c - 'a' + 'A');
    IP_PUSH(engine->arena, &session->notices, ((ip_db_notice){name, ip_arena_strdup(engine->arena, text)}));
}

/* ---- sequences: draws are not undone ---- */
struct ip_sequence_state {
    struct ip_sequence_state *next;
    const ip_sequence_rule *rule;
    int64_t taken; /* by sessions: so many positions */
};

/* The session's cached numbers that are not drawn yet. */
struct ip_sequence_stock {
    struct ip_sequence_stock *next;
    const ip_sequence_rule *rule;
    int64_t from, to;
};

static struct ip_sequence_state *state_of(ip_db *engine, const ip_sequence_rule *rule)
{
    for (struct ip_sequence_state *s = engine->sequences; s; s = s->next)
        if (strcmp(s->rule->name, rule->name) == 0)
            return s;
    struct ip_sequence_state *created = IP_NEW(engine->arena, struct ip_sequence_state);
    ip_sequence_rule *kept = IP_NEW(engine->arena, ip_sequence_rule);
    *kept = *rule;
    kept->name = ip_arena_strdup(engine->arena, rule->name);
    *created = (struct ip_sequence_state){engine->sequences, kept, 0};
    engine->sequences = created;
    return created;
}

void ip_engine_db_sequence_continues(ip_db *engine, const ip_sequence_rule *rule, int64_t taken)
{
    state_of(engine, rule)->taken = taken;
}

static int64_t draws(void *data, const ip_sequence_rule *rule, int64_t drawn)
{
    ip_db_session *session = data;
    struct ip_sequence_state *state = state_of(session->engine, rule);
    struct ip_sequence_stock *stock = session->sequences;
    (void)drawn;
    while (stock && stock->rule != state->rule)
        stock = stock->next;
    if (!stock) {
        stock = IP_NEW(session->engine->arena, struct ip_sequence_stock);
        *stock = (struct ip_sequence_stock){session->sequences, state->rule, 0, 0};
        session->sequences = stock;
    }
    if (stock->from == stock->to) {
        stock->from = state->taken;
        state->taken += ip_catalog_sequence_taken(rule, state->taken);
        stock->to = state->taken;
    }
    return stock->from < stock->to ? stock->from++ : stock->from;
}

/* setval(): the session forgets its cached numbers, others keep theirs (sequence.c, do_setval). */
static bool restarts(void *data, const ip_sequence_rule *rule, int64_t position, bool undone)
{
    ip_db_session *session = data;
    struct ip_sequence_state *state = state_of(session->engine, rule);
    if (undone)
        return false;
    for (struct ip_sequence_stock *stock = session->sequences; stock; stock = stock->next)
        if (stock->rule == state->rule)
            stock->from = stock->to = 0;
    state->taken = position;
    return true;
}

/* ---- locks that are no rows' ---- */
static bool lock_table(void *data, const ip_table *table, ip_lock lock, bool no_wait)
{
    ip_db_session *session = data;
    return table->own || table->temporary ||
           ip_engine_queue_lock_take(session, (ip_lock_tag){.kind = IP_ON_TABLE, .a = table->id}, lock,
                                     ip_engine_xact_current(session), no_wait);
}

static bool advisory(void *data, ip_advisory what, const ip_datum *key, int count, bool shared)
{
    ip_db_session *session = data;
    if (what == IP_ADVISORY_UNLOCK_ALL) {
        ip_engine_queue_locks_end(session, 0);
        return true;
    }
    ip_lock mode = shared ? IP_LOCK_TABLE_SHARE : IP_LOCK_TABLE_EXCLUSIVE;
    ip_lock_tag tag = {IP_ON_NUMBER, key[0].as.integer, count > 1 ? key[1].as.integer : 0, count};
    if (what == IP_ADVISORY_UNLOCK)
        return ip_engine_queue_lock_give(session, tag, mode, 0);
    bool xact = what == IP_ADVISORY_LOCK_XACT || what == IP_ADVISORY_TRY_XACT;
    return ip_engine_queue_lock_take(session, tag, mode, xact ? ip_engine_xact_current(session) : 0,
                                     what == IP_ADVISORY_TRY || what == IP_ADVISORY_TRY_XACT);
}

static void sleeps(void *data, double seconds)
{
    ip_db_session *session = data;
    session->sleeps_until = session->engine->clock + seconds * 1000;
    while (session->engine->clock < session->sleeps_until)
        ip_engine_db_suspend(session);
    session->sleeps_until = 0;
}

static void result(void *data, const ip_code_statement *statement, int row_count, int column_count,
                   const ip_datum *rows)
{
    (void)statement, (void)column_count, (void)rows;
    ((ip_db_session *)data)->changed = row_count;
}

void ip_engine_storage_callbacks(ip_db_session *session)
{
    session->database = (ip_database){.data = session,
                                      .rows = session->engine->rows,
                                      .instance = session->number,
                                      .meets_rows = true,
                                      .rereads_locked_rows = true,
                                      .rechecks_keys = true,
                                      .statement = begin_statement,
                                      .checks = begin_checks,
                                      .ends = begin_end,
                                      .resumed = resumed,
                                      .read = read_cell,
                                      .write = write_cell,
                                      .empty = empty,
                                      .lock = ip_engine_row_lock,
                                      .held = ip_engine_row_held,
                                      .overtaken = ip_engine_row_overtaken,
                                      .met = met,
                                      .savepoint = savepoint,
                                      .rollback_to = rollback_to,
                                      .block_ends = block_ends,
                                      .keeps_versions = true,
                                      .scans = scan,
                                      .seeks = ip_engine_history_seeks,
                                      .sorts = sorts,
                                      .locks_latest = locks_latest,
                                      .locks_to_read = locks_to_read,
                                      .inserts = inserts,
                                      .takes_back = takes_back,
                                      .lock_table = lock_table,
                                      .notice = notice,
                                      .draws = draws,
                                      .restarts = restarts,
                                      .advisory = advisory,
                                      .sleeps = sleeps,
                                      .result = result,
                                      .begins = begins,
                                      .searches = searches,
                                      .changes = changes,
                                      .finds = finds,
                                      .step_limit = 10000000};
    ip_engine_keys_callbacks(&session->database);
}
