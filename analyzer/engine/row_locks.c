/* Row locks: stored in the row, as in PostgreSQL's tuple headers, with a queue for waiting transactions (heapam.c:
 * heap_lock_tuple, heap_update, heap_delete; README.tuplock).
 *
 * A transaction that has to wait first takes the row's place in the queue, so that others cannot overtake it, and then
 * waits for each lock holder's transaction to end. A transaction that need not wait ignores the queue. */
#include "engine/engine_internal.h"

/* Modes of the queue's lock for each mode of rows (heapam.c, tupleLockExtraInfo). */
static ip_lock queue_mode(ip_lock lock)
{
    return lock == IP_LOCK_KEY_SHARE       ? IP_LOCK_TABLE_ACCESS_SHARE
           : lock == IP_LOCK_SHARE         ? IP_LOCK_TABLE_ROW_SHARE
           : lock == IP_LOCK_NO_KEY_UPDATE ? IP_LOCK_TABLE_EXCLUSIVE
                                           : IP_LOCK_TABLE_ACCESS_EXCLUSIVE;
}

void ip_engine_wait_for_xid(ip_db_session *session, ip_xid xid)
{
    ip_db *engine = session->engine;
    while (ip_engine_xact_now(engine, xid) == IP_XACT_RUNS) {
        /* Of a subtransaction that has been released, the whole transaction is waited for, even if a savepoint before
         * it is rolled back to (lmgr.c, XactLockTableWait). */
        if (engine->xacts.items[xid].state != IP_XACT_RUNS)
            xid = ip_engine_xact_top(engine, xid);
        ip_lock_tag tag = ip_engine_xact_tag(xid);
        ip_engine_queue_lock_take(session, tag, IP_LOCK_TABLE_SHARE, ip_engine_xact_current(session), false);
        ip_engine_queue_lock_give(session, tag, IP_LOCK_TABLE_SHARE, ip_engine_xact_current(session));
    }
}

/* Drops holders that have ended. Returns the holder to wait for first, among those that exclude the lock and are not of
 * the own transaction: a row has its holders in the order of their numbers (multixact.c, mxactMemberComparator). 0:
 * none. version: only holders of this version: a transaction that holds a later one alone is not in the way. */
static ip_xid in_the_way(ip_db_session *session, ip_db_row *row, ip_lock lock, const ip_db_version *version)
{
    const ip_db *engine = session->engine;
    int kept = 0;
    ip_xid first = 0;
    for (int i = 0; i < row->holders.count; i++) {
        ip_holder h = row->holders.items[i];
        if (ip_engine_xact_now(session->engine, h.xid) != IP_XACT_RUNS)
            continue;
        row->holders.items[kept++] = h;
        if (!ip_engine_xact_is_own(session, h.xid) && ip_catalog_locks_exclude(h.lock, lock) &&
            (!version || h.place <= version->place) &&
            (!first || engine->xacts.items[h.xid].number < engine->xacts.items[first].number))
            first = h.xid;
    }
    row->holders.count = kept;
    return first;
}

static bool is_holder(ip_db_session *session, const ip_db_row *row)
{
    for (int i = 0; i < row->holders.count; i++)
        if (ip_engine_xact_now(session->engine, row->holders.items[i].xid) == IP_XACT_RUNS &&
            ip_engine_xact_is_own(session, row->holders.items[i].xid))
            return true;
    return false;
}

bool ip_engine_row_is_locked_by(ip_db_session *session, const ip_db_row *row, ip_lock lock)
{
    for (int i = 0; i < row->holders.count; i++)
        if (row->holders.items[i].lock >= lock && ip_engine_xact_is_own(session, row->holders.items[i].xid) &&
            ip_engine_xact_now(session->engine, row->holders.items[i].xid) == IP_XACT_RUNS)
            return true;
    return false;
}

bool ip_engine_row_has_other_holders(ip_db_session *session, const ip_db_row *row, const ip_db_version *version)
{
    const ip_xid own = ip_engine_xact_current(session);
    for (int i = 0; i < row->holders.count; i++) {
        const ip_holder *h = &row->holders.items[i];
        if (h->xid != own && ip_engine_xact_now(session->engine, h->xid) == IP_XACT_RUNS &&
            (h->place == version->place || !ip_engine_xact_is_own(session, h->xid)))
            return true;
    }
    return false;
}

/* The version that the statement, or the check of a foreign key, is about to lock; NULL if it sees none. */
static const ip_db_version *seen_to_lock(const ip_db_session *session, const ip_db_row *row)
{
    return ip_engine_storage_seen(session, row,
                                  session->locks_latest ? &session->latest : ip_engine_storage_snapshot(session));
}

/* The version that is about to be locked, if another transaction has replaced or deleted it; NULL. */
static const ip_db_version *changed_since(const ip_db_session *session, const ip_db_row *row)
{
    const ip_db_version *seen = seen_to_lock(session, row);
    return seen && seen->unmade && !ip_engine_xact_is_own(session, seen->unmade) &&
                   ip_engine_xact_now(session->engine, seen->unmade) == IP_XACT_COMMITTED
               ? seen
               : NULL;
}

/* With one snapshot for all statements, such a row cannot be locked. */
static void refuse_changed(ip_db_session *session, const ip_db_row *row, const ip_db_version *seen)
{
    bool deleted = !session->locks_to_read; /* nodeLockRows.c does not tell a deleted row from a changed one */
    for (int i = 0; i < row->versions.count; i++)
        deleted = deleted && (&row->versions.items[i] <= seen || row->versions.items[i].created != seen->unmade);
    ip_engine_db_fail(session, "40001",
                      deleted ? "could not serialize access due to concurrent delete"
                              : "could not serialize access due to concurrent update");
}

/* The same for a row that a foreign key's action changes, but the transaction does not see (ri_triggers.c: the snapshot
 * to crosscheck, heap_delete: once nothing is waited for). */
static void refuse_unseen(ip_db_session *session, const ip_db_row *row, ip_lock lock)
{
    const ip_db_version *now = ip_engine_storage_current(session, row);
    if (ip_engine_db_one_snapshot(session) && lock >= IP_LOCK_NO_KEY_UPDATE && now && !seen_to_lock(session, row) &&
        !ip_engine_xact_is_own(session, now->created))
        ip_engine_db_fail(session, "40001", "could not serialize access due to concurrent update");
}

/* The change of the version, by a transaction that had locked it FOR UPDATE, excludes FOR KEY SHARE. Of a version that
 * the statement sees, the lock counts; of a later one only the change, where it is kept apart from the lock
 * (heap_lock_tuple, heap_lock_updated_tuple_rec). */
static bool excludes_key_share(const ip_db *db, const ip_table *table, const ip_db_row *row, const ip_db_version *v,
                               const ip_db_version *seen)
{
    if (!v->key || v == seen || !v->apart)
        return v->key;
    for (const ip_db_version *w = v + 1; w < row->versions.items + row->versions.count; w++)
        if (ip_engine_storage_changed_to(row, w) == v)
            return ip_engine_keys_make_entry(db, table, v, w);
    return true;
}

/* FOR KEY SHARE does not conflict with changes that keep all keys: the statement continues with the version that it has
 * seen (heap_lock_tuple). */
static bool keeps_key(ip_db_session *session, const ip_table *table, const ip_db_row *row, ip_lock lock)
{
    const ip_db_version *seen = seen_to_lock(session, row);
    const ip_db *db = session->engine;
    if (lock != IP_LOCK_KEY_SHARE || !seen || !seen->unmade ||
        ip_engine_xact_now(db, seen->unmade) != IP_XACT_COMMITTED)
        return false;
    for (const ip_db_version *v = seen; v < row->versions.items + row->versions.count; v++)
        if (v->unmade && excludes_key_share(db, table, row, v, seen) &&
            ip_engine_xact_now(db, v->unmade) != IP_XACT_ABORTED &&
            ip_engine_xact_now(db, v->created) != IP_XACT_ABORTED)
            return false;
    return true;
}

/* FOR KEY SHARE of a version whose change has been committed and has kept all keys: it follows the later versions, and
 * waits there for the transaction that changes a key, at every level, without a place in the queue
 * (heap_lock_updated_tuple). */
static bool follows(ip_db_session *session, const ip_table *table, const ip_db_row *row, ip_lock lock)
{
    const ip_db_version *seen = seen_to_lock(session, row);
    const ip_db *db = session->engine;
    return lock == IP_LOCK_KEY_SHARE && seen && seen->unmade &&
           ip_engine_xact_now(db, seen->unmade) == IP_XACT_COMMITTED && !excludes_key_share(db, table, row, seen, seen);
}

static void hold(ip_db_session *session, ip_db_row *row, ip_lock lock, const ip_db_version *version)
{
    ip_xid xid = ip_engine_xact_current(session);
    for (int i = 0; i < row->holders.count; i++) {
        const ip_holder *h = &row->holders.items[i];
        if (h->xid == xid && h->lock >= lock && h->place == version->place)
            return;
    }
    IP_PUSH(session->engine->arena, &row->holders, ((ip_holder){xid, lock, version->place}));
}

bool ip_engine_row_lock(void *data, int row, ip_lock lock)
{
    ip_db_session *session = data;
    ip_db *engine = session->engine;
    const ip_table *table = ip_interpreter_rows_table(engine->rows, row);
    if (table->locks_only)
        return true;
    ip_lock_tag tag = {.kind = IP_ON_ROW, .a = row};
    ip_db_row *r = ip_engine_storage_row(engine, row);
    bool queued = false;
    ip_engine_xact_writes(session);
    const bool locked =
        ip_engine_row_is_locked_by(session, r, lock); /* by an earlier statement: no other is in the way */
    bool keeps = locked && keeps_key(session, table, r, lock);
    for (; !locked; r = ip_engine_storage_row(engine, row)) {
        keeps = keeps_key(session, table, r, lock);
        const ip_db_version *changed = !keeps && ip_engine_db_one_snapshot(session) ? changed_since(session, r) : NULL;
        bool beyond = follows(session, table, r, lock);
        ip_xid other = in_the_way(session, r, lock, beyond ? NULL : changed);
        if (!other && changed)
            refuse_changed(session, r, changed);
        if (!other)
            break;
        if (!queued && !beyond && !is_holder(session, r)) {
            ip_engine_queue_lock_take(session, tag, queue_mode(lock), ip_engine_xact_current(session), false);
            queued = true;
        } else {
            ip_engine_wait_for_xid(session, other);
        }
    }
    if (keeps)
        IP_PUSH(engine->arena, &session->kept, ((ip_kept_row){row, ip_engine_storage_snapshot(session)->command}));
    else if (!locked)
        refuse_unseen(session, r, lock);
    const ip_db_version *version = keeps ? seen_to_lock(session, r) : ip_engine_storage_current(session, r);
    if (version) /* a row that has been deleted meanwhile has nothing to lock */
        hold(session, r, lock, version);
    if (queued)
        ip_engine_queue_lock_give(session, tag, queue_mode(lock), ip_engine_xact_current(session));
    return true;
}

/* NOWAIT and SKIP LOCKED are about the version that the statement has found; later ones are waited for
 * (heap_lock_updated_tuple). */
bool ip_engine_row_held(void *data, int row, ip_lock lock)
{
    ip_db_session *session = data;
    ip_db_row *r = ip_engine_storage_row(session->engine, row);
    bool goes_on = !ip_engine_db_one_snapshot(session) && changed_since(session, r);
    return in_the_way(session, r, lock, goes_on ? NULL : seen_to_lock(session, r)) != 0;
}

bool ip_engine_row_overtaken(void *data, int row, ip_lock lock)
{
    ip_db_session *session = data;
    ip_db_row *r = ip_engine_storage_row(session->engine, row);
    return changed_since(session, r) || in_the_way(session, r, lock, NULL) != 0;
}
