/* The commits in a snapshot, where each statement has its own; the holders of row locks. */
#include "replay/world/views.h"

#include <string.h>

void ip_world_views_init(ip_views *views, ip_arena *arena, int count)
{
    views->count = count;
    views->levels = IP_NEW_ARRAY(arena, const ip_level *, count);
}

bool ip_world_views_per_statement(const ip_views *views, int instance)
{
    return views->levels[instance] && ip_level_has_statement_snapshots(views->levels[instance]);
}

bool ip_world_views_locks(const ip_views *views, int instance)
{
    return views->levels[instance] && *ip_level_engine(views->levels[instance]);
}

bool ip_world_views_of_engine(const ip_views *views)
{
    for (int i = 0; i < views->count; i++)
        if (!ip_world_views_locks(views, i))
            return false;
    return true;
}

void ip_world_views_clear(ip_views *views, ip_arena *run)
{
    views->run = run;
    memset(&views->locks, 0, sizeof views->locks);
    memset(&views->undone, 0, sizeof views->undone);
    memset(&views->skips, 0, sizeof views->skips);
    memset(&views->of_sessions, 0, sizeof views->of_sessions);
    memset(&views->cuts, 0, sizeof views->cuts);
    memset(&views->reading, 0, sizeof views->reading);
    views->taken = IP_NEW_ARRAY(run, ip_snapshot_sizes, views->count);
}

void ip_world_views_begin(ip_views *views, int instance, bool again)
{
    views->again = again;
    views->instance = instance;
    views->floor = 0;
    views->place = 0;
    while (views->order[views->place] != instance)
        views->place++;
    views->cuts.count = views->reading.count = 0;
}

void ip_world_views_end(ip_views *views)
{
    if (views->again)
        return;
    int *items = IP_NEW_ARRAY(views->run, int, views->cuts.count);
    for (int i = 0; i < views->cuts.count; i++)
        items[i] = views->cuts.items[i];
    views->taken[views->instance] = (ip_snapshot_sizes){views->cuts.count, items};
}

/* ---- snapshots ---- */

static void take_snapshot(ip_views *views, const ip_code_statement *statement)
{
    int number = views->cuts.count, cut = -1;
    if (views->given && number < views->given[views->instance].count)
        cut = views->given[views->instance].items[number];
    else if (!views->given && views->choose)
        cut = views->choose(views->choose_data, views->instance, number, statement);
    if (cut < 0 || cut > views->place)
        cut = views->place;
    if (cut < views->floor)
        cut = views->floor;
    views->floor = cut;
    IP_PUSH(views->run, &views->cuts, cut);
}

void ip_world_views_statement(ip_views *views, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    if (!ip_world_views_per_statement(views, views->instance))
        return;
    if (new_snapshot || views->cuts.count == 0)
        take_snapshot(views, statement);
    int shared = depth < views->reading.count ? views->reading.items[depth] : views->cuts.count - 1;
    views->reading.count = depth < views->reading.count ? depth : views->reading.count;
    while (views->reading.count <= depth)
        IP_PUSH(views->run, &views->reading, new_snapshot ? views->cuts.count - 1 : shared);
}

void ip_world_views_resumed(ip_views *views, int depth)
{
    if (views->reading.count > depth + 1)
        views->reading.count = depth + 1;
}

int ip_world_views_snapshot(const ip_views *views)
{
    return views->reading.count ? views->reading.items[views->reading.count - 1] : 0;
}

bool ip_world_views_sees(const ip_views *views, int place)
{
    if (!ip_world_views_per_statement(views, views->instance))
        return views->visible[views->order[place] * views->count + views->instance];
    return views->reading.count == 0 || place < views->cuts.items[ip_world_views_snapshot(views)];
}

/* ---- locks ---- */

/* A lock that a change does not exclude, KEY SHARE beside an update that leaves keys alone, leaves the row as the
 * snapshot has it. */
static bool overtaken(const ip_views *views, int row)
{
    ip_lock own = IP_LOCK_NONE;
    for (int l = 0; l < views->locks.count; l++) {
        const ip_view_lock *lock = &views->locks.items[l];
        if (lock->instance == views->instance && lock->row == row && lock->mode > own && !lock->passing)
            own = lock->mode;
    }
    for (int l = 0; own == IP_LOCK_KEY_SHARE && l < views->locks.count; l++) {
        const ip_view_lock *lock = &views->locks.items[l];
        if (lock->instance != views->instance && lock->row == row && lock->mode == IP_LOCK_UPDATE && !lock->passing)
            return true;
    }
    return own != IP_LOCK_KEY_SHARE;
}

bool ip_world_views_newest(const ip_views *views, int row, ip_read_mode mode)
{
    if (ip_reads_snapshot(mode) || !ip_world_views_locks(views, views->instance))
        return false;
    if (mode == IP_READ_PARENT)
        return ip_level_rereads_locked_rows(views->levels[views->instance]);
    return ip_checks_committed(mode) || overtaken(views, row);
}

static int place_of(const ip_views *views, int instance)
{
    int place = 0;
    while (views->order[place] != instance)
        place++;
    return place;
}

static bool known(const ip_views *views, const ip_view_lock *wanted)
{
    for (int l = 0; l < views->locks.count; l++) {
        const ip_view_lock *lock = &views->locks.items[l];
        if (lock->instance == views->instance && lock->row == wanted->row && lock->mode == wanted->mode &&
            lock->passing <= wanted->passing &&
            (!lock->passing || (lock->inserts <= wanted->inserts && lock->early == wanted->early)))
            return true;
    }
    return false;
}

int ip_world_views_holder(const ip_views *views, int row, ip_lock mode)
{
    for (int l = 0; l < views->locks.count; l++) {
        const ip_view_lock *lock = &views->locks.items[l];
        if (lock->row != row || lock->instance == views->instance || lock->passing ||
            !ip_catalog_locks_exclude(lock->mode, mode))
            continue;
        int place = place_of(views, lock->instance);
        if (place < views->place && !ip_world_views_sees(views, place))
            return lock->instance;
    }
    return -1;
}

bool ip_world_views_excludes(const ip_views *views, const ip_view_lock *x, const ip_view_lock *y)
{
    return x->row == y->row && x->instance != y->instance && !x->passing &&
           ip_catalog_locks_exclude(x->mode, y->mode) &&
           (!y->passing || x->inserts || views->changed(views->changed_data, x->instance, x->row));
}

/* ON CONFLICT DO NOTHING keeps no lock on the row that it finds, so it may have found it before the other instance has
 * changed it. That is so if the next snapshot is to lack the other instance's commit. Whether the row was found then is
 * up to the order in time (timing.c), in which what the other instance has written of the key is read after its commit.
 */
static bool comes_early(const ip_views *views, const ip_view_lock *other, int place)
{
    const ip_snapshot_sizes *given = views->given ? &views->given[views->instance] : NULL;
    return !other->inserts && given && views->cuts.count < given->count && given->items[views->cuts.count] <= place;
}

bool ip_world_views_lock(ip_views *views, ip_view_lock lock)
{
    int floor = views->floor;
    lock.instance = views->instance;
    lock.early = lock.passing;
    for (int l = 0; l < views->locks.count; l++) {
        const ip_view_lock *other = &views->locks.items[l];
        if (!ip_world_views_excludes(views, other, &lock))
            continue;
        int place = place_of(views, other->instance);
        if (place >= views->place)
            continue;
        lock.early = lock.early && comes_early(views, other, place);
        floor = place + 1 > floor ? place + 1 : floor;
    }
    if (!lock.early)
        views->floor = floor;
    if (views->again || known(views, &lock))
        return false;
    lock.snapshot = views->cuts.count > 0 ? views->cuts.count - 1 : 0;
    IP_PUSH(views->run, &views->locks, lock);
    return true;
}

void ip_world_views_release(ip_views *views, int step)
{
    ip_view_locks *locks = &views->locks;
    int last = locks->count - 1;
    while (locks->items[last].passing)
        last--;
    ip_view_lock lock = locks->items[last];
    lock.until = step;
    IP_PUSH(views->run, &views->undone, lock);
    memmove(&locks->items[last], &locks->items[last + 1], sizeof lock * (size_t)(locks->count - last - 1));
    locks->count--;
}

bool ip_world_views_session_lock(ip_views *views, int instance, int step, int row, ip_lock mode, bool taken)
{
    if (taken) {
        IP_PUSH(views->run, &views->of_sessions, ((ip_view_session_lock){instance, row, mode, step, -1}));
        return true;
    }
    for (int l = views->of_sessions.count - 1; l >= 0; l--) {
        ip_view_session_lock *lock = &views->of_sessions.items[l];
        if (lock->instance != instance || lock->row != row || lock->mode != mode || lock->until >= 0)
            continue;
        lock->until = step;
        if (step < 0) { /* before anything that is put in time */
            memmove(lock, lock + 1, sizeof *lock * (size_t)(views->of_sessions.count - l - 1));
            views->of_sessions.count--;
        }
        return true;
    }
    return false;
}
