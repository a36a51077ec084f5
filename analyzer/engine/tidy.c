/* What a server's VACUUM does, for clients that go on for hours: forgets versions and rows that no later transaction
 * can see, and the transactions that made them. It happens while no transaction is in progress, so that the last
 * committed version of each row is all that counts. */
#include "engine/engine_internal.h"

#include <stdlib.h>
#include <string.h>

enum { OLDEST = 1, LEAST = 1 << 20, FULL = 16 << 20 }; /* bytes */

ip_arena *ip_engine_results_arena(const ip_db_session *session)
{
    return session->results_arena ? session->results_arena : session->engine->arena;
}

static size_t gathered(const ip_db *db)
{
    return db->data == db->arena ? 0 : ip_arena_bytes(db->data) - db->data_bytes;
}

bool ip_engine_db_is_untidy(const ip_db *db)
{
    return !db->ended && gathered(db) > FULL + 2 * db->data_bytes;
}

static bool is_quiet(const ip_db *db)
{
    bool quiet = !db->ready.count;
    for (int i = 0; i < db->sessions.count; i++)
        quiet = quiet && !db->sessions.items[i]->running && !db->sessions.items[i]->in_transaction;
    return quiet;
}

/* Sessions may hold advisory locks. */
static bool any_lock(const ip_db *db)
{
    for (int i = 0; i < db->locks.count; i++)
        if (db->locks.items[i]->grants.count)
            return true;
    return false;
}

static const ip_db_version *last_committed(const ip_db *db, const ip_db_row *row)
{
    for (int i = row->versions.count - 1; i >= 0; i--) {
        const ip_db_version *v = &row->versions.items[i];
        if (ip_engine_xact_now(db, v->created) == IP_XACT_COMMITTED)
            return v->unmade && ip_engine_xact_now(db, v->unmade) == IP_XACT_COMMITTED ? NULL : v;
    }
    return NULL;
}

static ip_db_version settled(ip_arena *data, const ip_table *table, const ip_db_version *from)
{
    ip_db_version v = {.created = OLDEST, .place = from->place, .partition = from->partition};
    v.values = IP_NEW_ARRAY(data, ip_datum, table->columns.count);
    for (int c = 0; c < table->columns.count; c++)
        v.values[c] = ip_value_datum_copy(data, from->values[c]);
    return v;
}

/* gone: rows whose numbers others get. */
static void settle_rows(ip_db *db, ip_arena *data, bool *gone)
{
    const ip_db_row *old = db->storage.items;
    int count = db->storage.count, numbered = ip_interpreter_rows_count(db->rows);
    bool keeps_locks = any_lock(db);
    memset(&db->storage, 0, sizeof db->storage);
    for (int i = 0; i < count; i++) {
        const ip_db_version *last = last_committed(db, &old[i]);
        ip_db_row row = {.found_by = 0};
        if (last)
            IP_PUSH(data, &row.versions, settled(data, ip_interpreter_rows_table(db->rows, i), last));
        IP_PUSH(data, &db->storage, row);
    }
    for (int i = 0; i < numbered; i++) {
        const ip_table *table = ip_interpreter_rows_table(db->rows, i);
        gone[i] = !(i < count && db->storage.items[i].versions.count) && !(table && table->locks_only && keeps_locks);
    }
}

static void note_keys_again(ip_db *db)
{
    memset(&db->keyed, 0, sizeof db->keyed);
    db->keyed_slots = NULL;
    db->keyed_slot_count = 0;
    for (int i = 0; i < db->storage.count; i++)
        for (int v = 0; v < db->storage.items[i].versions.count; v++)
            ip_engine_keys_note(db, ip_interpreter_rows_table(db->rows, i), i, &db->storage.items[i].versions.items[v],
                                IP_EXISTS);
}

/* Predicate locks and anti-dependencies are between transactions of which one runs when the other has ended. */
static void settle_transactions(ip_db *db, ip_arena *data)
{
    memset(&db->xacts, 0, sizeof db->xacts);
    memset(&db->sxacts, 0, sizeof db->sxacts);
    memset(&db->read_locks, 0, sizeof db->read_locks);
    db->first_running = 0;
    IP_PUSH(data, &db->xacts, ((ip_xact){.state = IP_XACT_ABORTED}));
    IP_PUSH(data, &db->xacts, ((ip_xact){.state = IP_XACT_COMMITTED}));
}

void ip_engine_db_tidy(ip_db *db)
{
    if (db->ended || gathered(db) < LEAST + db->data_bytes || !is_quiet(db))
        return;
    ip_arena *data = ip_arena_new(), *scratch = ip_arena_new(), *before = db->data;
    bool *gone = IP_NEW_ARRAY(scratch, bool, ip_interpreter_rows_count(db->rows));
    settle_rows(db, data, gone);
    ip_interpreter_rows_forget(db->rows, data, gone);
    settle_transactions(db, data);
    db->data = data;
    note_keys_again(db);
    db->data_bytes = ip_arena_bytes(data);
    ip_arena_free(before);
    ip_arena_free(scratch);
}

/* ---- sessions of clients that come and go ---- */
void ip_engine_db_leave(ip_db_session *session)
{
    ip_db *db = session->engine;
    if (session->running || session->in_transaction || db->ended || !db->answers_clients)
        return;
    ip_exec_interpreter_free(session->interpreter);
    free(session->stack);
    ip_arena_free(session->results_arena);
    ip_arena_free(session->noted_arena);
    const int number = session->number;
    *session = (ip_db_session){.engine = db, .number = number};
    IP_PUSH(db->arena, &db->left, session);
}
