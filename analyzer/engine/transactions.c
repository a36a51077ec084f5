/* Transactions, subtransactions and snapshots; whether a snapshot contains a transaction. */
#include "engine/engine_internal.h"

#include <string.h>

ip_xid ip_engine_xact_top(const ip_db *engine, ip_xid xid)
{
    while (engine->xacts.items[xid].parent)
        xid = engine->xacts.items[xid].parent;
    return xid;
}

ip_xact_state ip_engine_xact_now(const ip_db *engine, ip_xid xid)
{
    for (;;) {
        const ip_xact *x = &engine->xacts.items[xid];
        if (x->state == IP_XACT_ABORTED || !x->parent)
            return x->state;
        xid = x->parent;
    }
}

bool ip_engine_xact_is_own(const ip_db_session *session, ip_xid xid)
{
    return session->in_transaction && ip_engine_xact_top(session->engine, xid) == session->top;
}

bool ip_engine_xact_committed_before(const ip_db *engine, ip_xid xid, long commits)
{
    return ip_engine_xact_now(engine, xid) == IP_XACT_COMMITTED &&
           engine->xacts.items[ip_engine_xact_top(engine, xid)].committed <= commits;
}

ip_xid ip_engine_xact_current(ip_db_session *session)
{
    return session->parts.count ? session->parts.items[session->parts.count - 1].xid : session->top;
}

ip_lock_tag ip_engine_xact_tag(ip_xid xid)
{
    return (ip_lock_tag){.kind = IP_ON_XID, .a = xid};
}

static void number(ip_db *db, ip_xid xid)
{
    ip_xact *x = &db->xacts.items[xid];
    if (!x->number)
        x->number = db->next_real_xid++;
}

void ip_engine_xact_writes(ip_db_session *session)
{
    ip_db *db = session->engine;
    if (db->xacts.items[ip_engine_xact_current(session)].number) /* and so have those around it */
        return;
    number(db, session->top);
    for (int i = 0; i < session->parts.count; i++)
        number(db, session->parts.items[i].xid);
}

static ip_xid make(ip_db_session *session, ip_xid parent)
{
    ip_db *engine = session->engine;
    IP_PUSH(engine->data, &engine->xacts, ((ip_xact){.parent = parent, .session = session}));
    ip_xid xid = engine->xacts.count - 1;
    ip_engine_queue_lock_take(session, ip_engine_xact_tag(xid), IP_LOCK_TABLE_EXCLUSIVE, xid, true);
    return xid;
}

void ip_engine_xact_begin(ip_db_session *session)
{
    session->in_transaction = true;
    session->failed = false;
    session->parts.count = session->kept.count = 0;
    session->has_snapshot = false;
    session->command = 0;
    session->depth = 0;
    session->isolation = session->default_isolation;
    session->read_only = session->database.read_only = session->default_read_only;
    session->deferrable = false;
    session->sxact = NULL;
    session->top = make(session, 0);
    ip_exec_session_begin(session->interpreter, &session->database);
}

/* Resets settings that are LOCAL, or that undone statements have set. */
static void end_settings(ip_db_session *session, ip_xid undone, bool transaction)
{
    for (int i = session->settings.count - 1; i >= 0; i--) {
        ip_setting *s = &session->settings.items[i];
        bool goes = (undone && s->owner && s->owner >= undone) || (transaction && s->local);
        if (!goes) {
            if (transaction)
                s->owner = 0;
            continue;
        }
        memmove(s, s + 1, sizeof *s * (size_t)(session->settings.count - i - 1));
        session->settings.count--;
    }
}

static void end(ip_db_session *session, bool committed)
{
    ip_db *engine = session->engine;
    ip_xid top = session->top;
    ip_engine_history_end(session, committed);
    engine->xacts.items[top].state = committed ? IP_XACT_COMMITTED : IP_XACT_ABORTED;
    if (committed)
        engine->xacts.items[top].committed = ++engine->commits;
    ip_engine_conflicts_end(session, committed);
    end_settings(session, committed ? 0 : top, true);
    for (ip_xid xid = engine->xacts.count - 1; xid >= top; xid--)
        if (engine->xacts.items[xid].session == session)
            ip_engine_queue_locks_end(session, xid);
    session->in_transaction = session->in_block = session->failed = false;
    session->enters = NULL;
    session->parts.count = 0;
    session->top = 0;
}

void ip_engine_xact_commit(ip_db_session *session)
{
    while (session->parts.count)
        ip_engine_part_commit(session, session->parts.count - 1);
    end(session, true);
}

void ip_engine_xact_abort(ip_db_session *session)
{
    end(session, false);
}

/* ---- parts ---- */
int ip_engine_part_begin(ip_db_session *session, const char *name)
{
    ip_subtransaction part = {
        .xid = make(session, ip_engine_xact_current(session)), .name = name, .read_only = session->read_only};
    if (name)
        part.mark = ip_exec_session_now(session->interpreter);
    IP_PUSH(session->engine->arena, &session->parts, part);
    return session->parts.count - 1;
}

void ip_engine_part_commit(ip_db_session *session, int level)
{
    while (session->parts.count > level) {
        ip_subtransaction part = session->parts.items[--session->parts.count];
        session->read_only = session->database.read_only = part.read_only;
        session->engine->xacts.items[part.xid].state = IP_XACT_COMMITTED;
        ip_engine_queue_lock_give(session, ip_engine_xact_tag(part.xid), IP_LOCK_TABLE_EXCLUSIVE, part.xid);
    }
}

void ip_engine_part_rollback(ip_db_session *session, int level)
{
    while (session->parts.count > level) {
        ip_subtransaction part = session->parts.items[--session->parts.count];
        ip_db *engine = session->engine;
        session->read_only = session->database.read_only = part.read_only;
        session->enters = NULL;
        engine->xacts.items[part.xid].state = IP_XACT_ABORTED;
        end_settings(session, part.xid, false);
        for (ip_xid xid = engine->xacts.count - 1; xid >= part.xid; xid--)
            if (engine->xacts.items[xid].session == session)
                ip_engine_queue_locks_end(session, xid);
        if (part.name)
            ip_exec_session_undo(session->interpreter, part.mark);
    }
}

/* ---- snapshots ---- */
ip_db_snapshot ip_engine_snapshot_now(ip_db_session *session)
{
    long commits = session->engine->commits;
    if (ip_engine_db_one_snapshot(session)) {
        if (!session->has_snapshot) {
            session->has_snapshot = true;
            session->transaction_snapshot.commits = commits;
            if (strcmp(session->isolation, "serializable") == 0 && session != session->engine->sessions.items[0])
                ip_engine_conflicts_begin(session);
        }
        commits = session->transaction_snapshot.commits;
    }
    session->has_snapshot = true;
    return (ip_db_snapshot){commits, ++session->command};
}
