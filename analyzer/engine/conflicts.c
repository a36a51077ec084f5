/* Serializable (Ports & Grittner 2012; predicate.c of PostgreSQL): anti-dependencies between concurrent transactions,
 * and which of them has to fail. read_locks.c has the predicate locks of reads. */
#include "engine/engine_internal.h"

#include <string.h>

static const char FAILURE[] = "could not serialize access due to read/write dependencies among transactions";

static _Noreturn void fail(ip_db_session *session)
{
    ip_engine_db_fail(session, "40001", FAILURE);
}

static int place_of(const ip_sxacts *list, const ip_sxact *sxact)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == sxact)
            return i;
    return -1;
}

static void take_out(ip_sxacts *list, const ip_sxact *sxact)
{
    int place = place_of(list, sxact);
    if (place < 0)
        return;
    memmove(list->items + place, list->items + place + 1, sizeof *list->items * (size_t)(list->count - place - 1));
    list->count--;
}

static void release(ip_sxact *reader, ip_sxact *writer)
{
    take_out(&reader->out, writer);
    take_out(&writer->in, reader);
}

/* ---- which transaction has to fail, when reader has an anti-dependency to writer ---- */
static bool far_ends_first(const ip_sxact *reader, const ip_sxact *writer, const ip_sxact *last)
{
    return last->prepared && (!reader->committed || last->prepare_at <= reader->commit_at) &&
           (!writer->committed || last->prepare_at <= writer->commit_at) &&
           (!reader->read_only || last->prepare_at <= reader->before);
}

static bool is_dangerous(const ip_sxact *reader, const ip_sxact *writer)
{
    if (writer->committed && writer->conflict_out)
        return true;
    for (int i = 0; i < writer->out.count; i++)
        if (far_ends_first(reader, writer, writer->out.items[i]))
            return true;
    if (!writer->prepared || reader->read_only)
        return false;
    for (int i = 0; i < reader->in.count; i++) {
        const ip_sxact *first = reader->in.items[i];
        if (!first->doomed && (!first->committed || first->commit_at >= writer->prepare_at) &&
            (!first->read_only || first->before >= writer->prepare_at))
            return true;
    }
    return false;
}

static void flag(ip_db_session *session, ip_sxact *reader, ip_sxact *writer)
{
    if (place_of(&reader->out, writer) >= 0)
        return;
    if (is_dangerous(reader, writer)) {
        if (session->sxact == writer || writer->prepared)
            fail(session);
        writer->doomed = true;
    }
    IP_PUSH(session->engine->data, &reader->out, writer);
    IP_PUSH(session->engine->data, &writer->in, reader);
}

static ip_sxact *of_xid(const ip_db *db, ip_xid xid)
{
    ip_xid top = ip_engine_xact_top(db, xid);
    for (int i = 0; i < db->sxacts.count; i++)
        if (db->sxacts.items[i]->xid == top)
            return db->sxacts.items[i];
    return NULL;
}

bool ip_engine_conflicts_are_noted(ip_db_session *session)
{
    if (!session->sxact)
        return false;
    if (session->sxact->safe) { /* from now on it is at repeatable read */
        ip_engine_conflicts_end(session, false);
        return false;
    }
    return true;
}

bool ip_engine_conflicts_matter(ip_db_session *session)
{
    bool noted = ip_engine_conflicts_are_noted(session);
    if (noted && session->sxact->doomed)
        fail(session);
    return noted;
}

void ip_engine_conflicts_read(ip_db_session *session, ip_xid xid)
{
    ip_sxact *own = session->sxact, *writer = of_xid(session->engine, xid);
    if (!writer || writer == own || writer->doomed)
        return;
    if (own->read_only && writer->committed && (!writer->conflict_out || own->before < writer->earliest_out))
        return;
    if (ip_engine_xact_committed_before(session->engine, xid, own->snapshot))
        return;
    flag(session, own, writer);
}

void ip_engine_conflicts_written(ip_db_session *session, ip_sxact *reader)
{
    if (reader == session->sxact || reader->doomed)
        return;
    if (!reader->committed || session->sxact->oldest < reader->finished_before)
        flag(session, reader, session->sxact);
}

/* ---- begin and end ---- */
static ip_real_xid oldest_running(const ip_db *db)
{
    ip_real_xid oldest = db->next_real_xid;
    for (int i = 0; i < db->sessions.count; i++) {
        const ip_db_session *session = db->sessions.items[i];
        ip_real_xid xid = session->in_transaction ? db->xacts.items[session->top].number : 0;
        if (xid && xid < oldest)
            oldest = xid;
    }
    return oldest;
}

static bool runs_and_writes(const ip_sxact *s)
{
    return !s->committed && !s->rolled_back && !s->read_only;
}

static void begin(ip_db_session *session)
{
    ip_db *db = session->engine;
    ip_sxact *own = IP_NEW(db->data, ip_sxact);
    session->transaction_snapshot.commits = db->commits;
    *own = (ip_sxact){.session = session, .xid = session->top, .read_only = session->read_only};
    own->before = db->sxact_commits;
    own->snapshot = db->commits;
    own->oldest = oldest_running(db);
    while (db->first_running < db->sxacts.count &&
           (db->sxacts.items[db->first_running]->committed || db->sxacts.items[db->first_running]->rolled_back))
        db->first_running++;
    own->first_concurrent = db->first_running;
    for (int i = 0; i < db->sxacts.count && own->read_only; i++)
        if (runs_and_writes(db->sxacts.items[i]) && !db->sxacts.items[i]->doomed)
            IP_PUSH(db->data, &own->watched, db->sxacts.items[i]);
    if (own->read_only && !own->watched.count)
        return; /* its snapshot is safe */
    IP_PUSH(db->data, &db->sxacts, own);
    session->sxact = own;
}

/* DEFERRABLE: waits until it has a snapshot that is known to be safe. */
static void wait_for_safety(ip_db_session *session)
{
    while (session->sxact) {
        session->waits_for_safety = true;
        while (!session->sxact->safe && !session->sxact->unsafe)
            ip_engine_db_suspend(session);
        session->waits_for_safety = false;
        bool safe = session->sxact->safe;
        ip_engine_conflicts_end(session, false);
        if (safe)
            return;
        begin(session);
    }
}

void ip_engine_conflicts_begin(ip_db_session *session)
{
    begin(session);
    if (session->read_only && session->deferrable)
        wait_for_safety(session);
}

void ip_engine_conflicts_prepare(ip_db_session *session)
{
    ip_db *db = session->engine;
    ip_sxact *own = session->sxact;
    if (!own)
        return;
    if (own->doomed)
        fail(session);
    for (int i = 0; i < own->in.count; i++) {
        ip_sxact *near = own->in.items[i];
        for (int k = 0; k < near->in.count && !near->committed && !near->doomed; k++) {
            const ip_sxact *far = near->in.items[k];
            if (far != own && (far->committed || far->read_only || far->doomed))
                continue;
            if (near->prepared)
                fail(session);
            near->doomed = true;
        }
    }
    own->prepared = true;
    own->prepare_at = ++db->sxact_commits;
}

/* Concurrent read-only transactions may now know whether their snapshots are safe. */
static void report_readers(ip_db *db, ip_sxact *own, bool committed)
{
    for (int i = 0; i < db->sxacts.count; i++) {
        ip_sxact *reader = db->sxacts.items[i];
        if (place_of(&reader->watched, own) < 0)
            continue;
        if (committed && own->wrote && own->conflict_out && own->earliest_out <= reader->before) {
            reader->unsafe = true;
            reader->watched.count = 0;
        } else {
            take_out(&reader->watched, own);
            reader->safe = !reader->watched.count;
        }
        if ((reader->safe || reader->unsafe) && reader->session && reader->session->waits_for_safety)
            ip_engine_db_resume(reader->session);
    }
}

void ip_engine_conflicts_end(ip_db_session *session, bool committed)
{
    ip_db *db = session->engine;
    ip_sxact *own = session->sxact;
    if (!own)
        return;
    bool read_only = own->read_only;
    session->sxact = NULL;
    own->session = NULL;
    if (committed) {
        own->committed = true;
        own->commit_at = ++db->sxact_commits;
        own->read_only = own->read_only || !own->wrote;
    } else {
        own->rolled_back = own->doomed = true;
    }
    own->finished_before = db->next_real_xid;
    for (int i = own->out.count - 1; i >= 0; i--) {
        ip_sxact *writer = own->out.items[i];
        if (committed && !own->read_only && writer->committed) {
            if (!own->conflict_out || writer->prepare_at < own->earliest_out)
                own->earliest_out = writer->prepare_at;
            own->conflict_out = true;
        }
        if (!committed || writer->committed || writer->before >= db->sxact_commits)
            release(own, writer);
    }
    for (int i = own->in.count - 1; i >= 0; i--)
        if (!committed || own->in.items[i]->committed || own->in.items[i]->read_only)
            release(own->in.items[i], own);
    if (!committed)
        ip_engine_read_locks_end(db, own);
    if (!read_only)
        report_readers(db, own, committed);
}
