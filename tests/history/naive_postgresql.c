/* Decides PostgreSQL's read committed and repeatable read over all commit orders and snapshots. */
#include "naive_postgresql.h"

#include "catalog/lock_mode.h"

enum { MOST = 8, MOST_STEPS = 8 };

typedef struct execution {
    const ip_history *h;
    const bool *statement_snapshots;
    int position[MOST];
} execution;

static bool writes(const ip_history *h, int t, int object)
{
    return h->writers[object] >> t & 1;
}

static int row_of(const ip_history *h, int object)
{
    return h->row_of ? h->row_of[object] : object;
}

static bool writes_row(const ip_history *h, int t, int row)
{
    for (int x = 0; x < h->object_count; x++)
        if (t != 0 && row_of(h, x) == row && writes(h, t, x))
            return true;
    return false;
}

/* Does a lock of t on the row, up to its last change of it, exclude the mode? At least that of an UPDATE that changes
 * no key. */
static bool change_excludes(const ip_history *h, int t, int row, int mode)
{
    bool known = false, excludes = false, held = false;
    for (int i = 0; i < h->transactions[t].lock_count; i++) {
        const ip_history_lock *lock = &h->transactions[t].locks[i];
        if (lock->row != row)
            continue;
        held = held || (!lock->met && ip_catalog_locks_exclude((ip_lock)lock->mode, (ip_lock)mode));
        known = known || lock->changes;
        excludes = lock->changes ? held : excludes;
    }
    return known ? excludes : ip_catalog_locks_exclude(IP_LOCK_NO_KEY_UPDATE, (ip_lock)mode);
}

static bool any_excludes(const ip_history *h, int t, int row, int mode)
{
    for (int i = 0; i < h->transactions[t].lock_count; i++)
        if (h->transactions[t].locks[i].row == row &&
            ip_catalog_locks_exclude((ip_lock)h->transactions[t].locks[i].mode, (ip_lock)mode))
            return true;
    return writes_row(h, t, row) && change_excludes(h, t, row, mode);
}

/* A snapshot of cut commits has those at positions 0 … cut. */
static bool is_met(const execution *e, int u, const ip_history_read *read)
{
    const ip_history_transaction *own = &e->h->transactions[u];
    for (int i = 0; i < own->lock_count; i++)
        if (own->locks[i].met && own->locks[i].row == row_of(e->h, read->object) && own->locks[i].step == read->step)
            return true;
    return false;
}

static bool read_is_right(const execution *e, int u, const ip_history_read *read, int cut)
{
    const ip_history *h = e->h;
    const ip_history_transaction *own = &h->transactions[u];
    bool reread = e->statement_snapshots[own->level];
    int from = e->position[read->from];
    bool newest = read->newest, either = !newest && read->unsure && reread;
    if ((!newest && !either && from > cut) || from >= e->position[u])
        return false;
    if (newest && !reread && from > cut && is_met(e, u, read))
        return false;
    for (int v = 1; v < h->count; v++) {
        if (v == u || v == read->from || !writes(h, v, read->object) || e->position[v] < from)
            continue;
        if (e->position[v] <= cut)
            return false; /* in the snapshot, and later */
        if (!newest || e->position[v] > e->position[u])
            continue;
        for (int i = 0; i < own->lock_count; i++) /* transactions that an earlier statement waited for */
            if (own->locks[i].row != row_of(h, read->object) && own->locks[i].step < read->step &&
                any_excludes(h, v, own->locks[i].row, own->locks[i].mode))
                return false;
        for (int i = 0; i < own->lock_count; i++)
            if (own->locks[i].row == row_of(h, read->object) && own->locks[i].step <= read->step &&
                change_excludes(h, v, own->locks[i].row, own->locks[i].mode))
                return false; /* came between, though locked out */
    }
    return true;
}

/* The least number of commits that the snapshot of the statement must have, whatever it reads itself. */
static int least_cut(const execution *e, int u, int step)
{
    const ip_history *h = e->h;
    const ip_history_transaction *own = &h->transactions[u];
    int least = 0;
    for (int i = 0; i < own->lock_count; i++)
        for (int t = 1; t < h->count && own->locks[i].step < step; t++)
            if (t != u && e->position[t] < e->position[u] && e->position[t] > least &&
                any_excludes(h, t, own->locks[i].row, own->locks[i].mode))
                least = e->position[t];
    for (int r = 0; r < own->read_count; r++)
        if ((own->reads[r].newest || own->reads[r].unsure) && own->reads[r].step < step &&
            e->position[own->reads[r].from] > least)
            least = e->position[own->reads[r].from];
    return least;
}

static bool step_fits(const execution *e, int u, int step, int cut)
{
    const ip_history_transaction *own = &e->h->transactions[u];
    for (int r = 0; r < own->read_count; r++)
        if (own->reads[r].step == step && !read_is_right(e, u, &own->reads[r], cut))
            return false;
    return true;
}

/* Snapshots never shrink, so the smallest snapshot that a statement can have is best for those after it. */
static bool has_snapshots(const execution *e, int u)
{
    int cut = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
        int least = least_cut(e, u, step);
        if (cut < least)
            cut = least;
        while (cut < e->position[u] && !step_fits(e, u, step, cut))
            cut++;
        if (cut >= e->position[u])
            return false;
    }
    return true;
}

static bool inserted_before(const ip_history_transaction *own, int lock)
{
    for (int i = 0; i <= lock; i++)
        if (own->locks[i].row == own->locks[lock].row && own->locks[i].inserts)
            return true;
    return false;
}

static bool has_one_snapshot(const execution *e, int u)
{
    const ip_history *h = e->h;
    const ip_history_transaction *own = &h->transactions[u];
    int least = 0;
    for (int i = 0; i < own->lock_count; i++)
        for (int t = 1; t < h->count; t++)
            if (t != u && e->position[t] < e->position[u] && e->position[t] > least &&
                writes_row(h, t, own->locks[i].row) && !inserted_before(own, i) &&
                change_excludes(h, t, own->locks[i].row, own->locks[i].mode))
                least = e->position[t];
    for (int cut = least; cut < e->position[u]; cut++) {
        bool good = true;
        for (int step = 0; step < MOST_STEPS && good; step++)
            good = step_fits(e, u, step, cut);
        if (good)
            return true;
    }
    return false;
}

static bool is_execution(const execution *e)
{
    for (int u = 1; u < e->h->count; u++) {
        const ip_history_transaction *own = &e->h->transactions[u];
        for (int t = 1; t < e->h->count; t++)
            if ((own->sessions_before >> t & 1) && e->position[t] > e->position[u])
                return false;
        if (!(e->statement_snapshots[own->level] ? has_snapshots(e, u) : has_one_snapshot(e, u)))
            return false;
    }
    return true;
}

static bool permute(execution *e, int placed)
{
    if (placed == e->h->count)
        return is_execution(e);
    for (int t = 1; t < e->h->count; t++)
        if (e->position[t] == 0) {
            e->position[t] = placed;
            if (permute(e, placed + 1))
                return true;
            e->position[t] = 0;
        }
    return false;
}

bool naive_postgresql(const ip_history *history, const bool *statement_snapshots)
{
    execution e = {.h = history, .statement_snapshots = statement_snapshots};
    return permute(&e, 1);
}
