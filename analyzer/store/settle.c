/* Removes transactions that all later transactions see from the history. */
#include "store/store_state.h"

#include <string.h>

/* An order of commits: the one in which they ran, if the level allows it. */
static void commit_order(ip_store *store, int *place)
{
    ip_history *history = &store->history;
    ip_transactions before[IP_MAX_TRANSACTIONS];
    int order[IP_MAX_TRANSACTIONS];
    for (int t = 0; t < store->count; t++)
        place[t] = t;
    if (store->window)
        ip_store_window_order(store, place);
    if (!ip_store_is_searched(store))
        return;
    for (int t = 0; t < store->count; t++)
        before[t] = ((ip_transactions)1 << t) - 1;
    ip_store_fill_history(store);
    history->before = before;
    bool as_run = ip_history_consistency_order(store->checker, history, order);
    history->before = NULL;
    /* As last found: what has come since then has no part in a question, and stays last. */
    for (int i = 0; !as_run && i < store->ordered; i++)
        place[store->order[i]] = i;
}

static const ip_store_version *last_of(const ip_store_object *o, const int *place, const bool *goes)
{
    const ip_store_version *last = NULL;
    for (int v = 0; v < o->versions.count; v++) {
        const ip_store_version *version = &o->versions.items[v];
        if (goes[version->slot] && (!last || place[version->slot] > place[last->slot]))
            last = version;
    }
    return last;
}

static void forget_versions(ip_store *store, ip_arena *arena, ip_store_object *o, const int *place, const bool *goes,
                            const int *to)
{
    const ip_store_version *last = last_of(o, place, goes);
    ip_store_object kept = *o;
    memset(&kept.versions, 0, sizeof kept.versions);
    if (last) {
        kept.base = last->value;
        kept.base_number = last->number;
        kept.has_base = true;
    }
    kept.base = ip_value_datum_copy(arena, kept.base);
    int object = (int)(o - store->objects.items);
    if (ip_store_is_searched(store))
        store->writers[object] = 1;
    for (int v = 0; v < o->versions.count; v++) {
        const ip_store_version *version = &o->versions.items[v];
        int slot = to[version->slot];
        if (!slot)
            continue;
        IP_PUSH(arena, &kept.versions,
                ((ip_store_version){slot, version->number, ip_value_datum_copy(arena, version->value)}));
        if (!ip_store_is_searched(store))
            continue;
        store->writers[object] |= (ip_transactions)1 << slot;
        store->row_writers[object / store->width] |= (ip_transactions)1 << slot;
    }
    *o = kept;
}

static void move_slots(ip_store *store, ip_arena *arena, const int *to)
{
    int kept = 0;
    for (int t = 1; t < store->count; t++) {
        if (!to[t])
            continue;
        ip_store_slot slot = store->slots[t];
        ip_store_reads reads = {0};
        for (int i = 0; i < slot.reads.count; i++) {
            ip_history_read read = slot.reads.items[i];
            read.from = to[read.from];
            IP_PUSH(arena, &reads, read);
        }
        slot.reads = reads;
        slot.before = to[slot.before];
        store->slots[++kept] = slot;
    }
    store->count = kept + 1;
}

static void move_order(ip_store *store, const int *to)
{
    int kept = 0;
    for (int i = 0; i < store->ordered; i++)
        if (!store->order[i] || to[store->order[i]])
            store->order[kept++] = to[store->order[i]];
    store->ordered = kept;
}

static void move_scans(ip_store *store, ip_arena *arena, const int *to)
{
    const ip_store_scanned *scans = store->scans.items;
    int count = store->scans.count;
    memset(&store->scans, 0, sizeof store->scans);
    for (int i = 0; i < count; i++)
        if (to[scans[i].slot])
            IP_PUSH(arena, &store->scans, ((ip_store_scanned){to[scans[i].slot], scans[i].step, scans[i].group}));
}

/* Later transactions read from the last writers among the settled ones, and follow all of them: an order of the
 * remaining and later transactions, after the order of the settled ones, satisfies the axioms, which are about
 * transactions that precede the reader. */
static void forget(ip_store *store, const int *place, const bool *goes)
{
    int to[IP_STORE_KEPT] = {0}, before = store->count;
    ip_arena *arena = ip_arena_new();
    for (int t = 1, kept = 0; t < store->count; t++) {
        to[t] = goes[t] ? 0 : ++kept;
        store->forgotten =
            goes[t] && store->slots[t].number > store->forgotten ? store->slots[t].number : store->forgotten;
    }
    for (int i = 0; ip_store_is_searched(store) && i < store->rows.count; i++)
        store->row_writers[i] = 0;
    for (int i = 0; i < store->objects.count; i++)
        forget_versions(store, arena, &store->objects.items[i], place, goes, to);
    for (int i = 0; i < store->sessions.count; i++)
        store->sessions.items[i].slot = to[store->sessions.items[i].slot];
    move_scans(store, arena, to);
    move_slots(store, arena, to);
    move_order(store, to);
    if (store->window)
        ip_store_window_move(store, to, before);
    ip_arena_free(store->arena);
    store->arena = arena;
    store->has_forgotten = true;
}

/* Is the order in which they ran one in which they may have committed? */
static bool orders_as_run(ip_store *store)
{
    int place[IP_STORE_KEPT];
    commit_order(store, place);
    for (int t = 0; t < store->count; t++)
        if (place[t] != t)
            return false;
    return true;
}

ip_store_answer ip_store_take_latest(ip_store *store)
{
    long newest = store->last - 1;
    int stale = store->stale.count;
    ip_store_snapshot *snapshot = store->of_engine && !store->per_statement ? ip_store_snapshot_now(store) : NULL;
    bool good = true;
    if (snapshot && snapshot->taken)
        good = snapshot->most >= newest;
    else if (!store->of_engine)
        good = !(stale && store->stale.items[stale - 1].reader == store->last) && orders_as_run(store);
    if (!good) {
        store->counted.conflicts++;
        return IP_STORE_CONFLICT;
    }
    if (snapshot && snapshot->taken)
        ip_store_narrow(store, snapshot, newest, newest);
    store->policy = IP_STORE_LATEST;
    return IP_STORE_ANSWERED;
}

void ip_store_settle(ip_store *store)
{
    int place[IP_STORE_KEPT];
    bool goes[IP_STORE_KEPT];
    commit_order(store, place);
    memset(goes, true, sizeof goes);
    forget(store, place, goes);
    for (int i = 0; i < store->sessions.count; i++)
        store->sessions.items[i].last = store->last;
}

/* Whether a remaining transaction has read a version that a settled one has overwritten. Such a read would look like a
 * read of the last version: where orders are searched, axioms can still depend on it with later transactions. */
static bool reads_overwritten(const ip_store *store, const ip_store_slot *slot, const int *place, const bool *goes)
{
    for (int i = 0; i < slot->reads.count; i++) {
        const ip_history_read *read = &slot->reads.items[i];
        const ip_store_version *last = last_of(&store->objects.items[read->object], place, goes);
        if (last && last->slot != read->from && (!read->from || goes[read->from]))
            return true;
    }
    return false;
}

/* The first `count` of an order of commits. */
static void first_of_order(const ip_store *store, const int *place, int count, bool *goes)
{
    for (int t = 0; t < store->count; t++)
        goes[t] = place[t] < count;
}

void ip_store_forget_oldest(ip_store *store)
{
    int place[IP_STORE_KEPT], half = store->count / 2;
    bool goes[IP_STORE_KEPT];
    commit_order(store, place);
    first_of_order(store, place, half + 1, goes);
    for (int again = half + 1; ip_store_is_searched(store) && again < store->count;) {
        int longest = again;
        for (int t = 1; t < store->count; t++)
            if (!goes[t] && reads_overwritten(store, &store->slots[t], place, goes))
                longest = place[t] + 1 > longest ? place[t] + 1 : longest;
        if (longest == again)
            break;
        again = longest;
        first_of_order(store, place, again, goes);
    }
    forget(store, place, goes);
}

void ip_store_found(ip_store *store)
{
    ip_store_settle(store);
    for (int i = 0; i < store->objects.count; i++)
        store->objects.items[i].base_number = 0;
    store->sessions.count = store->stale.count = 0;
    store->last = store->forgotten = 0;
    store->counted = (ip_store_counts){0};
    for (int i = 0; i < store->rows.count; i++)
        store->rows.items[i] = (ip_store_row){.held = 0};
}
