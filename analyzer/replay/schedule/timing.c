/* An order in time of a run's statements and commits, with the waits for locks; if there is none, the run cannot
 * happen. */
#include "replay/schedule/timing.h"

#include <string.h>

/* Commits are numbered by their position in the order. A statement may start after a given number of commits. */
typedef struct window {
    int from, to;
} window;

typedef struct pair {
    int held, act; /* the act waits for a lock that the other act of its holder has acquired */
} pair;

typedef struct plan {
    ip_arena *arena;
    ip_world *world;
    ip_interpreter *interpreter;
    const ip_views *views;
    int count; /* instances */
    const int *order;
    int place[IP_WORLD_MOST];
    IP_VEC(ip_act) acts; /* instance by instance, each in program order */
    int begin[IP_WORLD_MOST], commit[IP_WORLD_MOST];
    bool *before;        /* [a * acts + b] */
    unsigned *waits_for; /* [act]: instances */
    IP_VEC(pair) pairs;
    IP_VEC(pair) releases; /* the act that takes a lock after the act by which another instance has undone its own */
    ip_sequence_uses uses;
    bool checks;  /* rows that constraints have read are committed by then, even if their result does not depend on them
                   */
    bool within;  /* statements of routines that a statement calls are acts, too */
    bool retries; /* if two instances lock one row, the instance that has undone its lock was first */
    bool ambiguous;
} plan;

static void add_acts(plan *p)
{
    const ip_world_steps *steps = ip_world_steps_of(p->world);
    for (int i = 0; i < p->count; i++) {
        p->begin[i] = p->acts.count;
        IP_PUSH(p->arena, &p->acts, ((ip_act){i, IP_ACT_BEGIN, -1, false}));
        for (int s = 0; s < steps->count; s++)
            if (steps->items[s].instance == i && (steps->items[s].depth == 0 || p->within))
                IP_PUSH(p->arena, &p->acts, ((ip_act){i, IP_ACT_STATEMENT, s, false}));
        p->commit[i] = p->acts.count;
        IP_PUSH(p->arena, &p->acts, ((ip_act){i, IP_ACT_COMMIT, -1, false}));
    }
    p->before = IP_NEW_ARRAY(p->arena, bool, p->acts.count * p->acts.count);
    p->waits_for = IP_NEW_ARRAY(p->arena, unsigned, p->acts.count);
}

static void must_precede(plan *p, int a, int b)
{
    p->before[a * p->acts.count + b] = true;
}

/* The act of the instance's statement: its own act, or the act of its caller. COMMIT runs deferred checks. */
static int act_of(const plan *p, int instance, int step)
{
    const ip_world_steps *steps = ip_world_steps_of(p->world);
    int found = p->begin[instance], ends = ip_world_ends(p->world, instance);
    if (ends > 0 && step >= ends)
        return p->commit[instance];
    for (int a = found + 1; a < p->commit[instance]; a++)
        if (steps->items[p->acts.items[a].step].step <= step)
            found = a;
    return found;
}

/* ---- snapshots ---- */

/* The range of numbers of commits in the snapshot with which the instance reads the same. */
static window same_reads(const plan *p, int instance, int snapshot)
{
    const ip_world_reads *reads = ip_world_reads_of(p->world);
    int cut = p->views->taken[instance].items[snapshot];
    window w = {0, p->place[instance]};
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        if (read->instance != instance || read->snapshot != snapshot || read->newest)
            continue;
        if (read->from >= 0 && p->place[read->from] + 1 > w.from)
            w.from = p->place[read->from] + 1;
        for (int o = cut; o < w.to; o++)
            if (ip_world_wrote(p->world, p->order[o], read->row, read->column))
                w.to = o;
    }
    return w;
}

static void keep_window(plan *p, int act, window w)
{
    if (w.from > 0)
        must_precede(p, p->commit[p->order[w.from - 1]], act);
    if (w.to < p->place[p->acts.items[act].instance])
        must_precede(p, act, p->commit[p->order[w.to]]);
}

/* The number of commits in the one snapshot of a transaction, if it is a prefix of the commits; -1: it is not. */
static int prefix(const plan *p, int instance)
{
    const bool *visible = p->views->visible;
    int seen = 0, last = p->place[instance];
    while (seen < last && visible[p->order[seen] * p->count + instance])
        seen++;
    for (int o = seen; o < last; o++)
        if (visible[p->order[o] * p->count + instance])
            return -1;
    return seen;
}

/* Called statements take their snapshots while the caller runs, which only a lock delays. */
static window window_of_act(const plan *p, int act)
{
    const ip_world_steps *steps = ip_world_steps_of(p->world);
    int instance = p->acts.items[act].instance, at = p->acts.items[act].step;
    window all = {0, p->place[instance]};
    for (int s = at; s < steps->count && steps->items[s].instance == instance; s++) {
        if (s > at && (steps->items[s].depth == 0 || p->within))
            break;
        window w = same_reads(p, instance, steps->items[s].snapshot);
        all.from = w.from > all.from ? w.from : all.from;
        all.to = w.to < all.to ? w.to : all.to;
    }
    return all;
}

static bool takes_snapshot(const plan *p, int act)
{
    const ip_act *a = &p->acts.items[act];
    return a->kind == IP_ACT_STATEMENT && ip_code_takes_snapshot(ip_world_steps_of(p->world)->items[a->step].statement);
}

/* The one snapshot of a transaction is taken by its first statement, before that waits for anything; LOCK TABLE needs
 * none, but the CALL of an enclosing routine does. BEGIN, which takes it in a schedule, comes at that moment. */
static void place_first(plan *p, int instance, window w, window *windows)
{
    keep_window(p, p->begin[instance], w);
    for (int a = p->begin[instance] + 1; a < p->commit[instance]; a++) {
        windows[a] = w;
        keep_window(p, a, w);
        if (takes_snapshot(p, a) || !ip_world_code(p->world, instance)->script)
            return;
    }
}

static bool place_snapshots(plan *p, window *windows)
{
    for (int i = 0; i < p->count; i++) {
        bool own = ip_world_views_per_statement(p->views, i);
        int seen = own ? 0 : prefix(p, i);
        if (seen < 0)
            return false;
        for (int a = p->begin[i]; a <= p->commit[i]; a++)
            windows[a] = (window){0, p->place[i]};
        if (!own)
            place_first(p, i, (window){seen, seen}, windows);
        for (int a = p->begin[i] + 1; own && a < p->commit[i]; a++) {
            if (takes_snapshot(p, a))
                windows[a] = window_of_act(p, a);
            if (windows[a].from > windows[a].to)
                return false;
        }
        /* A later statement cannot start before an earlier one. */
        for (int a = p->commit[i] - 2; own && a > p->begin[i]; a--)
            if (windows[a + 1].to < windows[a].to)
                windows[a].to = windows[a + 1].to;
        for (int a = p->begin[i] + 1; own && a < p->commit[i]; a++)
            keep_window(p, a, windows[a]);
    }
    return true;
}

/* ---- locks ---- */

/* The act acquires a lock that the holder has acquired in the act held. If it cannot start after the holder's commit,
 * it has to find the lock held, and waits. visible: it can only find committed rows. */
static void get_after(plan *p, int act, window w, int holder, int held, bool visible)
{
    if (visible || w.to > p->place[holder]) {
        must_precede(p, p->commit[holder], act);
        return;
    }
    must_precede(p, held, act);
    must_precede(p, p->commit[holder], act + 1);
    p->acts.items[act].waits = true;
    p->waits_for[act] |= 1u << holder;
    IP_PUSH(p->arena, &p->pairs, ((pair){held, act}));
}

static void place_locks(plan *p, const window *windows)
{
    const ip_view_locks *locks = &p->views->locks;
    for (int a = 0; a < locks->count; a++)
        for (int b = 0; b < locks->count; b++) {
            const ip_view_lock *x = &locks->items[a], *y = &locks->items[b];
            /* An instance that looks for a key and commits first has not waited: the other instance changes the row
             * later. */
            if (x->passing && p->place[x->instance] < p->place[y->instance] && ip_world_views_excludes(p->views, y, x))
                must_precede(p, act_of(p, x->instance, x->step), act_of(p, y->instance, y->step));
            if (!ip_world_views_excludes(p->views, x, y) || p->place[x->instance] > p->place[y->instance])
                continue;
            int act = act_of(p, y->instance, y->step);
            if (y->early) {
                must_precede(p, act, act_of(p, x->instance, x->step));
                continue;
            }
            /* a foreign key does not wait for an INSERT of its row */
            bool visible = y->at_once || (x->inserts && y->mode == IP_LOCK_KEY_SHARE);
            get_after(p, act, windows[act], x->instance, act_of(p, x->instance, x->step), visible);
        }
}

/* Locks that a rollback to a savepoint released were held until then, and no other transaction has a conflicting lock
 * in the meantime. A single snapshot that lacks a change by another transaction is too old for a lock after that
 * change. A row that was only locked may be locked before or after. */
static void place_undone(plan *p, const window *windows)
{
    const ip_view_locks *undone = &p->views->undone, *locks = &p->views->locks;
    for (int u = 0; u < undone->count; u++)
        for (int l = 0; l < locks->count; l++) {
            const ip_view_lock *y = &undone->items[u], *x = &locks->items[l];
            if (!ip_world_views_excludes(p->views, x, y) || (x->inserts && y->mode == IP_LOCK_KEY_SHARE))
                continue;
            int act = act_of(p, y->instance, y->step), held = act_of(p, x->instance, x->step);
            bool own = ip_world_views_per_statement(p->views, y->instance);
            bool after = own || p->views->visible[x->instance * p->count + y->instance];
            bool either = !after && !ip_world_changed(p->world, x->instance, x->row);
            p->ambiguous = p->ambiguous || either;
            if ((after || (either && !p->retries)) && p->place[x->instance] < p->place[y->instance])
                get_after(p, act, windows[act], x->instance, held, y->at_once);
            else {
                int until = act_of(p, y->instance, y->until);
                must_precede(p, until, held);
                IP_PUSH(p->arena, &p->releases, ((pair){until, held}));
            }
        }
}

/* Has one session released the lock before the other one gets it? How long a session lasts is unknown, so a session
 * lock that is not released is kept. end: the act that releases it, -1: none; begin: the act that takes it, -1: before
 * all of them. */
static bool place_apart(plan *p, int x_begin, int x_end, int y_begin, int y_end)
{
    bool x_first = x_end >= 0 && y_begin >= 0, y_first = y_end >= 0 && x_begin >= 0;
    p->ambiguous = p->ambiguous || (x_first && y_first);
    if (x_first && !(y_first && p->retries))
        must_precede(p, x_end, y_begin);
    else if (y_first)
        must_precede(p, y_end, x_begin);
    return x_first || y_first;
}

static bool place_sessions(plan *p)
{
    const ip_views *views = p->views;
    for (int a = 0; a < views->of_sessions.count; a++) {
        const ip_view_session_lock *x = &views->of_sessions.items[a];
        int begin = x->step < 0 ? -1 : act_of(p, x->instance, x->step);
        int end = x->until < 0 ? -1 : act_of(p, x->instance, x->until);
        for (int b = a + 1; b < views->of_sessions.count; b++) {
            const ip_view_session_lock *y = &views->of_sessions.items[b];
            if (x->instance != y->instance && x->row == y->row && ip_catalog_locks_exclude(x->mode, y->mode) &&
                !place_apart(p, begin, end, y->step < 0 ? -1 : act_of(p, y->instance, y->step),
                             y->until < 0 ? -1 : act_of(p, y->instance, y->until)))
                return false;
        }
        for (int l = 0; l < views->locks.count; l++) {
            const ip_view_lock *y = &views->locks.items[l];
            if (x->instance != y->instance && x->row == y->row && ip_catalog_locks_exclude(x->mode, y->mode) &&
                !place_apart(p, begin, end, act_of(p, y->instance, y->step), p->commit[y->instance]))
                return false;
        }
    }
    return true;
}

/* A row that is passed over was locked by then, and still is. */
static void place_skips(plan *p)
{
    const ip_views *views = p->views;
    for (int s = 0; s < views->skips.count; s++) {
        const ip_view_skip *skip = &views->skips.items[s];
        int act = act_of(p, skip->instance, skip->step);
        must_precede(p, act, p->commit[skip->holder]);
        for (int l = 0; l < views->locks.count; l++) {
            const ip_view_lock *lock = &views->locks.items[l];
            if (lock->instance != skip->holder || lock->row != skip->row || lock->passing ||
                !ip_catalog_locks_exclude(lock->mode, skip->mode))
                continue;
            must_precede(p, act_of(p, lock->instance, lock->step), act);
            break;
        }
    }
}

static int writing_act(const plan *p, int instance, int row)
{
    const ip_world_writes *writes = ip_world_writes_of(p->world);
    for (int w = 0; w < writes->count; w++)
        if (writes->items[w].instance == instance && writes->items[w].row == row)
            return act_of(p, instance, writes->items[w].step);
    return p->begin[instance];
}

/* Whether the row is as the writer leaves it, or as it was before, makes a difference to the check. */
static bool matters(const plan *p, const ip_world_read *read)
{
    return !read->search || !p->interpreter ||
           ip_world_matters(p->world, p->interpreter, read->instance, read->step, read->row, read->from);
}

/* The check of a key waits for instances that are inserting or deleting a conflicting row. */
static void place_key_check(plan *p, const ip_world_read *read, int act, window w)
{
    if (w.to > p->place[read->from])
        must_precede(p, p->commit[read->from], act);
    else if (matters(p, read))
        get_after(p, act, w, read->from, writing_act(p, read->from, read->row), false);
}

/* A latest version that is read without a lock was committed by then. */
static void place_newest(plan *p, const window *windows)
{
    const ip_world_reads *reads = ip_world_reads_of(p->world);
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        if (!read->newest || read->from < 0 || read->committed)
            continue;
        int act = act_of(p, read->instance, read->at);
        if (!read->check)
            get_after(p, act, windows[act], read->from, writing_act(p, read->from, read->row), false);
        else if (p->checks || matters(p, read))
            place_key_check(p, read, act, windows[act]);
    }
}

/* Until an act that waits for a lock goes on, everything up to the holder's commit has happened. */
static bool waits_as_long(const plan *p, int act, int instance)
{
    for (int i = 0; i < p->count; i++)
        if (p->waits_for[act] >> i & 1 && p->place[i] >= p->place[instance])
            return true;
    return false;
}

/* Foreign keys are checked against what is committed when the statement has all its locks, and wait for no further
 * commit (ri_triggers.c: a snapshot of their own). */
static void place_references(plan *p)
{
    const ip_world_reads *reads = ip_world_reads_of(p->world);
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        if (!read->newest || read->from < 0 || !read->committed)
            continue;
        int act = act_of(p, read->instance, read->at);
        if (!waits_as_long(p, act, read->from) && (p->checks || matters(p, read)))
            must_precede(p, p->commit[read->from], act);
    }
}

/* The lock holder must have acquired the lock: if it waits for the lock itself, it has it after that wait. The order in
 * which a server wakes several waiters for one lock is not reliable. */
static void place_queues(plan *p)
{
    for (int i = 0; i < p->pairs.count; i++)
        for (int c = 0; c < p->count; c++)
            if (p->waits_for[p->pairs.items[i].held] >> c & 1)
                must_precede(p, p->commit[c], p->pairs.items[i].act);
    /* a statement that waits and then fails has its locks as long as it waits */
    for (int i = 0; i < p->releases.count; i++)
        for (int c = 0; c < p->count; c++)
            if (p->waits_for[p->releases.items[i].held] >> c & 1)
                must_precede(p, p->commit[c], p->releases.items[i].act);
}

/* What an instance sets it sets at that moment. */
static void place_sequences(plan *p)
{
    const ip_sequence_uses *uses = &p->uses;
    for (int b = 0; b < uses->count; b++)
        for (int a = b - 1; a >= 0; a--) {
            const ip_sequence_use *x = &uses->items[a], *y = &uses->items[b];
            if (strcmp(x->rule->name, y->rule->name) != 0)
                continue;
            if (x->instance != y->instance)
                must_precede(p, act_of(p, x->instance, x->step), act_of(p, y->instance, y->step));
            break;
        }
}

/* While a statement waits it may have used its sequences already, or not yet: others may not use them meanwhile. */
static bool overtakes(const plan *p, const ip_timing *timing)
{
    const ip_sequence_uses *uses = &p->uses;
    for (int x = 0; x < uses->count; x++)
        for (int y = 0; y < uses->count; y++) {
            const ip_sequence_use *waiting = &uses->items[x], *other = &uses->items[y];
            const ip_act *act = &p->acts.items[act_of(p, waiting->instance, waiting->step)];
            if (!act->waits || waiting->instance == other->instance ||
                strcmp(waiting->rule->name, other->rule->name) != 0)
                continue;
            const ip_act *used = &p->acts.items[act_of(p, other->instance, other->step)];
            bool waits = false;
            for (int a = 0; a < timing->acts.count; a++) {
                const ip_act *at = &timing->acts.items[a];
                if (at->instance == act->instance)
                    waits = at->kind == act->kind && at->step == act->step;
                if (waits && at->instance == used->instance && at->kind == used->kind && at->step == used->step)
                    return true;
            }
        }
    return false;
}

/* A plain sequence counts in the order of time; a sequence with CACHE > 1 does not. first: for instances with blocks of
 * numbers, only the first draws, from which the others can be numbered. */
static void place_draws(plan *p, bool first)
{
    const ip_world_draws *draws = ip_world_draws_of(p->world);
    for (int d = 0; d < draws->count; d++)
        for (int e = 0; e < draws->count; e++) {
            const ip_world_draw *x = &draws->items[d], *y = &draws->items[e];
            if (x->instance != y->instance && x->step >= 0 && y->step >= 0 && x->position < y->position &&
                x->rule->cache == 1 && !ip_world_is_set(p->world, x->rule) &&
                (!first || (x->drawn == 0 && y->drawn == 0)) && strcmp(x->rule->name, y->rule->name) == 0)
                must_precede(p, act_of(p, x->instance, x->step), act_of(p, y->instance, y->step));
        }
}

/* ---- order ---- */

static bool is_free(const plan *p, const bool *done, int act)
{
    for (int a = 0; a < p->acts.count; a++)
        if (!done[a] && p->before[a * p->acts.count + act])
            return false;
    return !done[act];
}

/* Continues with an instance as long as possible: a schedule with few switches is easy to follow. */
static int next_act(const plan *p, const bool *done, int last)
{
    if (last >= 0 && p->acts.items[last].kind != IP_ACT_COMMIT && is_free(p, done, last + 1))
        return last + 1;
    for (int o = 0; o < p->count; o++)
        for (int a = p->begin[p->order[o]]; a <= p->commit[p->order[o]]; a++)
            if (is_free(p, done, a))
                return a;
    return -1;
}

static bool order_acts(plan *p, ip_timing *timing, int *commits_before)
{
    int n = p->acts.count, commits = 0;
    bool *done = IP_NEW_ARRAY(p->arena, bool, n);
    memset(&timing->acts, 0, sizeof timing->acts);
    for (int last = -1, i = 0; i < n; i++) {
        last = next_act(p, done, last);
        if (last < 0)
            return false;
        done[last] = true;
        commits_before[last] = commits;
        commits += p->acts.items[last].kind == IP_ACT_COMMIT;
        IP_PUSH(p->arena, &timing->acts, p->acts.items[last]);
    }
    return true;
}

static void report_snapshots(plan *p, const int *commits_before, ip_timing *timing)
{
    const ip_world_steps *steps = ip_world_steps_of(p->world);
    int n = p->count;
    timing->cuts = IP_NEW_ARRAY(p->arena, ip_snapshot_sizes, n);
    timing->visible = IP_NEW_ARRAY(p->arena, bool, n *n);
    memcpy(timing->visible, p->views->visible, sizeof(bool) * (size_t)(n * n));
    for (int i = 0; i < n; i++) {
        if (!ip_world_views_per_statement(p->views, i))
            continue;
        const ip_snapshot_sizes *taken = &p->views->taken[i];
        int *items = IP_NEW_ARRAY(p->arena, int, taken->count);
        memcpy(items, taken->items, sizeof *items * (size_t)taken->count);
        for (int a = p->begin[i] + 1; a < p->commit[i]; a++) {
            if (!takes_snapshot(p, a))
                continue;
            int snapshot = steps->items[p->acts.items[a].step].snapshot;
            items[snapshot] = commits_before[a] < p->place[i] ? commits_before[a] : p->place[i];
        }
        for (int s = 1; s < taken->count; s++)
            items[s] = items[s] < items[s - 1] ? items[s - 1] : items[s];
        timing->cuts[i] = (ip_snapshot_sizes){taken->count, items};
        for (int t = 0; t < n; t++)
            timing->visible[t * n + i] = p->place[t] < (taken->count ? items[0] : p->place[i]);
    }
}

/* One of the strategies of the search. */
typedef struct attempt {
    bool checks, within, retries;
    int numbers; /* draws of sequences are in the order of time: 2; only the first draw of each instance: 1; any order:
                    0 */
} attempt;

static bool find(ip_arena *arena, ip_world *world, ip_interpreter *interpreter, attempt by, ip_timing *timing,
                 bool *ambiguous)
{
    plan p = {.arena = arena,
              .world = world,
              .interpreter = interpreter,
              .views = ip_world_views(world),
              .count = ip_world_count(world),
              .order = ip_world_order(world),
              .checks = by.checks,
              .within = by.within,
              .retries = by.retries};
    for (int o = 0; o < p.count; o++)
        p.place[p.order[o]] = o;
    add_acts(&p);
    window *windows = IP_NEW_ARRAY(arena, window, p.acts.count);
    int *commits_before = IP_NEW_ARRAY(arena, int, p.acts.count);
    for (int i = 0; i < p.count; i++)
        for (int a = p.begin[i]; a < p.commit[i]; a++)
            must_precede(&p, a, a + 1);
    for (int o = 1; o < p.count; o++)
        must_precede(&p, p.commit[p.order[o - 1]], p.commit[p.order[o]]);
    if (!place_snapshots(&p, windows) || !place_sessions(&p))
        return false;
    place_locks(&p, windows);
    place_undone(&p, windows);
    place_skips(&p);
    place_newest(&p, windows);
    place_references(&p);
    place_queues(&p);
    ip_world_sequence_uses(world, arena, &p.uses);
    place_sequences(&p);
    if (by.numbers)
        place_draws(&p, by.numbers == 1);
    *ambiguous = p.ambiguous;
    if (!order_acts(&p, timing, commits_before) || overtakes(&p, timing))
        return false;
    report_snapshots(&p, commits_before, timing);
    return true;
}

static bool calls(const ip_world *world)
{
    const ip_world_steps *steps = ip_world_steps_of(world);
    for (int s = 0; s < steps->count; s++)
        if (steps->items[s].depth > 0)
            return true;
    return false;
}

/* Prefers an order in which the numbers of sequences are drawn in order. */
bool ip_schedule_timing_find(ip_arena *arena, ip_world *world, ip_interpreter *interpreter, ip_timing *timing)
{
    int draws = ip_world_draws_of(world)->count > 1 ? 2 : 0;
    for (int within = 0; within < 1 + calls(world); within++)
        for (int checks = 1 - within; checks >= 0; checks--) {
            timing->within = within;
            for (int numbers = draws; numbers >= 0; numbers--) {
                bool ambiguous = false;
                for (int retries = 0; retries < 1 + ambiguous; retries++)
                    if (find(arena, world, interpreter, (attempt){checks, within, retries, numbers}, timing,
                             &ambiguous))
                        return true;
            }
        }
    return false;
}
