/* Locks with a queue: of tables, of places in the queues of rows, of transactions' ends, advisory ones
 * (catalog/lock_mode.c and proc.c of PostgreSQL). */
#include "engine/engine_internal.h"
#include "catalog/lock_mode.h"

#include <string.h>

static bool same(ip_lock_tag a, ip_lock_tag b)
{
    return a.kind == b.kind && a.a == b.a && a.b == b.b && a.count == b.count;
}

static ip_queue_lock *find(ip_db *engine, ip_lock_tag tag, bool make)
{
    ip_queue_lock *spare = NULL;
    for (int i = 0; i < engine->locks.count; i++) {
        ip_queue_lock *lock = engine->locks.items[i];
        if (same(lock->tag, tag))
            return lock;
        if (!lock->grants.count && !lock->queue.count)
            spare = lock;
    }
    if (!make)
        return NULL;
    if (!spare) {
        spare = IP_NEW(engine->arena, ip_queue_lock);
        IP_PUSH(engine->arena, &engine->locks, spare);
    }
    spare->tag = tag;
    return spare;
}

static bool others_exclude(const ip_queue_lock *lock, const ip_db_session *session, ip_lock mode)
{
    for (int i = 0; i < lock->grants.count; i++)
        if (lock->grants.items[i].session != session && ip_catalog_locks_exclude(lock->grants.items[i].mode, mode))
            return true;
    return false;
}

static bool own_excludes(const ip_queue_lock *lock, const ip_db_session *session, ip_lock mode)
{
    for (int i = 0; i < lock->grants.count; i++)
        if (lock->grants.items[i].session == session && ip_catalog_locks_exclude(lock->grants.items[i].mode, mode))
            return true;
    return false;
}

static void grant(ip_db *engine, ip_queue_lock *lock, ip_db_session *session, ip_lock mode, ip_xid owner)
{
    for (int i = 0; i < lock->grants.count; i++) {
        ip_grant *g = &lock->grants.items[i];
        if (g->session == session && g->mode == mode && g->owner == owner) {
            g->count++;
            return;
        }
    }
    IP_PUSH(engine->arena, &lock->grants, ((ip_grant){session, mode, owner, 1}));
}

/* The session's place in the queue: before everything that would wait for the session's own locks. *at once: then
 * nothing conflicts with it. */
static int place_in_queue(const ip_queue_lock *lock, const ip_db_session *session, ip_lock mode, bool *at_once,
                          bool *deadlock)
{
    bool ahead_excludes = false;
    *at_once = *deadlock = false;
    for (int i = 0; i < lock->queue.count; i++) {
        const ip_db_session *other = lock->queue.items[i];
        if (own_excludes(lock, session, other->wait_mode)) {
            *deadlock = own_excludes(lock, other, mode); /* each waits for the other */
            *at_once = !ahead_excludes && !others_exclude(lock, session, mode);
            return i;
        }
        ahead_excludes = ahead_excludes || ip_catalog_locks_exclude(other->wait_mode, mode);
    }
    return lock->queue.count;
}

static bool queue_excludes(const ip_queue_lock *lock, ip_lock mode)
{
    for (int i = 0; i < lock->queue.count; i++)
        if (ip_catalog_locks_exclude(lock->queue.items[i]->wait_mode, mode))
            return true;
    return false;
}

static bool has_it(const ip_queue_lock *lock, const ip_db_session *session, ip_lock mode)
{
    for (int i = 0; i < lock->grants.count; i++)
        if (lock->grants.items[i].session == session && lock->grants.items[i].mode == mode)
            return true;
    return false;
}

bool ip_engine_queue_lock_take(ip_db_session *session, ip_lock_tag tag, ip_lock mode, ip_xid owner, bool no_wait)
{
    ip_db *engine = session->engine;
    ip_queue_lock *lock = find(engine, tag, true);
    bool free = has_it(lock, session, mode) || (!others_exclude(lock, session, mode) && !queue_excludes(lock, mode));
    bool at_once = false, deadlock = false;
    int place = free ? 0 : place_in_queue(lock, session, mode, &at_once, &deadlock);
    if (no_wait && !free) /* it takes no place in the queue, before which it might go (LockAcquireExtended) */
        return false;
    if (free || at_once) {
        grant(engine, lock, session, mode, owner);
        return true;
    }
    if (deadlock)
        ip_engine_db_fail(session, "40P01", "deadlock detected");
    IP_PUSH(engine->arena, &lock->queue, session);
    memmove(lock->queue.items + place + 1, lock->queue.items + place,
            sizeof *lock->queue.items * (size_t)(lock->queue.count - place - 1));
    lock->queue.items[place] = session;
    session->waits_on = lock;
    session->wait_mode = mode;
    session->wait_owner = owner;
    session->granted = session->looked_for_deadlock = false;
    session->wait_began = engine->clock;
    while (!session->granted)
        ip_engine_db_suspend(session);
    return true;
}

void ip_engine_queue_leave(ip_db_session *session)
{
    ip_queue_lock *lock = session->waits_on;
    if (!lock)
        return;
    int kept = 0;
    for (int i = 0; i < lock->queue.count; i++)
        if (lock->queue.items[i] != session)
            lock->queue.items[kept++] = lock->queue.items[i];
    lock->queue.count = kept;
    session->waits_on = NULL;
    ip_engine_queue_wake(lock);
}

/* Grants the lock to waiting sessions that can get it, in order. No session overtakes a session that it would block. */
void ip_engine_queue_wake(ip_queue_lock *lock)
{
    bool ahead[IP_LOCK_COUNT] = {false};
    for (int i = 0; i < lock->queue.count;) {
        ip_db_session *session = lock->queue.items[i];
        bool waits = others_exclude(lock, session, session->wait_mode);
        for (int m = 0; m < IP_LOCK_COUNT; m++)
            waits = waits || (ahead[m] && ip_catalog_locks_exclude((ip_lock)m, session->wait_mode));
        if (waits) {
            ahead[session->wait_mode] = true;
            i++;
            continue;
        }
        memmove(lock->queue.items + i, lock->queue.items + i + 1,
                sizeof *lock->queue.items * (size_t)(lock->queue.count - i - 1));
        lock->queue.count--;
        grant(session->engine, lock, session, session->wait_mode, session->wait_owner);
        session->granted = true;
        session->waits_on = NULL;
        ip_engine_db_resume(session);
    }
}

bool ip_engine_queue_lock_give(ip_db_session *session, ip_lock_tag tag, ip_lock mode, ip_xid owner)
{
    ip_queue_lock *lock = find(session->engine, tag, false);
    for (int i = 0; lock && i < lock->grants.count; i++) {
        ip_grant *g = &lock->grants.items[i];
        if (g->session != session || g->mode != mode || g->owner != owner)
            continue;
        if (--g->count == 0) {
            *g = lock->grants.items[--lock->grants.count];
            ip_engine_queue_wake(lock);
        }
        return true;
    }
    return false;
}

void ip_engine_queue_locks_end(ip_db_session *session, ip_xid owner)
{
    ip_db *engine = session->engine;
    for (int l = 0; l < engine->locks.count; l++) {
        ip_queue_lock *lock = engine->locks.items[l];
        int kept = 0;
        for (int i = 0; i < lock->grants.count; i++)
            if (lock->grants.items[i].session != session || lock->grants.items[i].owner != owner)
                lock->grants.items[kept++] = lock->grants.items[i];
        bool any = kept != lock->grants.count;
        lock->grants.count = kept;
        if (any)
            ip_engine_queue_wake(lock);
    }
}
