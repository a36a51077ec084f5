/* Deadlocks, as deadlock.c of PostgreSQL looks for them: a wait for a lock holder cannot be avoided; a session that
 * waits for another one in the queue may be moved before it. */
#include "engine/engine_internal.h"
#include "catalog/lock_mode.h"

#include <string.h>

enum { MOST = 64 };

typedef struct edge { /* waiter waits for blocker, which is before it in the queue of lock */
    ip_db_session *waiter, *blocker;
    ip_queue_lock *lock;
} edge;

typedef struct order { /* a queue as it would be */
    ip_queue_lock *lock;
    int count;
    ip_db_session *sessions[MOST];
} order;

typedef struct search {
    ip_db_session *start;
    ip_db_session *visited[MOST];
    int visited_count;
    edge path[MOST];
    int depth;
    edge found[MOST]; /* the soft edges of the cycle */
    int found_count;
    order orders[MOST];
    int order_count;
} search;

static bool follow(search *s, ip_db_session *session);

static bool step(search *s, ip_db_session *from, ip_db_session *to, ip_queue_lock *lock, bool soft)
{
    if (s->depth >= MOST)
        return false;
    s->path[s->depth++] = soft ? (edge){from, to, lock} : (edge){0};
    bool cycle = follow(s, to);
    s->depth--;
    return cycle;
}

static bool follow(search *s, ip_db_session *session)
{
    if (session == s->start && s->depth > 0) {
        s->found_count = 0;
        for (int i = s->depth - 1; i >= 0; i--) /* the last one is tried first, as there */
            if (s->path[i].lock)
                s->found[s->found_count++] = s->path[i];
        return true;
    }
    for (int i = 0; i < s->visited_count; i++)
        if (s->visited[i] == session)
            return false;
    if (s->visited_count < MOST)
        s->visited[s->visited_count++] = session;
    ip_queue_lock *lock = session->waits_on;
    if (!lock)
        return false;
    for (int i = 0; i < lock->grants.count; i++) {
        const ip_grant *g = &lock->grants.items[i];
        if (g->session != session && ip_catalog_locks_exclude(g->mode, session->wait_mode) &&
            step(s, session, g->session, lock, false))
            return true;
    }
    ip_db_session **queue = lock->queue.items;
    int count = lock->queue.count;
    for (int i = 0; i < s->order_count; i++)
        if (s->orders[i].lock == lock) {
            queue = s->orders[i].sessions;
            count = s->orders[i].count;
        }
    for (int i = 0; i < count && queue[i] != session; i++)
        if (ip_catalog_locks_exclude(queue[i]->wait_mode, session->wait_mode) && step(s, session, queue[i], lock, true))
            return true;
    return false;
}

static order *order_of(search *s, ip_queue_lock *lock)
{
    for (int i = 0; i < s->order_count; i++)
        if (s->orders[i].lock == lock)
            return &s->orders[i];
    if (s->order_count == MOST || lock->queue.count > MOST)
        return NULL;
    order *o = &s->orders[s->order_count++];
    o->lock = lock;
    o->count = lock->queue.count;
    memcpy(o->sessions, lock->queue.items, sizeof *o->sessions * (size_t)o->count);
    return o;
}

/* Each waiter comes before its blocker; false: they contradict each other. */
static bool arrange(search *s, const edge *before, int count)
{
    s->order_count = 0;
    for (int round = 0; round <= count; round++) {
        bool moved = false;
        for (int i = 0; i < count; i++) {
            order *o = order_of(s, before[i].lock);
            int waiter = -1, blocker = -1;
            for (int k = 0; o && k < o->count; k++) {
                waiter = o->sessions[k] == before[i].waiter ? k : waiter;
                blocker = o->sessions[k] == before[i].blocker ? k : blocker;
            }
            if (waiter < 0 || blocker < 0 || waiter < blocker)
                continue;
            memmove(o->sessions + blocker + 1, o->sessions + blocker, sizeof *o->sessions * (size_t)(waiter - blocker));
            o->sessions[blocker] = before[i].waiter;
            moved = true;
        }
        if (!moved)
            return true;
    }
    return false;
}

/* Looks for a cycle from that session, or from one whose place in the queue has changed. */
static bool has_cycle(search *s, ip_db_session *session, const edge *before, int count)
{
    for (int i = 0; i <= 2 * count; i++) {
        s->start = i == 2 * count ? session : i % 2 ? before[i / 2].blocker : before[i / 2].waiter;
        s->visited_count = s->depth = 0;
        if (follow(s, s->start))
            return true;
    }
    return false;
}

static bool hopeless(search *s, ip_db_session *session, edge *before, int count)
{
    if (!arrange(s, before, count))
        return true;
    if (!has_cycle(s, session, before, count))
        return false;
    edge soft[MOST];
    int soft_count = s->found_count;
    memcpy(soft, s->found, sizeof soft);
    if (count == MOST - 1)
        return true;
    for (int i = 0; i < soft_count; i++) {
        before[count] = soft[i];
        if (!hopeless(s, session, before, count + 1))
            return false;
    }
    return true;
}

bool ip_engine_deadlock(ip_db_session *session)
{
    search s = {0};
    edge before[MOST];
    if (hopeless(&s, session, before, 0))
        return true;
    for (int i = 0; i < s.order_count; i++) {
        memcpy(s.orders[i].lock->queue.items, s.orders[i].sessions,
               sizeof *s.orders[i].sessions * (size_t)s.orders[i].count);
        ip_engine_queue_wake(s.orders[i].lock);
    }
    return false;
}
