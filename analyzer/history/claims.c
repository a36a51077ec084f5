/* Enumerates small histories, and tests whether their last transaction may lose or get one event. Transactions are
 * numbered so that no transaction depends on a later one; any transaction without dependents may be the last. */
#include "history/claims.h"

#include "base/clock.h"
#include "history/consistency.h"

#include <string.h>

enum { MOST = 4, OBJECTS = 2, NO_READ = -1, MOST_STATES = 2 * (MOST + 1) * (MOST + 1) * 4, SECONDS = 5 };

static const char *const objects[OBJECTS] = {"x", "y"};

/* The events of one transaction so far: the writer that it read each object from, in order, and its writes. */
typedef struct state {
    int from[OBJECTS]; /* NO_READ: it has not read it */
    bool swapped;      /* the second object is read first */
    bool writes[OBJECTS];
} state;

/* Of the last transaction's states, each with the level's answer. */
typedef struct answers {
    int count;
    state states[MOST_STATES];
    bool allowed[MOST_STATES];
} answers;

typedef struct trial {
    ip_arena *arena;
    ip_consistency *level, *weaker; /* weaker: NULL where extensibility is tried */
    bool sessions;
    int last;        /* transactions are 1 … last */
    int most_events; /* of the transactions before the last; 0: any number */
    double deadline;
    bool late;
    state states[MOST + 1];
    int before[MOST + 1]; /* the transaction right before it in its session, 0: none */
    ip_history history;
    ip_transactions writers[OBJECTS];
    ip_history_read reads[MOST + 1][OBJECTS];
    answers *answers;
    const char *refuted;
} trial;

/* ------------------------------------------------------------------- histories -- */

static void fill_reads(trial *r, int t)
{
    ip_history_transaction *transaction = &r->history.transactions[t];
    const state *s = &r->states[t];
    transaction->reads = r->reads[t];
    transaction->read_count = 0;
    for (int i = 0; i < OBJECTS; i++) {
        int x = s->swapped ? OBJECTS - 1 - i : i;
        if (s->from[x] != NO_READ) {
            int step = transaction->read_count++;
            r->reads[t][step] = (ip_history_read){.object = x, .from = s->from[x], .step = step};
        }
    }
}

static const ip_history *history_of(trial *r)
{
    ip_history *h = &r->history;
    h->count = r->last + 1;
    h->object_count = OBJECTS;
    h->writers = r->writers;
    for (int x = 0; x < OBJECTS; x++)
        r->writers[x] = 1;
    for (int t = 1; t <= r->last; t++) {
        int before = r->before[t];
        h->transactions[t].sessions_before =
            before ? h->transactions[before].sessions_before | (ip_transactions)1 << before : 1;
        fill_reads(r, t);
        for (int x = 0; x < OBJECTS; x++)
            r->writers[x] |= (ip_transactions)r->states[t].writes[x] << t;
    }
    return h;
}

static bool writes(const trial *r, int t, int x)
{
    return t == 0 || r->states[t].writes[x];
}

/* The causal past of the last transaction: (so ∪ wr)+. */
static ip_transactions past_of(const trial *r)
{
    ip_transactions past[MOST + 1] = {0};
    for (int t = 1; t <= r->last; t++) {
        past[t] = 1;
        if (r->before[t])
            past[t] |= past[r->before[t]] | (ip_transactions)1 << r->before[t];
        for (int x = 0; x < OBJECTS; x++)
            if (r->states[t].from[x] != NO_READ)
                past[t] |= past[r->states[t].from[x]] | (ip_transactions)1 << r->states[t].from[x];
    }
    return past[r->last];
}

/* ---------------------------------------------------------------------- words -- */

static const char *event_text(const trial *r, const char *text, const char *event, int x, int from)
{
    const char *source = from == NO_READ ? ""
                         : from == 0     ? " from the initial transaction"
                                         : ip_arena_printf(r->arena, " from T%d", from);
    return ip_arena_printf(r->arena, "%s%s%s %s%s", text, *text ? ", " : "", event, objects[x], source);
}

static const char *state_text(const trial *r, const state *s)
{
    const char *text = "";
    for (int i = 0; i < OBJECTS; i++) {
        int x = s->swapped ? OBJECTS - 1 - i : i;
        if (s->from[x] != NO_READ)
            text = event_text(r, text, "read", x, s->from[x]);
    }
    for (int x = 0; x < OBJECTS; x++)
        if (s->writes[x])
            text = event_text(r, text, "write", x, NO_READ);
    return *text ? text : "nothing yet";
}

static const char *history_text(const trial *r)
{
    const char *text = "";
    for (int t = 1; t <= r->last; t++) {
        const char *session =
            r->before[t] ? ip_arena_printf(r->arena, " (after T%d in its session)", r->before[t]) : "";
        const char *events = state_text(r, &r->states[t]);
        if (t == r->last || strcmp(events, "nothing yet") != 0)
            text = ip_arena_printf(r->arena, "%s%sT%d%s: %s", text, *text ? "; " : "", t, session, events);
    }
    return text;
}

/* --------------------------------------------------------------------- claims -- */

static int read_count(const state *s)
{
    int count = 0;
    for (int x = 0; x < OBJECTS; x++)
        count += s->from[x] != NO_READ;
    return count;
}

static bool allows(trial *r, const state *last)
{
    r->states[r->last] = *last;
    return ip_history_consistent(r->level, history_of(r));
}

static bool is_same(const state *a, const state *b)
{
    bool same = true;
    for (int x = 0; x < OBJECTS; x++)
        same = same && a->from[x] == b->from[x] && a->writes[x] == b->writes[x];
    return same && (read_count(a) < 2 || a->swapped == b->swapped);
}

static bool answer(const answers *all, const state *s)
{
    for (int i = 0; i < all->count; i++)
        if (is_same(&all->states[i], s))
            return all->allowed[i];
    return true; /* not within the bound */
}

static void refute(trial *r, const state *last, const char *format, int x)
{
    r->states[r->last] = *last;
    r->refuted = ip_arena_printf(r->arena, format, history_text(r), objects[x]);
}

/* The transaction without its last event: any write, or the last read. */
static void try_prefixes(trial *r, const answers *all, const state *s)
{
    for (int x = 0; x < OBJECTS && !r->refuted; x++) {
        state shorter = *s;
        shorter.writes[x] = false;
        if (s->writes[x] && !answer(all, &shorter))
            refute(r, s, "it allows %s, and forbids the same without the last write of %s", x);
        shorter = *s;
        shorter.from[x] = NO_READ;
        if (s->from[x] != NO_READ && (read_count(s) < 2 || (x == 0) == s->swapped) && !answer(all, &shorter))
            refute(r, s, "it allows %s, and forbids the same without the last read of %s", x);
    }
}

static void try_extensions(trial *r, const answers *all, const state *s)
{
    r->states[r->last] = *s;
    ip_transactions past = past_of(r);
    for (int x = 0; x < OBJECTS && !r->refuted; x++) {
        state longer = *s;
        longer.writes[x] = true;
        if (!s->writes[x] && !answer(all, &longer))
            refute(r, s, "it allows %s, and forbids the same where the last one goes on to write %s", x);
        if (s->writes[x] || s->from[x] != NO_READ)
            continue;
        bool some = false;
        for (int from = 0; from < r->last && !some; from++) {
            longer = *s;
            longer.from[x] = from;
            longer.swapped = x == 0; /* what was read before comes first */
            some = (past >> from & 1) && writes(r, from, x) && answer(all, &longer);
        }
        if (!some)
            refute(r, s,
                   "it allows %s, and the last one cannot go on to read %s from any transaction in its causal past", x);
    }
}

static void try_weaker(trial *r, const answers *all)
{
    for (int i = 0; i < all->count && !r->refuted; i++) {
        r->states[r->last] = all->states[i];
        if (all->allowed[i] && !ip_history_consistent(r->weaker, history_of(r)))
            r->refuted = history_text(r);
    }
}

/* ---------------------------------------------------------------- enumeration -- */

/* What transaction t may have done, by number. false: it may not. */
static bool choose(const trial *r, int t, int code, state *s)
{
    *s = (state){.from = {code / 8 % (t + 1) - 1, code / 8 / (t + 1) - 1},
                 .swapped = code & 1,
                 .writes = {code >> 1 & 1, code >> 2 & 1}};
    bool possible = !s->swapped || read_count(s) == 2;
    for (int x = 0; x < OBJECTS; x++)
        possible = possible && (s->from[x] == NO_READ || writes(r, s->from[x], x));
    return possible;
}

static int choices(int t)
{
    return 2 * (t + 1) * (t + 1) * 4;
}

static void try_last(trial *r)
{
    answers *all = r->answers;
    all->count = 0;
    for (int code = 0; code < choices(r->last); code++) {
        state s;
        if (!choose(r, r->last, code, &s))
            continue;
        all->allowed[all->count] = allows(r, &s);
        all->states[all->count++] = s;
    }
    if (r->weaker)
        try_weaker(r, all);
    for (int i = 0; !r->weaker && i < all->count && !r->refuted; i++)
        if (all->allowed[i]) {
            try_prefixes(r, all, &all->states[i]);
            try_extensions(r, all, &all->states[i]);
        }
    r->late = r->late || ip_clock() > r->deadline;
}

static void next_transaction(trial *r, int t);

static void choose_events(trial *r, int t)
{
    for (int code = 0; code < choices(t) && !r->refuted && !r->late; code++) {
        state s;
        if (!choose(r, t, code, &s))
            continue;
        int events = read_count(&s) + s.writes[0] + s.writes[1];
        if (r->most_events && (events == 0 || events > r->most_events))
            continue;
        r->states[t] = s;
        next_transaction(r, t + 1);
    }
}

static void next_transaction(trial *r, int t)
{
    for (int before = 0; before < (r->sessions ? t : 1) && !r->refuted && !r->late; before++) {
        bool taken = false;
        for (int other = 1; other < t && before; other++)
            taken = taken || r->before[other] == before;
        if (taken)
            continue;
        r->before[t] = before;
        if (t == r->last)
            try_last(r);
        else
            choose_events(r, t);
    }
}

static const char *try_all(ip_arena *arena, const ip_level *level, const ip_level *weaker, bool sessions,
                           double deadline, bool *all)
{
    ip_arena *scratch = ip_arena_new();
    ip_diagnostics ignored_messages = {.arena = scratch};
    trial r = {.arena = scratch,
               .level = ip_history_consistency_new(&level, 1, &ignored_messages),
               .weaker = weaker ? ip_history_consistency_new(&weaker, 1, &ignored_messages) : NULL,
               .deadline = deadline,
               .answers = IP_NEW(scratch, answers)};
    for (r.last = MOST - 1; r.last <= MOST && r.level && (r.weaker || !weaker) && !r.refuted && !r.late; r.last++) {
        r.sessions = sessions && r.last < MOST;
        r.most_events = r.last < MOST ? 0 : 2;
        next_transaction(&r, 1);
    }
    const char *refuted = r.refuted ? ip_arena_strdup(arena, r.refuted) : NULL;
    *all = !r.late;
    ip_history_consistency_free(r.level);
    ip_history_consistency_free(r.weaker);
    ip_arena_free(scratch);
    return refuted;
}

const char *ip_history_refute_extensible(ip_arena *arena, const ip_level *level, double deadline, bool *all)
{
    return try_all(arena, level, NULL, true, deadline, all);
}

const char *ip_history_refute_weaker(ip_arena *arena, const ip_level *weaker, const ip_level *level, bool sessions,
                                     double deadline, bool *all)
{
    return try_all(arena, level, weaker, sessions, deadline, all);
}

/* ---------------------------------------------------------------------- files -- */

static void remark_late(const ip_level *level, const char *key, ip_diagnostics *diagnostics)
{
    ip_diagnostics_add(diagnostics, IP_REMARK, ip_level_info_range(level, key), NULL,
                       ":%s was tried for %d seconds, not on every small history: nothing contradicts it so far", key,
                       SECONDS);
}

static bool extensible_holds(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    static const char key[] = "causally-extensible";
    bool all = true;
    const char *why = ip_level_causally_extensible(level)
                          ? ip_history_refute_extensible(arena, level, ip_clock() + SECONDS, &all)
                          : NULL;
    if (why)
        ip_diagnostics_add(diagnostics, IP_ERROR, ip_level_info_range(level, key), NULL,
                           "this level is not prefix-closed and causally extensible: %s", why);
    else if (!all)
        remark_late(level, key, diagnostics);
    return !why;
}

static bool weaker_holds(ip_arena *arena, const ip_level *level, bool sessions, ip_diagnostics *diagnostics)
{
    const char *key = sessions ? "explored-from-with-sessions" : "explored-from";
    const char *name = ip_level_explored_from(level, sessions), *why = NULL;
    bool all = true;
    const ip_level *weaker = *name ? ip_level_load_for_histories(arena, name, diagnostics) : NULL;
    if (weaker)
        why = ip_history_refute_weaker(arena, weaker, level, sessions, ip_clock() + SECONDS, &all);
    else if (*name)
        ip_diagnostics_add(diagnostics, IP_ERROR, ip_level_info_range(level, key), NULL, "this level cannot be used");
    if (why)
        ip_diagnostics_add(diagnostics, IP_ERROR, ip_level_info_range(level, key), NULL,
                           "%s is not weaker than this level, which allows a history that it forbids: %s", name, why);
    else if (!all)
        remark_late(level, key, diagnostics);
    return !why && (weaker || !*name);
}

bool ip_history_level_claims_hold(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    bool good = extensible_holds(arena, level, diagnostics);
    good = weaker_holds(arena, level, false, diagnostics) && good;
    return weaker_holds(arena, level, true, diagnostics) && good;
}
