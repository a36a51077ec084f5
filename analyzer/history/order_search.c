/* Two steps. The edges that the axioms force in every order (their static part) are added to session order and
 * write-read; a cycle there refutes the history (Biswas & Enea 2019, section 4: polynomial). Where axioms use the order
 * itself, transactions are then placed one after the other. A read of t3 from t1 that t2 overwrites, t2 placed after
 * t1, must not satisfy φ(t2), and because φ uses the order in its last link only (mask_program.h), the set of
 * transactions placed decides when t2 is placed whether it will:
 *
 *   before    some v ∈ M other than t2 is not placed yet: it will follow t2
 *   own       t2 ∈ M and t3 is not placed yet
 *   between   v ∈ M must not be placed between t2 and t3; so from now on t3 is *stale*: v waits for t3
 *
 * A state is the pair of sets (placed, stale). States that lead nowhere are remembered, so the search is polynomial for
 * a fixed number of sessions, as theirs (section 5) is. */
#include "history/order_search.h"

#include <string.h>

enum { MEMO_AFTER = 32 /* states tried before failures are remembered */, FIRST_MEMO = 1024 };

/* A read whose object others have written, too. */
typedef struct pending {
    ip_transactions overwriters; /* the other writers, except the initial transaction */
    ip_transactions before, own, between;
    int from, reader;
} pending;

typedef struct memo_entry {
    ip_transactions placed, stale;
    unsigned round;
} memo_entry;

struct ip_order_search {
    ip_arena *arena;
    const ip_mask_program *const *programs;
    int level_count;
    unsigned relations; /* bits: those that some program uses */
    bool searches;      /* some program does */
    bool asks_level;    /* some case depends on the transactions at the level */

    const ip_history *history;
    ip_transactions all;
    ip_transactions preds[IP_MASK_RELATIONS][IP_MAX_TRANSACTIONS]; /* not READ_BEFORE */
    ip_transactions forced[IP_MAX_TRANSACTIONS];                   /* to precede it */
    ip_transactions *at_level;                                     /* [level] */
    ip_transactions active;                                        /* whose place matters to a pending read */
    pending *reads;
    int read_count, read_capacity;

    int order[IP_MAX_TRANSACTIONS];
    memo_entry *memo;
    unsigned memo_capacity, memo_used, round;
    long tried, most; /* steps of the search; 0: without a limit */
};

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
}

/* Takes the lowest member out of a set that is not empty. */
static int take(ip_transactions *set)
{
    int t = __builtin_ctzll(*set);
    *set &= *set - 1;
    return t;
}

ip_order_search *ip_history_order_search_new(const ip_mask_program *const *programs, int count)
{
    ip_arena *arena = ip_arena_new();
    ip_order_search *s = IP_NEW(arena, ip_order_search);
    *s = (ip_order_search){.arena = arena, .programs = programs, .level_count = count};
    s->at_level = IP_NEW_ARRAY(arena, ip_transactions, count);
    for (int l = 0; l < count; l++) {
        s->relations |= programs[l]->relations;
        s->searches |= programs[l]->searches;
        s->asks_level |= programs[l]->asks_level;
    }
    return s;
}

void ip_history_order_search_free(ip_order_search *s)
{
    if (s)
        ip_arena_free(s->arena);
}

void ip_history_order_search_limit(ip_order_search *s, long most)
{
    s->most = most;
}

bool ip_history_order_gave_up(const ip_order_search *s)
{
    return s->most && s->tried > s->most;
}

const int *ip_history_order_found(const ip_order_search *s)
{
    return s->order;
}

/* ------------------------------------------------------------ relations -- */

static void close_causality(ip_order_search *s)
{
    int n = s->history->count;
    ip_transactions *hb = s->preds[IP_MASK_HB];
    bool numbered = true; /* predecessors have lower numbers: one pass does */
    for (int t = 0; t < n; t++) {
        hb[t] = s->preds[IP_MASK_SO][t] | s->preds[IP_MASK_WR][t];
        numbered &= hb[t] >> t == 0;
    }
    for (int t = 1; numbered && t < n; t++)
        for (ip_transactions rest = hb[t] & ~(ip_transactions)1; rest;)
            hb[t] |= hb[take(&rest)];
    for (int via = 0; !numbered && via < n; via++) /* Warshall 1962 */
        for (int t = 0; t < n; t++)
            if (hb[t] >> via & 1)
                hb[t] |= hb[via];
}

static void find_conflicts(ip_order_search *s)
{
    const ip_history *h = s->history;
    ip_transactions *conflict = s->preds[IP_MASK_CONFLICT];
    memset(conflict, 0, sizeof *conflict * (size_t)h->count);
    int rows = h->row_writers ? h->row_count : h->object_count;
    for (int r = 0; r < rows; r++) {
        ip_transactions writers = h->row_writers ? h->row_writers[r] : h->writers[r] & ~(ip_transactions)1;
        if (!(writers & (writers - 1)))
            continue;
        for (ip_transactions rest = writers; rest;) {
            int t = take(&rest);
            conflict[t] |= writers & ~bit(t);
        }
    }
}

static void find_relations(ip_order_search *s)
{
    const ip_history *h = s->history;
    s->all = h->count == IP_MAX_TRANSACTIONS ? ~(ip_transactions)0 : bit(h->count) - 1;
    s->preds[IP_MASK_SO][0] = s->preds[IP_MASK_WR][0] = s->forced[0] = 0;
    for (int t = 1; t < h->count; t++) {
        const ip_history_transaction *transaction = &h->transactions[t];
        ip_transactions wr = 0, apart = 0;
        for (int r = 0; r < transaction->read_count; r++)
            *(h->newest_apart && transaction->reads[r].newest ? &apart : &wr) |= bit(transaction->reads[r].from);
        s->preds[IP_MASK_SO][t] = transaction->sessions_before | 1;
        s->preds[IP_MASK_WR][t] = wr;
        s->forced[t] = s->preds[IP_MASK_SO][t] | wr | apart | (h->before ? h->before[t] : 0);
    }
    if (s->relations & 1u << IP_MASK_HB)
        close_causality(s);
    if (s->relations & 1u << IP_MASK_CONFLICT)
        find_conflicts(s);
    if (!s->asks_level)
        return;
    for (int l = 0; l < s->level_count; l++)
        s->at_level[l] = 1; /* the initial transaction is at every level */
    for (int t = 1; t < h->count; t++)
        s->at_level[h->transactions[t].level] |= bit(t);
}

/* ---------------------------------------------------------------- reads -- */

static ip_transactions with_level(const ip_order_search *s, int level, ip_transactions set, bool at, bool off)
{
    return at ? set & s->at_level[level] : off ? set & ~s->at_level[level] : set;
}

/* M of a case; earlier: the transactions that the reader's earlier statements read from. */
static ip_transactions follow(const ip_order_search *s, int level, const ip_mask_case *c, int reader,
                              ip_transactions earlier)
{
    ip_transactions set = bit(reader);
    for (int i = 0; i < c->link_count; i++) {
        const ip_mask_link *link = &c->links[i];
        ip_transactions next = 0;
        while (set) {
            int t = take(&set);
            ip_transactions before = ~(ip_transactions)0;
            for (unsigned rest = link->relations; rest; rest &= rest - 1) {
                int relation = __builtin_ctz(rest);
                before &= relation == IP_MASK_READ_BEFORE ? earlier : s->preds[relation][t];
            }
            next |= before;
        }
        set = with_level(s, level, next, link->at_level, link->off_level);
    }
    return set;
}

static void add_pending(ip_order_search *s, const pending *read)
{
    if (s->read_count == s->read_capacity) {
        s->read_capacity = s->read_capacity ? 2 * s->read_capacity : 64;
        pending *larger = IP_NEW_ARRAY(s->arena, pending, s->read_capacity);
        if (s->read_count)
            memcpy(larger, s->reads, sizeof *larger * (size_t)s->read_count);
        s->reads = larger;
    }
    s->reads[s->read_count++] = *read;
    s->active |= read->overwriters | read->between | bit(read->from);
}

typedef struct role_masks {
    ip_transactions of[IP_MASK_ROLES];
} role_masks;

/* One case for one read. If it applies only to some overwriters, the read is pending for those separately. */
static void apply_case(ip_order_search *s, int level, const ip_mask_case *c, const pending *read,
                       ip_transactions earlier, role_masks *masks)
{
    ip_transactions from = bit(read->from);
    if (!with_level(s, level, from, c->from_at_level, c->from_off_level))
        return;
    ip_transactions set = follow(s, level, c, read->reader, earlier);
    if (c->role == IP_MASK_BEFORE && (c->other_at_level || c->other_off_level)) {
        pending some = *read;
        some.overwriters = with_level(s, level, read->overwriters, c->other_at_level, c->other_off_level);
        some.before = set;
        if (some.overwriters && set)
            add_pending(s, &some);
        return;
    }
    masks->of[c->role] |= set;
}

static bool binds(const ip_mask_case *c, bool at_level)
{
    return at_level ? !c->reader_off_level : !c->reader_at_level;
}

/* Whatever precedes a v ∈ M by session order or write-read commits before it in every order. */
static ip_transactions surely_before(const ip_order_search *s, ip_transactions set)
{
    ip_transactions result = 0;
    while (set) {
        int v = take(&set);
        result |= s->preds[IP_MASK_SO][v] | s->preds[IP_MASK_WR][v];
    }
    return result;
}

/* Cases that are the same for all reads of the transaction: their masks, once. */
static role_masks common_masks(ip_order_search *s, int reader, bool *more)
{
    role_masks masks = {{0}};
    int own = s->history->transactions[reader].level;
    for (int l = 0; l < s->level_count; l++) {
        const ip_mask_program *program = s->programs[l];
        if (l != own && program->own_reads)
            continue;
        for (int i = 0; i < program->cases.count; i++) {
            const ip_mask_case *c = &program->cases.items[i];
            if (c->by_read || (c->role == IP_MASK_BEFORE && (c->other_at_level || c->other_off_level)))
                *more = true;
            else if (binds(c, l == own))
                masks.of[c->role] |= follow(s, l, c, reader, 0);
        }
    }
    masks.of[IP_MASK_STATIC] |= surely_before(s, masks.of[IP_MASK_BEFORE]);
    return masks;
}

static void read_masks(ip_order_search *s, const pending *read, ip_transactions earlier, role_masks *masks)
{
    int own = s->history->transactions[read->reader].level;
    for (int l = 0; l < s->level_count; l++) {
        const ip_mask_program *program = s->programs[l];
        if (l != own && program->own_reads)
            continue;
        for (int i = 0; i < program->cases.count; i++) {
            const ip_mask_case *c = &program->cases.items[i];
            if ((c->by_read || (c->role == IP_MASK_BEFORE && (c->other_at_level || c->other_off_level))) &&
                binds(c, l == own))
                apply_case(s, l, c, read, earlier, masks);
        }
    }
}

/* Adds the edges that the read forces, and marks it as pending if more remains. false: the initial version is
 * outdated. */
static bool take_read(ip_order_search *s, pending *read, const role_masks *masks)
{
    ip_transactions before = masks->of[IP_MASK_STATIC] & read->overwriters;
    if (before && read->from == 0)
        return false;
    s->forced[read->from] |= before;
    read->before = masks->of[IP_MASK_BEFORE];
    read->own = masks->of[IP_MASK_OWN] & read->overwriters & ~bit(read->reader);
    read->between = masks->of[IP_MASK_BETWEEN] & ~bit(read->reader);
    if (read->before | read->own | read->between)
        add_pending(s, read);
    return true;
}

static bool take_reads(ip_order_search *s, int reader)
{
    const ip_history *h = s->history;
    const ip_history_transaction *transaction = &h->transactions[reader];
    role_masks common = {{0}};
    bool ready = false, more = false;
    ip_transactions earlier = 0, now = 0;
    int step = -1;
    for (int r = 0; r < transaction->read_count; r++) {
        const ip_history_read *read = &transaction->reads[r];
        if (h->newest_apart && (read->newest || read->step < step))
            continue; /* the second read of a statement that continues after the function that it called */
        if (read->step != step) {
            earlier |= now;
            now = 0;
            step = read->step;
        }
        now |= bit(read->from);
        ip_transactions overwriters = h->writers[read->object] & ~(bit(read->from) | 1);
        if (!overwriters)
            continue;
        if (!ready) {
            common = common_masks(s, reader, &more);
            ready = true;
        }
        pending waiting = {.overwriters = overwriters, .from = read->from, .reader = reader};
        role_masks masks = common;
        if (more)
            read_masks(s, &waiting, earlier, &masks);
        if (!take_read(s, &waiting, &masks))
            return false;
    }
    return true;
}

/* --------------------------------------------------------------- search -- */

/* Transactions that may be placed next. */
static ip_transactions candidates(const ip_order_search *s, ip_transactions placed, ip_transactions stale)
{
    ip_transactions blocked = placed, result = 0;
    for (int r = 0; r < s->read_count; r++) {
        const pending *read = &s->reads[r];
        if (!(placed >> read->from & 1))
            continue;
        ip_transactions to_come = read->before & ~placed;
        if (to_come)
            blocked |= to_come & (to_come - 1) ? read->overwriters : read->overwriters & ~to_come;
        if (!(placed >> read->reader & 1)) {
            blocked |= read->own;
            if (stale >> read->reader & 1)
                blocked |= read->between;
        }
    }
    for (ip_transactions rest = s->all & ~blocked; rest;) {
        int t = take(&rest);
        if (!(s->forced[t] & ~placed))
            result |= bit(t);
    }
    ip_transactions idle = result & ~s->active; /* can only help: nothing else needs to be tried first */
    return idle ? idle & -idle : result;
}

static ip_transactions stale_after(const ip_order_search *s, ip_transactions placed, ip_transactions stale, int t)
{
    for (int r = 0; r < s->read_count; r++) {
        const pending *read = &s->reads[r];
        if (read->between && read->overwriters >> t & 1 && placed >> read->from & 1)
            stale |= bit(read->reader);
    }
    return stale & ~(placed | bit(t));
}

static unsigned slot_of(const memo_entry *memo, unsigned capacity, unsigned round, ip_transactions placed,
                        ip_transactions stale)
{
    ip_transactions hash = (placed ^ stale << 29 ^ stale >> 35) * 0x9e3779b97f4a7c15u;
    unsigned slot = (unsigned)(hash >> 32) & (capacity - 1);
    while (memo[slot].round == round && (memo[slot].placed != placed || memo[slot].stale != stale))
        slot = (slot + 1) & (capacity - 1);
    return slot;
}

static bool is_known(const ip_order_search *s, ip_transactions placed, ip_transactions stale)
{
    return s->memo_used && s->memo[slot_of(s->memo, s->memo_capacity, s->round, placed, stale)].round == s->round;
}

static void grow_memo(ip_order_search *s)
{
    unsigned capacity = s->memo_capacity ? 2 * s->memo_capacity : FIRST_MEMO;
    memo_entry *larger = IP_NEW_ARRAY(s->arena, memo_entry, capacity);
    for (unsigned i = 0; i < s->memo_capacity; i++) {
        const memo_entry *entry = &s->memo[i];
        if (entry->round == s->round)
            larger[slot_of(larger, capacity, s->round, entry->placed, entry->stale)] = *entry;
    }
    s->memo = larger;
    s->memo_capacity = capacity;
}

static void remember(ip_order_search *s, ip_transactions placed, ip_transactions stale)
{
    if (2 * (s->memo_used + 1) > s->memo_capacity)
        grow_memo(s);
    s->memo[slot_of(s->memo, s->memo_capacity, s->round, placed, stale)] = (memo_entry){placed, stale, s->round};
    s->memo_used++;
}

/* The memo belongs to one history: entries of other rounds count as empty. */
static void begin_round(ip_order_search *s)
{
    s->memo_used = 0;
    if (++s->round == 0) {
        if (s->memo)
            memset(s->memo, 0, sizeof *s->memo * s->memo_capacity);
        s->round = 1;
    }
}

static bool search(ip_order_search *s)
{
    struct {
        ip_transactions placed, stale, candidates;
    } at[IP_MAX_TRANSACTIONS];
    int depth = 0;
    begin_round(s);
    s->order[0] = 0;
    at[0].placed = 1;
    at[0].stale = 0;
    at[0].candidates = candidates(s, 1, 0);
    while (at[depth].placed != s->all) {
        if (!at[depth].candidates) {
            if (s->tried > MEMO_AFTER)
                remember(s, at[depth].placed, at[depth].stale);
            if (depth-- == 0)
                return false;
            continue;
        }
        int t = take(&at[depth].candidates);
        ip_transactions placed = at[depth].placed | bit(t);
        ip_transactions stale = stale_after(s, at[depth].placed, at[depth].stale, t);
        if (ip_history_order_gave_up(s))
            return false;
        if (s->tried++ > MEMO_AFTER && is_known(s, placed, stale))
            continue;
        depth++;
        s->order[depth] = t;
        at[depth].placed = placed;
        at[depth].stale = stale;
        at[depth].candidates = candidates(s, placed, stale);
    }
    return true;
}

/* Without pending reads any order that extends the forced edges is a solution. */
static bool extend(ip_order_search *s)
{
    ip_transactions placed = 1;
    int count = 1;
    s->order[0] = 0;
    for (bool progress = true; progress && placed != s->all;) {
        progress = false;
        for (ip_transactions rest = s->all & ~placed; rest;) {
            int t = take(&rest);
            if (s->forced[t] & ~placed)
                continue;
            placed |= bit(t);
            s->order[count++] = t;
            progress = true;
        }
    }
    return placed == s->all;
}

bool ip_history_order_search_run(ip_order_search *s, const ip_history *history)
{
    s->history = history;
    s->tried = 0;
    s->read_count = 0;
    s->active = 0;
    find_relations(s);
    for (int t = 1; t < history->count; t++)
        if (!take_reads(s, t))
            return false;
    return extend(s) && (s->read_count == 0 || search(s));
}
