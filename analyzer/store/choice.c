/* How a read is answered. */
#include "store/store_state.h"

enum { MOST_STALE = 100000 };

/* A writer whose version could be read; NULL: the initial value. */
typedef struct candidate {
    const ip_store_version *version;
} candidate;

static ip_datum value_of(const ip_store_object *o, const ip_store_version *version)
{
    return version ? version->value : o->base;
}

static long number_of(const ip_store_object *o, const ip_store_version *version)
{
    return version ? version->number : o->base_number;
}

static const ip_store_version *newest_of(const ip_store_object *o)
{
    return o->versions.count ? &o->versions.items[o->versions.count - 1] : NULL;
}

static void note(ip_store *store, int object, const ip_store_version *chosen)
{
    const ip_store_object *o = &store->objects.items[object];
    const ip_store_version *newest = newest_of(o);
    if (newest != chosen && store->stale.count < MOST_STALE)
        IP_PUSH(store->forever, &store->stale,
                ((ip_stale_read){store->slots[store->running].number, number_of(o, chosen), newest->number, object}));
}

/* now: of the moment, and so after the snapshots of all statements that the current statement has called. */
static void keep(ip_store *store, int object, const ip_store_version *chosen, bool now)
{
    int step = now ? store->steps - 1 : store->step;
    ip_history_read read = {
        .object = object, .from = chosen ? chosen->slot : 0, .step = step < 0 ? 0 : step, .newest = now};
    ip_store_add_read(store, store->running, read);
}

/* ---- an engine's snapshot ---- */

/* Chooses among the versions of all possible snapshots, each equally likely; only snapshots with the chosen version,
 * and without the next one, remain possible. */
static const ip_store_version *drawn_version(ip_store *store, const ip_store_object *o, ip_store_snapshot *snapshot)
{
    int first = -1, last = -1; /* -1: before all versions */
    for (int v = 0; v < o->versions.count && o->versions.items[v].number <= snapshot->most; v++) {
        first = o->versions.items[v].number <= snapshot->least ? v : first;
        last = v;
    }
    int drawn = first < last ? first + (int)(ip_store_draw(store) % (uint64_t)(last - first + 1)) : last;
    store->counted.choices += first < last;
    ip_store_narrow(store, snapshot, drawn < 0 ? snapshot->least : o->versions.items[drawn].number,
                    drawn + 1 < o->versions.count ? o->versions.items[drawn + 1].number - 1 : snapshot->most);
    return drawn < 0 ? NULL : &o->versions.items[drawn];
}

static ip_datum of_snapshot(ip_store *store, int object, bool now)
{
    const ip_store_object *o = &store->objects.items[object];
    ip_store_snapshot *snapshot = now ? NULL : ip_store_snapshot_now(store);
    const ip_store_version *chosen = snapshot ? drawn_version(store, o, snapshot) : newest_of(o);
    keep(store, object, chosen, now);
    note(store, object, chosen);
    if (now && chosen && chosen->number > store->floor) /* later snapshots hold what has been seen committed */
        store->floor = chosen->number;
    return value_of(o, chosen);
}

/* ---- every version that the level allows ---- */

typedef IP_VEC(candidate) candidates;

static bool is_allowed(ip_store *store, const ip_store_version *version);

/* Whether the same session has written another version of the list. */
static bool has_session(const ip_store *store, const candidates *list, const ip_store_version *version)
{
    for (int i = 0; i < list->count; i++)
        if (store->slots[list->items[i].version->slot].session == store->slots[version->slot].session)
            return true;
    return false;
}

/* In the order in which they are tried. */
static candidates in_order(ip_store *store, const ip_store_object *o)
{
    candidates list = {0};
    bool of_each = store->policy == IP_STORE_LATEST_OF_EACH;
    for (int v = o->versions.count - 1; v >= 0; v--)
        if (!of_each || (!has_session(store, &list, &o->versions.items[v]) && is_allowed(store, &o->versions.items[v])))
            IP_PUSH(store->arena, &list, (candidate){&o->versions.items[v]});
    if (o->has_base && !(of_each && list.count))
        IP_PUSH(store->arena, &list, (candidate){NULL});
    for (int i = list.count - 1; i > 0 && store->policy != IP_STORE_LATEST; i--) {
        int other = (int)(ip_store_draw(store) % (uint64_t)(i + 1));
        candidate c = list.items[i];
        list.items[i] = list.items[other];
        list.items[other] = c;
    }
    return list;
}

static bool is_allowed(ip_store *store, const ip_store_version *version)
{
    ip_store_reads *reads = &store->slots[store->running].reads;
    reads->items[reads->count - 1].from = version ? version->slot : 0;
    return ip_store_is_consistent(store);
}

static void choose(ip_store *store, int object, const ip_store_version *chosen, bool others, ip_datum *value)
{
    store->counted.choices += others;
    note(store, object, chosen);
    *value = value_of(&store->objects.items[object], chosen);
}

static ip_store_answer of_candidates(ip_store *store, int object, ip_datum *value)
{
    const ip_store_object *o = &store->objects.items[object];
    keep(store, object, NULL, false);
    candidates list = in_order(store, o);
    int found = -1;
    bool others = false;
    if (list.count == 1 && !list.items[0].version && !o->versions.count)
        found = 0; /* no other transaction has written it: every level allows that */
    for (int i = 0; i < list.count && found < 0; i++)
        if (is_allowed(store, list.items[i].version)) {
            found = i;
            ip_store_note_order(store);
        }
    for (int i = found + 1; found >= 0 && i < list.count && !others; i++)
        others = is_allowed(store, list.items[i].version);
    ip_store_reads *reads = &store->slots[store->running].reads;
    if (found < 0) {
        reads->count--;
        store->counted.conflicts++;
        return IP_STORE_CONFLICT;
    }
    const ip_store_version *chosen = list.items[found].version;
    reads->items[reads->count - 1].from = chosen ? chosen->slot : 0;
    choose(store, object, chosen, others, value);
    return IP_STORE_ANSWERED;
}

/* Removes all allowed versions except the last of each session; the initial value counts if there is no other. */
static void forbid_earlier(ip_store *store, int object, bool *cannot)
{
    const ip_store_object *o = &store->objects.items[object];
    candidates list = {0};
    for (int v = o->versions.count - 1; v >= 0; v--) {
        const ip_store_version *version = &o->versions.items[v];
        cannot[v + 1] = cannot[v + 1] || has_session(store, &list, version) ||
                        !ip_store_window_allows(store, object, version->slot);
        if (!cannot[v + 1])
            IP_PUSH(store->scratch, &list, (candidate){version});
    }
    cannot[0] = cannot[0] || list.count;
}

/* The same, where a level's axioms speak of session order and write-read alone. */
static ip_store_answer of_window(ip_store *store, int object, ip_datum *value)
{
    const ip_store_object *o = &store->objects.items[object];
    int count = o->versions.count + 1, tried = 0;
    const ip_store_version *chosen = NULL;
    bool found = count == 1 && o->has_base, others = false;
    bool *cannot = IP_NEW_ARRAY(store->scratch, bool, count);
    int *order = IP_NEW_ARRAY(store->scratch, int, count);
    if (!found)
        ip_store_window_ask(store, object, cannot);
    cannot[0] = cannot[0] || !o->has_base;
    if (store->policy == IP_STORE_LATEST_OF_EACH && !found)
        forbid_earlier(store, object, cannot);
    for (int i = count - 1; i >= 0 && !found; i--)
        if (!cannot[i])
            order[tried++] = i;
    for (int i = 0; i < tried && !(found && others); i++) {
        int other = store->policy != IP_STORE_LATEST ? i + (int)(ip_store_draw(store) % (uint64_t)(tried - i)) : i;
        int at = order[other];
        order[other] = order[i];
        const ip_store_version *version = at ? &o->versions.items[at - 1] : NULL;
        if (!ip_store_window_allows(store, object, version ? version->slot : 0))
            continue;
        if (!found)
            chosen = version;
        others = found;
        found = true;
    }
    ip_arena_reset(store->scratch);
    if (!found) {
        store->counted.conflicts++;
        return IP_STORE_CONFLICT;
    }
    ip_store_window_take(store, object, chosen ? chosen->slot : 0);
    keep(store, object, chosen, false);
    choose(store, object, chosen, others, value);
    return IP_STORE_ANSWERED;
}

ip_store_answer ip_store_read(ip_store *store, int object, bool now, ip_datum *value)
{
    const ip_store_object *o = ip_store_object_at(store, object);
    if (o->is_own) {
        *value = o->own;
        return IP_STORE_ANSWERED;
    }
    if (store->window)
        return of_window(store, object, value);
    if (!store->of_engine)
        return of_candidates(store, object, value);
    *value = of_snapshot(store, object, now);
    return IP_STORE_ANSWERED;
}
