/* Transactions of a store, one after the other, and the history that they make. */
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

ip_store *ip_store_new(const ip_level *level, int width, uint64_t seed, ip_diagnostics *diagnostics)
{
    const ip_level *levels[] = {level};
    ip_consistency *checker = ip_consistency_new(levels, 1, diagnostics);
    if (!checker)
        return NULL;
    ip_arena *forever = ip_arena_new();
    ip_store *store = IP_NEW(forever, ip_store);
    store->forever = forever;
    store->arena = ip_arena_new();
    store->level = level;
    store->checker = checker;
    store->of_engine = *ip_level_engine(level) != '\0';
    store->per_statement = ip_level_has_statement_snapshots(level);
    store->serial = store->of_engine && ip_level_tracks_overwriters(level);
    store->width = width;
    store->random = mixed(UINT64_C(0x9E3779B97F4A7C15), seed) | 1;
    store->history.count = 1;
    return store;
}

void ip_store_free(ip_store *store)
{
    if (!store)
        return;
    ip_consistency_free(store->checker);
    ip_arena_free(store->arena);
    ip_arena_free(store->forever);
}

/* --------------------------------------------------------------- objects -- */

static void grow_masks(ip_store *store)
{
    int count = store->objects.count, rows = store->rows.count;
    ip_transactions *writers = IP_NEW_ARRAY(store->forever, ip_transactions, 2 * count);
    ip_transactions *row_writers = IP_NEW_ARRAY(store->forever, ip_transactions, 2 * rows);
    int *row_of = IP_NEW_ARRAY(store->forever, int, 2 * count);
    if (store->history.object_count) {
        memcpy(writers, store->writers, sizeof *writers * (size_t)store->history.object_count);
        memcpy(row_writers, store->row_writers, sizeof *row_writers * (size_t)store->history.row_count);
    }
    for (int i = store->history.object_count; i < 2 * count; i++)
        writers[i] = 1;
    for (int i = 0; i < 2 * count; i++)
        row_of[i] = i / store->width;
    store->writers = writers;
    store->row_writers = row_writers;
    store->row_of = row_of;
}

ip_store_object *ip_store_object_at(ip_store *store, int object)
{
    bool grows = false;
    while (store->objects.count <= object) { /* a row at a time */
        bool full = store->objects.count == store->objects.capacity;
        for (int i = 0; i < store->width; i++)
            IP_PUSH(store->forever, &store->objects, ((ip_store_object){.base = {.kind = IP_DATUM_NULL}}));
        ip_store_object *exists = &store->objects.items[store->objects.count - store->width];
        exists->has_base = true;
        exists->base = ip_datum_boolean(false);
        IP_PUSH(store->forever, &store->rows, (ip_store_row){.held = 0});
        grows = grows || full || !store->writers;
        if (grows || store->objects.count > store->history.object_count) {
            grow_masks(store);
            store->history.object_count = 2 * store->objects.count;
            store->history.row_count = 2 * store->rows.count;
            grows = false;
        }
    }
    return &store->objects.items[object];
}

int ip_store_connect(ip_store *store)
{
    IP_PUSH(store->forever, &store->sessions, (ip_store_session){.last = 0});
    return store->sessions.count - 1;
}

/* ---------------------------------------------------------- consistency -- */

bool ip_store_is_consistent(ip_store *store)
{
    ip_history *history = &store->history;
    for (int t = 1; t < history->count; t++) {
        history->transactions[t].read_count = store->slots[t].reads.count;
        history->transactions[t].reads = store->slots[t].reads.items;
    }
    history->writers = store->writers;
    history->row_of = store->row_of;
    history->row_writers = store->row_writers;
    return store->of_engine || ip_consistent(store->checker, history);
}

ip_store_answer ip_store_check(ip_store *store)
{
    if (!store->wrote || ip_store_is_consistent(store))
        return IP_STORE_ANSWERED;
    store->counted.conflicts++;
    return IP_STORE_CONFLICT;
}

/* ---------------------------------------------------------- transactions -- */

long ip_store_running(const ip_store *store)
{
    return store->running ? store->numbers[store->running] : 0;
}

static ip_transactions earlier_of(const ip_store *store, int session)
{
    ip_transactions set = 1;
    for (int t = 1; t < store->running; t++)
        if (store->slots[t].session == session)
            set |= (ip_transactions)1 << t;
    return set;
}

long ip_store_begin(ip_store *store, int session, ip_store_policy policy)
{
    if (store->history.count == IP_MAX_TRANSACTIONS)
        ip_store_settle(store);
    int slot = store->running = store->history.count++;
    ip_store_session *of = &store->sessions.items[session];
    store->history.transactions[slot] = (ip_history_transaction){.sessions_before = earlier_of(store, session)};
    store->numbers[slot] = ++store->last;
    store->slots[slot] = (ip_store_slot){.number = store->last, .session = session, .index = ++of->count};
    store->policy = policy;
    store->step = -1;
    store->steps = store->depth = 0;
    store->floor = of->last;
    store->wrote = false;
    store->owned.count = store->held.count = store->undos.count = store->snapshots.count = 0;
    return store->last;
}

static ip_transactions bit_of(const ip_store *store)
{
    return (ip_transactions)1 << store->running;
}

static long drawn_cut(ip_store *store)
{
    long newest = store->last - 1;
    if (store->serial || store->policy == IP_STORE_LATEST || newest <= store->floor)
        return newest;
    return store->floor + (long)(ip_store_draw(store) % (uint64_t)(newest - store->floor + 1));
}

void ip_store_statement(ip_store *store, int depth, bool takes)
{
    while (store->snapshots.count <= depth)
        IP_PUSH(store->forever, &store->snapshots, (ip_store_snapshot){.taken = false});
    ip_store_snapshot *snapshot = &store->snapshots.items[depth];
    store->depth = depth;
    if (store->of_engine && !store->per_statement) {
        ip_store_snapshot *first = &store->snapshots.items[0];
        if (!first->taken)
            *first = (ip_store_snapshot){.cut = drawn_cut(store), .taken = true};
        *snapshot = (ip_store_snapshot){store->steps++, first->cut, true};
    } else if (takes || !snapshot->taken) {
        *snapshot = (ip_store_snapshot){store->steps++, store->of_engine ? drawn_cut(store) : 0, true};
        store->floor = snapshot->cut > store->floor ? snapshot->cut : store->floor;
    }
    store->step = snapshot->step;
}

void ip_store_resume(ip_store *store, int depth)
{
    if (depth >= store->snapshots.count || !store->snapshots.items[depth].taken)
        return;
    store->depth = depth;
    store->step = store->snapshots.items[depth].step;
}

static void own_rows(ip_store *store)
{
    for (int i = 0; i < store->owned.count; i++) {
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
    o->own = ip_datum_copy(store->arena, value);
    store->writers[object] |= bit_of(store);
    store->row_writers[object / store->width] |= bit_of(store);
    store->wrote = true;
    hold(store, object / store->width, IP_LOCK_UPDATE);
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

/* Whoever has had it in a mode that excludes this one has committed before: the next snapshot holds that one. A
 * transaction of one snapshot that would lock what another has changed since fails. */
ip_store_answer ip_store_lock(ip_store *store, int row, ip_lock lock)
{
    ip_store_object_at(store, row * store->width);
    ip_store_row *r = &store->rows.items[row];
    if (!store->of_engine || r->held & 1u << lock)
        return IP_STORE_ANSWERED;
    bool late = !store->per_statement && ip_locks_exclude(lock, IP_LOCK_NO_KEY_UPDATE) && store->snapshots.count;
    for (int i = row * store->width; late && i < (row + 1) * store->width; i++) {
        const ip_store_object *o = &store->objects.items[i];
        if (o->versions.count && o->versions.items[o->versions.count - 1].number > store->snapshots.items[0].cut) {
            store->counted.conflicts++;
            return IP_STORE_CONFLICT;
        }
    }
    for (int mode = 0; mode < IP_LOCK_COUNT; mode++)
        if (ip_locks_exclude((ip_lock)mode, lock) && r->holders[mode] > store->floor)
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
                r->holders[mode] = store->numbers[store->running];
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

static void add_read_of_step(ip_store *store, int slot, ip_history_read read)
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
    for (int i = 0; i < store->scans.count; i++) {
        const ip_store_scanned *scan = &store->scans.items[i];
        if (scan->group == group)
            add_read_of_step(store, scan->slot, (ip_history_read){.object = object, .from = 0, .step = scan->step});
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

static void end(ip_store *store, bool committed)
{
    int slot = store->running;
    ip_store_slot *s = &store->slots[slot];
    if (!committed)
        ip_store_rollback_to(store, 0);
    ip_store_tell(store, committed);
    count_outcome(store);
    for (int i = 0; i < store->owned.count; i++) {
        ip_store_object *o = &store->objects.items[store->owned.items[i]];
        IP_PUSH(store->arena, &o->versions, ((ip_store_version){slot, s->number, o->own}));
        o->is_own = false;
    }
    give_locks(store, committed);
    if (committed)
        store->sessions.items[s->session].last = s->number;
    store->history.transactions[slot].aborted = !committed;
    store->history.transactions[slot].step_count = store->steps;
    if (!store->owned.count && !s->reads.count) /* it leaves no trace */
        store->history.count--;
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

/* --------------------------------------------------------------- settled -- */

/* An order of commits: the one in which they ran, if the level allows it. */
static void commit_order(ip_store *store, int place[IP_MAX_TRANSACTIONS])
{
    ip_history *history = &store->history;
    ip_transactions before[IP_MAX_TRANSACTIONS];
    int order[IP_MAX_TRANSACTIONS];
    for (int t = 0; t < history->count; t++) {
        before[t] = ((ip_transactions)1 << t) - 1;
        place[t] = t;
    }
    if (store->of_engine)
        return;
    ip_store_is_consistent(store); /* takes the reads over */
    history->before = before;
    bool as_run = ip_consistency_order(store->checker, history, order);
    history->before = NULL;
    if (!as_run && ip_consistency_order(store->checker, history, order))
        for (int i = 0; i < history->count; i++)
            place[order[i]] = i;
}

static const ip_store_version *last_of(const ip_store_object *o, const int *place)
{
    const ip_store_version *last = NULL;
    for (int v = 0; v < o->versions.count; v++)
        if (!last || place[o->versions.items[v].slot] > place[last->slot])
            last = &o->versions.items[v];
    return last;
}

/* What comes later reads from the last writers, whom all of it follows: an order of what comes later, put after the
 * order of what there is, satisfies the axioms, which ask about transactions that precede the reader. */
void ip_store_settle(ip_store *store)
{
    int place[IP_MAX_TRANSACTIONS];
    ip_arena *arena = ip_arena_new();
    commit_order(store, place);
    for (int i = 0; i < store->objects.count; i++) {
        ip_store_object *o = &store->objects.items[i];
        const ip_store_version *last = last_of(o, place);
        if (last) {
            o->base = last->value;
            o->base_number = last->number;
            o->has_base = true;
        }
        o->base = ip_datum_copy(arena, o->base);
        memset(&o->versions, 0, sizeof o->versions);
        store->writers[i] = 1;
    }
    for (int i = 0; i < store->rows.count; i++)
        store->row_writers[i] = 0;
    for (int i = 0; i < store->sessions.count; i++)
        store->sessions.items[i].last = store->last;
    memset(&store->scans, 0, sizeof store->scans);
    store->history.count = 1;
    ip_arena_free(store->arena);
    store->arena = arena;
}

void ip_store_found(ip_store *store)
{
    ip_store_settle(store);
    for (int i = 0; i < store->objects.count; i++)
        store->objects.items[i].base_number = 0;
    store->sessions.count = store->stale.count = 0;
    store->last = 0;
    store->counted = (ip_store_counts){0};
    for (int i = 0; i < store->rows.count; i++)
        store->rows.items[i] = (ip_store_row){.held = 0};
}

/* ------------------------------------------------------------ afterwards -- */

ip_datum ip_store_last(const ip_store *store, int object)
{
    if (object >= store->objects.count)
        return object % store->width ? (ip_datum){.kind = IP_DATUM_NULL} : ip_datum_boolean(false);
    const ip_store_object *o = &store->objects.items[object];
    return o->versions.count ? o->versions.items[o->versions.count - 1].value : o->base;
}

ip_store_counts ip_store_counted(const ip_store *store)
{
    return store->counted;
}

int ip_store_stale_count(const ip_store *store)
{
    return store->stale.count;
}

const ip_stale_read *ip_store_stale(const ip_store *store, int index)
{
    return &store->stale.items[index];
}

const ip_history *ip_store_history(const ip_store *store, const long **numbers)
{
    ip_store_is_consistent((ip_store *)store); /* takes the reads over */
    *numbers = store->numbers;
    return &store->history;
}

int ip_store_session_of(const ip_store *store, long transaction)
{
    for (int t = 1; t < store->history.count; t++)
        if (store->numbers[t] == transaction)
            return store->slots[t].session;
    return -1;
}
