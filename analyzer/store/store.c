/* Transactions of a store, one after the other, and their history. */
#include "store/store_state.h"

#include <string.h>

uint64_t ip_store_draw(ip_store *store)
{
    uint64_t *state = &store->random; /* xorshift* (Marsaglia 2003) */
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545F4914F6CDD1D) >> 16;
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ (hash >> 29);
}

static int add_slot(ip_store *store)
{
    if (store->count == store->room) {
        ip_store_slot *more = IP_NEW_ARRAY(store->forever, ip_store_slot, 2 * store->room + 16);
        if (store->count)
            memcpy(more, store->slots, sizeof *more * (size_t)store->count);
        store->slots = more;
        store->room = 2 * store->room + 16;
    }
    return store->count++;
}

ip_store *ip_store_new(const ip_level *level, int width, uint64_t seed, ip_diagnostics *diagnostics)
{
    const ip_level *levels[] = {level};
    ip_consistency *checker = ip_history_consistency_new(levels, 1, diagnostics);
    if (!checker)
        return NULL;
    ip_arena *forever = ip_arena_new();
    ip_store *store = IP_NEW(forever, ip_store);
    store->forever = forever;
    store->arena = ip_arena_new();
    store->scratch = ip_arena_new();
    store->level = level;
    store->checker = checker;
    store->of_engine = *ip_level_engine(level) != '\0';
    store->width = width;
    store->random = mixed(UINT64_C(0x9E3779B97F4A7C15), seed) | 1;
    store->window = store->of_engine ? NULL : ip_store_window_new(level);
    int most = ip_history_consistency_hurry(checker);
    store->most = ip_store_is_searched(store) ? most : IP_STORE_KEPT;
    add_slot(store);
    return store;
}

void ip_store_free(ip_store *store)
{
    if (!store)
        return;
    ip_history_consistency_free(store->checker);
    ip_store_window_free(store->window);
    ip_arena_free(store->scratch);
    ip_arena_free(store->arena);
    ip_arena_free(store->forever);
}

int ip_store_connect(ip_store *store)
{
    IP_PUSH(store->forever, &store->sessions, (ip_store_session){.last = 0});
    return store->sessions.count - 1;
}

/* ---------------------------------------------------------- consistency -- */

bool ip_store_is_searched(const ip_store *store)
{
    return !store->of_engine && !store->window;
}

static ip_transactions earlier_of(const ip_store *store, int slot)
{
    ip_transactions set = 1;
    for (int t = store->slots[slot].before; t; t = store->slots[t].before)
        set |= (ip_transactions)1 << t;
    return set;
}

void ip_store_fill_history(ip_store *store)
{
    ip_history *history = &store->history;
    history->count = store->count;
    for (int t = 1; t < store->count; t++) {
        const ip_store_slot *slot = &store->slots[t];
        history->transactions[t] = (ip_history_transaction){.sessions_before = earlier_of(store, t),
                                                            .aborted = slot->aborted,
                                                            .read_count = slot->reads.count,
                                                            .reads = slot->reads.items,
                                                            .step_count = slot->steps};
    }
    history->writers = store->writers;
    history->row_of = store->row_of;
    history->row_writers = store->row_writers;
}

bool ip_store_is_consistent(ip_store *store)
{
    if (!ip_store_is_searched(store))
        return true;
    ip_store_fill_history(store);
    bool consistent = ip_history_consistent(store->checker, &store->history);
    store->overtaxed = store->overtaxed || (!consistent && ip_history_consistency_gave_up(store->checker));
    return consistent;
}

void ip_store_note_order(ip_store *store)
{
    memcpy(store->order, ip_history_consistency_found(store->checker), sizeof *store->order * (size_t)store->count);
    store->ordered = store->count;
}

ip_store_answer ip_store_check(ip_store *store)
{
    if (!store->wrote || !ip_store_is_searched(store))
        return IP_STORE_ANSWERED;
    if (ip_store_is_consistent(store)) {
        ip_store_note_order(store);
        return IP_STORE_ANSWERED;
    }
    store->counted.conflicts++;
    return IP_STORE_CONFLICT;
}

/* ---------------------------------------------------------- transactions -- */

long ip_store_running(const ip_store *store)
{
    return store->running ? store->slots[store->running].number : 0;
}

/* A question had no answer in time, and its version was not chosen. With fewer transactions there are answers: all are
 * settled, and fewer are kept from now on. */
static void relieve(ip_store *store)
{
    enum { FEWEST = 8 };
    int most = store->count * 3 / 4;
    store->most = most < FEWEST ? FEWEST : most < store->most ? most : store->most;
    store->overtaxed = false;
    ip_store_settle(store);
}

long ip_store_begin(ip_store *store, int session, ip_store_policy policy)
{
    if (store->overtaxed)
        relieve(store);
    if (store->count >= store->most)
        ip_store_forget_oldest(store);
    int slot = store->running = add_slot(store);
    ip_store_session *of = &store->sessions.items[session];
    store->slots[slot] =
        (ip_store_slot){.number = ++store->last, .session = session, .index = ++of->count, .before = of->slot};
    store->policy = policy;
    if (store->of_engine)
        ip_store_run_at(store, store->level);
    store->step = -1;
    store->steps = store->depth = 0;
    store->floor = of->last;
    store->wrote = false;
    store->owned.count = store->held.count = store->undos.count = store->snapshots.count = 0;
    if (store->window)
        ip_store_window_begin(store);
    return store->last;
}

void ip_store_run_at(ip_store *store, const ip_level *level)
{
    store->per_statement = ip_level_has_statement_snapshots(level);
    store->serial = ip_level_tracks_overwriters(level);
}

static ip_transactions bit_of(const ip_store *store)
{
    return (ip_transactions)1 << store->running;
}

/* Any possible snapshot: each read narrows it by a choice among its possible values, as at other levels. If the
 * snapshot were drawn at once, later statements would almost always get a new one. */
static ip_store_snapshot fresh_snapshot(ip_store *store)
{
    long newest = store->last - 1;
    bool any = store->of_engine && !store->serial && store->policy == IP_STORE_UNIFORM && newest > store->floor;
    return (ip_store_snapshot){store->steps++, any ? store->floor : newest, newest, true};
}

ip_store_snapshot *ip_store_snapshot_now(ip_store *store)
{
    int depth = store->per_statement ? store->depth : 0;
    return depth < store->snapshots.count ? &store->snapshots.items[depth] : NULL;
}

void ip_store_seen(const ip_store *store, long *least, long *most)
{
    const ip_store_snapshot *snapshot = store->snapshots.count ? &store->snapshots.items[0] : NULL;
    bool taken = store->of_engine && snapshot && snapshot->taken;
    *least = taken ? snapshot->least : store->last - 1;
    *most = taken ? snapshot->most : store->last - 1;
}

/* Earlier snapshots contain no more than later ones. The active ones are those of the enclosing calls; ended ones
 * contain at least the floor, and need not contain more. */
void ip_store_narrow(ip_store *store, ip_store_snapshot *snapshot, long least, long most)
{
    snapshot->least = least > snapshot->least ? least : snapshot->least;
    snapshot->most = most < snapshot->most ? most : snapshot->most;
    for (ip_store_snapshot *s = store->snapshots.items; s < snapshot; s++)
        s->most = snapshot->most < s->most ? snapshot->most : s->most;
    store->floor = snapshot->least > store->floor ? snapshot->least : store->floor;
}

/* A statement goes on after those that it has called. At an engine's level it reads what its snapshot holds, and later
 * reads belong to the same step. At others what it reads now follows what they have read: a step of its own, which
 * allows less than the level does. */
static void go_on(ip_store *store, ip_store_snapshot *snapshot)
{
    if (!store->of_engine && snapshot->step < store->steps - 1)
        snapshot->step = store->steps++;
    store->step = snapshot->step;
}

void ip_store_statement(ip_store *store, int depth, bool takes)
{
    while (store->snapshots.count <= depth)
        IP_PUSH(store->forever, &store->snapshots, (ip_store_snapshot){.taken = false});
    ip_store_snapshot *snapshot = &store->snapshots.items[depth];
    store->depth = depth;
    if (store->of_engine && !store->per_statement) {
        ip_store_snapshot *first = &store->snapshots.items[0];
        bool begins = !first->taken;
        if (begins)
            *first = fresh_snapshot(store);
        if (!begins || depth)
            snapshot->step = store->steps++;
        snapshot->taken = true;
    } else if (takes || !snapshot->taken) {
        *snapshot = fresh_snapshot(store);
        if (store->of_engine)
            ip_store_narrow(store, snapshot, snapshot->least, snapshot->most);
    }
    go_on(store, snapshot);
}

void ip_store_resume(ip_store *store, int depth)
{
    if (depth >= store->snapshots.count || !store->snapshots.items[depth].taken)
        return;
    store->depth = depth;
    go_on(store, &store->snapshots.items[depth]);
}

static void own_rows(ip_store *store)
{
    for (int i = 0; ip_store_is_searched(store) && i < store->owned.count; i++) {
        int object = store->owned.items[i];
        if (store->objects.items[object].is_own)
            store->row_writers[object / store->width] |= bit_of(store);
    }
}

static void hold(ip_store *store, int row, ip_lock lock)
{
    ip_store_row *r = &store->rows.items[row];
    if (!store->of_engine || r->held >> lock)
        return;
    if (!r->held)
        IP_PUSH(store->arena, &store->held, row);
    r->held |= 1u << lock;
}

void ip_store_write(ip_store *store, int object, ip_datum value)
{
    ip_store_object *o = ip_store_object_at(store, object);
    IP_PUSH(store->arena, &store->undos, ((ip_store_undo){object, o->is_own, o->own}));
    if (!o->is_own)
        IP_PUSH(store->arena, &store->owned, object);
    o->is_own = true;
    o->own = ip_value_datum_copy(store->arena, value);
    if (ip_store_is_searched(store)) {
        store->writers[object] |= bit_of(store);
        store->row_writers[object / store->width] |= bit_of(store);
    }
    store->wrote = true;
    hold(store, object / store->width, IP_LOCK_UPDATE);
}

ip_store_policy ip_store_prefer(ip_store *store, ip_store_policy policy)
{
    ip_store_policy before = store->policy;
    store->policy = policy;
    return before;
}

int ip_store_savepoint(ip_store *store)
{
    return store->undos.count;
}

void ip_store_rollback_to(ip_store *store, int savepoint)
{
    while (store->undos.count > savepoint) {
        ip_store_undo undo = store->undos.items[--store->undos.count];
        ip_store_object *o = &store->objects.items[undo.object];
        o->is_own = undo.was_own;
        o->own = undo.own;
        if (!ip_store_is_searched(store))
            continue;
        store->row_writers[undo.object / store->width] &= ~bit_of(store);
        if (!o->is_own)
            store->writers[undo.object] &= ~bit_of(store);
    }
    int kept = 0;
    for (int i = 0; i < store->owned.count; i++)
        if (store->objects.items[store->owned.items[i]].is_own)
            store->owned.items[kept++] = store->owned.items[i];
    store->owned.count = kept;
    own_rows(store);
}

/* ----------------------------------------------------------------- locks -- */

bool ip_store_has_locked(const ip_store *store, int row)
{
    return row < store->rows.count && store->rows.items[row].held != 0;
}

/* A transaction with one snapshot that would lock a row which another transaction has changed since fails, and so does
 * ON CONFLICT that finds such a row. */
static ip_store_answer latest_is_seen(ip_store *store, int row)
{
    ip_store_snapshot *snapshot = store->of_engine && !store->per_statement ? ip_store_snapshot_now(store) : NULL;
    for (int i = row * store->width; snapshot && i < (row + 1) * store->width; i++) {
        const ip_store_object *o = &store->objects.items[i];
        long changed = o->versions.count ? o->versions.items[o->versions.count - 1].number : 0;
        if (changed > snapshot->least && (changed > snapshot->most || ip_store_draw(store) % 2)) {
            store->counted.conflicts++; /* which shows that the snapshot does not hold the change */
            ip_store_narrow(store, snapshot, snapshot->least, changed - 1);
            store->floor = changed > store->floor ? changed : store->floor; /* but it has committed by now */
            return IP_STORE_CONFLICT;
        }
        ip_store_narrow(store, snapshot, changed, snapshot->most);
    }
    return IP_STORE_ANSWERED;
}

ip_store_answer ip_store_found_row(ip_store *store, int row)
{
    ip_store_object_at(store, row * store->width);
    for (int i = row * store->width; i < (row + 1) * store->width; i++)
        if (store->objects.items[i].is_own)
            return IP_STORE_ANSWERED;
    return latest_is_seen(store, row);
}

/* Earlier holders of a lock that excludes this one have committed before: the next snapshot contains them. */
ip_store_answer ip_store_lock(ip_store *store, int row, ip_lock lock)
{
    ip_store_object_at(store, row * store->width);
    ip_store_row *r = &store->rows.items[row];
    if (!store->of_engine || r->held & 1u << lock)
        return IP_STORE_ANSWERED;
    if (ip_catalog_locks_exclude(lock, IP_LOCK_NO_KEY_UPDATE) && latest_is_seen(store, row) == IP_STORE_CONFLICT)
        return IP_STORE_CONFLICT;
    for (int mode = 0; mode < IP_LOCK_COUNT; mode++)
        if (ip_catalog_locks_exclude((ip_lock)mode, lock) && r->holders[mode] > store->floor)
            store->floor = r->holders[mode];
    hold(store, row, lock);
    return IP_STORE_ANSWERED;
}

static void give_locks(ip_store *store, bool committed)
{
    for (int i = 0; i < store->held.count; i++) {
        ip_store_row *r = &store->rows.items[store->held.items[i]];
        for (int mode = 0; committed && mode < IP_LOCK_COUNT; mode++)
            if (r->held & 1u << mode)
                r->holders[mode] = store->slots[store->running].number;
        r->held = 0;
    }
    store->held.count = 0;
}

/* ----------------------------------------------------------------- scans -- */

void ip_store_scan(ip_store *store, int group)
{
    for (int i = store->scans.count - 1; i >= 0 && store->scans.items[i].slot == store->running; i--)
        if (store->scans.items[i].step == store->step && store->scans.items[i].group == group)
            return;
    IP_PUSH(store->arena, &store->scans, ((ip_store_scanned){store->running, store->step, group}));
}

/* Reads are kept in the order of their steps. */
void ip_store_add_read(ip_store *store, int slot, ip_history_read read)
{
    ip_store_reads *reads = &store->slots[slot].reads;
    IP_PUSH(store->arena, reads, read);
    int at = reads->count - 1;
    for (; at > 0 && reads->items[at - 1].step > read.step; at--)
        reads->items[at] = reads->items[at - 1];
    reads->items[at] = read;
}

void ip_store_met(ip_store *store, int group, int row)
{
    int object = row * store->width;
    ip_store_object_at(store, object);
    /* Where the history alone decides, nothing follows from it; it is only for reports of the last few. */
    int oldest = store->window ? store->count - IP_STORE_SEARCHED : 0;
    for (int i = store->scans.count - 1; i >= 0 && store->scans.items[i].slot >= oldest; i--) {
        const ip_store_scanned *scan = &store->scans.items[i];
        if (scan->group == group)
            ip_store_add_read(store, scan->slot, (ip_history_read){.object = object, .from = 0, .step = scan->step});
    }
}

/* ------------------------------------------------------------------ ends -- */

static void count_outcome(ip_store *store)
{
    const ip_store_slot *slot = &store->slots[store->running];
    uint64_t hash = mixed(mixed(1, (uint64_t)slot->session), (uint64_t)slot->index);
    for (int i = 0; i < slot->reads.count; i++) {
        const ip_history_read *read = &slot->reads.items[i];
        const ip_store_slot *from = &store->slots[read->from];
        hash = mixed(hash, (uint64_t)read->object);
        hash = mixed(hash, read->from ? (uint64_t)from->session * 1000003 + (uint64_t)from->index : 0);
    }
    store->counted.outcome += hash;
    store->counted.transactions++;
    store->counted.reads += slot->reads.count;
}

/* The next transaction gets its slot. */
static void drop_from_order(ip_store *store, int slot)
{
    int kept = 0;
    for (int i = 0; i < store->ordered; i++)
        if (store->order[i] != slot)
            store->order[kept++] = store->order[i];
    store->ordered = kept;
}

/* Rows that are met later were absent for its scans. */
static bool has_scanned(const ip_store *store, int slot)
{
    return store->scans.count && store->scans.items[store->scans.count - 1].slot == slot;
}

static void end(ip_store *store, bool committed)
{
    int slot = store->running;
    ip_store_slot *s = &store->slots[slot];
    if (!committed)
        ip_store_rollback_to(store, 0);
    ip_store_report(store, committed);
    count_outcome(store);
    for (int i = 0; i < store->owned.count; i++) {
        ip_store_object *o = &store->objects.items[store->owned.items[i]];
        IP_PUSH(store->arena, &o->versions, ((ip_store_version){slot, s->number, o->own}));
        o->is_own = false;
    }
    give_locks(store, committed);
    /* Snapshots of one session contain no less than earlier ones, also those of a transaction that was rolled back, or
     * has written nothing: what committed before it here may have committed after it. */
    bool counts = committed && (!store->of_engine || store->owned.count);
    if (committed || store->of_engine)
        store->sessions.items[s->session].last = counts ? s->number : store->floor;
    s->aborted = !committed;
    s->steps = store->steps;
    if (!store->owned.count && !s->reads.count && !has_scanned(store, slot)) { /* it leaves no trace */
        store->count--;
        drop_from_order(store, slot);
    } else {
        store->sessions.items[s->session].slot = slot;
        if (store->window)
            ip_store_window_end(store);
    }
    store->owned.count = store->undos.count = 0;
    /* They may have grown in memory that goes when all is settled. */
    memset(&store->owned, 0, sizeof store->owned);
    memset(&store->undos, 0, sizeof store->undos);
    memset(&store->held, 0, sizeof store->held);
    store->running = 0;
}

void ip_store_commit(ip_store *store)
{
    end(store, true);
}

void ip_store_abort(ip_store *store)
{
    end(store, false);
}

/* ------------------------------------------------------------ afterwards -- */

int ip_store_object_count(const ip_store *store)
{
    return store->objects.count;
}

ip_store_counts ip_store_counted(const ip_store *store)
{
    return store->counted;
}

int ip_store_width(const ip_store *store)
{
    return store->width;
}

bool ip_store_began_absent(const ip_store *store, int object)
{
    const ip_store_object *o = &store->objects.items[object];
    return !o->has_base || !o->base.as.boolean;
}

int ip_store_stale_count(const ip_store *store)
{
    return store->stale.count;
}

const ip_stale_read *ip_store_stale(const ip_store *store, int index)
{
    return &store->stale.items[index];
}

int ip_store_kept(const ip_store *store)
{
    return store->count - 1;
}

ip_kept_transaction ip_store_kept_transaction(const ip_store *store, int index)
{
    const ip_store_slot *slot = &store->slots[index + 1];
    return (ip_kept_transaction){.number = slot->number,
                                 .session = slot->session,
                                 .aborted = slot->aborted,
                                 .read_count = slot->reads.count,
                                 .reads = slot->reads.items};
}

long ip_store_number(const ip_store *store, int slot)
{
    return store->slots[slot].number;
}

void ip_store_kept_writes(const ip_store *store, void (*writes)(void *data, long number, int object), void *data)
{
    for (int i = 0; i < store->objects.count; i++)
        for (int v = 0; v < store->objects.items[i].versions.count; v++)
            writes(data, store->objects.items[i].versions.items[v].number, i);
}

int ip_store_session_of(const ip_store *store, long transaction)
{
    for (int t = 1; t < store->count; t++)
        if (store->slots[t].number == transaction)
            return store->slots[t].session;
    return -1;
}
