/* Levels whose axioms follow from session order and write-read alone (read committed, read atomic, causal, and files
 * like them), checked read by read.
 *
 * The order in which transactions must commit is kept as a transitive relation: one row of bits for each transaction.
 * Only the running transaction reads, and no transaction follows it, so its read of x from t1 only forces other
 * transactions: each t2 that writes x and satisfies φ must be before t1. A read is allowed if that gives no cycle
 * (Biswas & Enea 2019, section 4: such edges decide consistency). A read that lets more transactions satisfy φ forces
 * more at the earlier reads, too. */
#include "store/store_state.h"

#include "history/mask_program.h"
#include "level/order.h"

#include <string.h>

typedef uint64_t word;

enum { BITS = 64, WORDS = IP_STORE_KEPT / BITS };

typedef struct set {
    word bits[WORDS];
} set;

typedef struct edge {
    int first, then;
} edge;

typedef struct ip_window_edges {
    IP_VEC(edge) list;
} edges;

struct ip_window {
    ip_arena *arena, *scratch;
    const ip_mask_program *program;
    int capacity;
    set *preds[IP_MASK_HB + 1]; /* SO, WR, HB */
    set *before;                /* all that must commit before it */
    set *tried;                 /* before, with edges that may be forced */
    /* of the running transaction */
    int running, step;
    set seen;         /* φ of its reads so far: cases that are the same for all of them */
    set earlier, now; /* the writers that its earlier statements, and this one, have read from */
};

static bool has(const set *s, int t)
{
    return s->bits[t / BITS] >> (t % BITS) & 1;
}

static void add(set *s, int t)
{
    s->bits[t / BITS] |= (word)1 << (t % BITS);
}

static void unite(set *s, const set *other)
{
    for (int i = 0; i < WORDS; i++)
        s->bits[i] |= other->bits[i];
}

static bool is_decided_by_history(const ip_mask_program *program)
{
    const unsigned known = 1u << IP_MASK_SO | 1u << IP_MASK_WR | 1u << IP_MASK_HB | 1u << IP_MASK_READ_BEFORE;
    bool good = !program->searches && !(program->relations & ~known);
    for (int i = 0; i < program->cases.count; i++) {
        const ip_mask_case *c = &program->cases.items[i];
        good = good && c->role == IP_MASK_STATIC;
        /* An earlier statement's reads are fixed, if the chain begins with them. */
        for (int l = 1; l < c->link_count; l++)
            good = good && !(c->links[l].relations & 1u << IP_MASK_READ_BEFORE);
    }
    return good;
}

ip_window *ip_store_window_new(const ip_level *level)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics ignored_messages = {.arena = arena};
    ip_order_axioms axioms = {0};
    ip_mask_program *program = IP_NEW(arena, ip_mask_program);
    bool good = ip_level_vocabulary(level) == IP_COMMIT_ORDER &&
                ip_level_order_axioms(arena, level, &axioms, &ignored_messages) &&
                ip_history_mask_program_compile(arena, &axioms, program) && is_decided_by_history(program);
    if (!good) {
        ip_arena_free(arena);
        return NULL;
    }
    ip_window *w = IP_NEW(arena, ip_window);
    w->arena = arena;
    w->scratch = ip_arena_new();
    w->program = program;
    return w;
}

void ip_store_window_free(ip_window *w)
{
    if (!w)
        return;
    ip_arena_free(w->scratch);
    ip_arena_free(w->arena);
}

/* ---- φ ---- */

static void step_back(const ip_window *w, const ip_mask_link *link, int t, set *result)
{
    set all;
    memset(&all, 0xff, sizeof all);
    for (unsigned rest = link->relations; rest; rest &= rest - 1) {
        int relation = __builtin_ctz(rest);
        const set *of = relation == IP_MASK_READ_BEFORE ? &w->earlier : &w->preds[relation][t];
        for (int i = 0; i < WORDS; i++)
            all.bits[i] &= of->bits[i];
    }
    unite(result, &all);
}

/* All transactions are at the level. */
static bool speaks_of_all(const ip_mask_case *c)
{
    bool all = !c->reader_off_level && !c->other_off_level && !c->from_off_level;
    for (int i = 0; i < c->link_count; i++)
        all = all && !c->links[i].off_level;
    return all;
}

static void follow(const ip_window *w, const ip_mask_case *c, set *result)
{
    set at = {{0}};
    add(&at, w->running);
    for (int i = 0; i < c->link_count; i++) {
        set next = {{0}};
        for (int word_at = 0; word_at < WORDS; word_at++)
            for (word rest = at.bits[word_at]; rest; rest &= rest - 1)
                step_back(w, &c->links[i], word_at * BITS + __builtin_ctzll(rest), &next);
        at = next;
    }
    unite(result, &at);
}

static bool is_by_read(const ip_mask_case *c)
{
    return c->link_count && c->links[0].relations & 1u << IP_MASK_READ_BEFORE;
}

static set phi(const ip_window *w, bool by_read)
{
    set result = {{0}};
    for (int i = 0; i < w->program->cases.count; i++) {
        const ip_mask_case *c = &w->program->cases.items[i];
        if (is_by_read(c) == by_read && speaks_of_all(c))
            follow(w, c, &result);
    }
    return result;
}

/* ---- the edges that a read forces ---- */

/* From other writers of the object in the set to from. false: they cannot be before it. */
static bool force(const ip_store *store, int object, int from, const set *phi_of, edges *forced)
{
    ip_window *w = store->window;
    const ip_store_object *o = &store->objects.items[object];
    for (int v = 0; v < o->versions.count; v++) {
        int other = o->versions.items[v].slot;
        if (other == from || !has(phi_of, other))
            continue;
        if (!from || has(&w->before[other], from))
            return false;
        if (!has(&w->before[from], other))
            IP_PUSH(w->scratch, &forced->list, ((edge){other, from}));
    }
    return true;
}

static bool put_before(set *before, int count, edge e)
{
    if (has(&before[e.then], e.first))
        return true;
    if (e.first == e.then || has(&before[e.first], e.then))
        return false;
    set gained = before[e.first];
    add(&gained, e.first);
    for (int t = 1; t < count; t++)
        if (t == e.then || has(&before[t], e.then))
            unite(&before[t], &gained);
    return true;
}

static void reads_from(ip_window *w, int from)
{
    set *hb = &w->preds[IP_MASK_HB][w->running];
    add(&w->preds[IP_MASK_WR][w->running], from);
    add(hb, from);
    unite(hb, &w->preds[IP_MASK_HB][from]);
}

static void begin_step(ip_store *store)
{
    ip_window *w = store->window;
    int step = store->step < 0 ? 0 : store->step;
    if (step == w->step)
        return;
    unite(&w->earlier, &w->now);
    memset(&w->now, 0, sizeof w->now);
    w->step = step;
}

/* All edges that the read forces, here and at earlier reads, with the running transaction after the read. */
static bool forced_by(const ip_store *store, int object, int from, const set *after, edges *forced)
{
    const ip_window *w = store->window;
    const ip_store_reads *reads = &store->slots[store->running].reads;
    set own = phi(w, true), gained = *after;
    bool more = false;
    unite(&own, after);
    for (int i = 0; i < WORDS; i++)
        more |= (gained.bits[i] &= ~w->seen.bits[i]) != 0;
    bool good = force(store, object, from, &own, forced);
    for (int r = 0; good && more && r < reads->count; r++)
        good = force(store, reads->items[r].object, reads->items[r].from, &gained, forced);
    return good;
}

bool ip_store_window_allows(ip_store *store, int object, int from)
{
    ip_window *w = store->window;
    set wr = w->preds[IP_MASK_WR][w->running], hb = w->preds[IP_MASK_HB][w->running];
    edges forced = {.list = {0}};
    begin_step(store);
    reads_from(w, from);
    set after = phi(w, false);
    bool good = forced_by(store, object, from, &after, &forced);
    if (good && forced.list.count > 1) {
        memcpy(w->tried, w->before, sizeof *w->tried * (size_t)store->count);
        for (int i = 0; good && i < forced.list.count; i++)
            good = put_before(w->tried, store->count, forced.list.items[i]);
    }
    w->preds[IP_MASK_WR][w->running] = wr;
    w->preds[IP_MASK_HB][w->running] = hb;
    ip_arena_reset(w->scratch);
    return good;
}

void ip_store_window_take(ip_store *store, int object, int from)
{
    ip_window *w = store->window;
    edges forced = {.list = {0}};
    begin_step(store);
    reads_from(w, from);
    set after = phi(w, false);
    forced_by(store, object, from, &after, &forced);
    for (int i = 0; i < forced.list.count; i++)
        put_before(w->before, store->count, forced.list.items[i]);
    w->seen = after;
    add(&w->now, from);
    ip_arena_reset(w->scratch);
}

void ip_store_window_ask(ip_store *store, int object, bool *cannot)
{
    ip_window *w = store->window;
    const ip_store_object *o = &store->objects.items[object];
    begin_step(store);
    set own = phi(w, true), over = {{0}};
    unite(&own, &w->seen);
    for (int v = 0; v < o->versions.count; v++)
        if (has(&own, o->versions.items[v].slot)) {
            unite(&over, &w->before[o->versions.items[v].slot]);
            cannot[0] = true;
        }
    for (int v = 0; v < o->versions.count; v++)
        cannot[v + 1] = has(&over, o->versions.items[v].slot);
}

/* ---- transactions ---- */

static set *larger(ip_window *w, const set *sets)
{
    set *more = IP_NEW_ARRAY(w->arena, set, 2 * w->capacity + BITS);
    if (w->capacity)
        memcpy(more, sets, sizeof *more * (size_t)w->capacity);
    return more;
}

static void grow(ip_window *w)
{
    for (int relation = 0; relation <= IP_MASK_HB; relation++)
        w->preds[relation] = larger(w, w->preds[relation]);
    w->before = larger(w, w->before);
    w->tried = larger(w, w->tried);
    w->capacity = 2 * w->capacity + BITS;
}

void ip_store_window_begin(ip_store *store)
{
    ip_window *w = store->window;
    if (store->running >= w->capacity)
        grow(w);
    int t = w->running = store->running, session = store->slots[t].before;
    w->step = 0;
    memset(&w->earlier, 0, sizeof w->earlier);
    memset(&w->now, 0, sizeof w->now);
    set *so = &w->preds[IP_MASK_SO][t], *hb = &w->preds[IP_MASK_HB][t];
    memset(&w->preds[IP_MASK_WR][t], 0, sizeof(set));
    memset(so, 0, sizeof *so);
    add(so, 0);
    if (session) {
        unite(so, &w->preds[IP_MASK_SO][session]);
        add(so, session);
    }
    *hb = *so;
    if (session)
        unite(hb, &w->preds[IP_MASK_HB][session]);
    memset(&w->before[t], 0, sizeof w->before[t]);
    w->seen = phi(w, false);
}

void ip_store_window_end(ip_store *store)
{
    ip_window *w = store->window;
    int t = w->running;
    set direct = w->preds[IP_MASK_SO][t];
    unite(&direct, &w->preds[IP_MASK_WR][t]);
    w->before[t] = direct;
    for (int word_at = 0; word_at < WORDS; word_at++)
        for (word rest = direct.bits[word_at]; rest; rest &= rest - 1)
            unite(&w->before[t], &w->before[word_at * BITS + __builtin_ctzll(rest)]);
    w->running = 0;
}

void ip_store_window_order(const ip_store *store, int *place)
{
    const ip_window *w = store->window;
    set placed = {{0}};
    add(&placed, 0);
    place[0] = 0;
    for (int count = 1; count < store->count;)
        for (int t = 1; t < store->count; t++) {
            bool free = !has(&placed, t);
            for (int i = 0; free && i < WORDS; i++)
                free = !(w->before[t].bits[i] & ~placed.bits[i]);
            if (!free)
                continue;
            add(&placed, t);
            place[t] = count++;
        }
}

static set moved(const set *old, const int *to)
{
    set result = {{0}};
    for (int word_at = 0; word_at < WORDS; word_at++)
        for (word rest = old->bits[word_at]; rest; rest &= rest - 1)
            add(&result, to[word_at * BITS + __builtin_ctzll(rest)]);
    return result;
}

void ip_store_window_move(ip_store *store, const int *to, int before)
{
    ip_window *w = store->window;
    for (int t = 1; t < before; t++) {
        if (!to[t])
            continue;
        for (int relation = 0; relation <= IP_MASK_HB; relation++)
            w->preds[relation][to[t]] = moved(&w->preds[relation][t], to);
        w->before[to[t]] = moved(&w->before[t], to);
    }
}
