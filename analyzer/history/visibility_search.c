/* All relations only grow: they contain the pairs that hold in every arbitration that extends the known part.
 * Clauses add visibility, visibility adds arbitration (vis ⊆ ar; a visible overwriter committed before the version that
 * was read), until nothing is new or the order has a cycle. Open pairs are then decided one after the other. Once the
 * order is total, certain means true, and the visibility found is the least one.
 *
 * Statements are handled in the same way: sees of a transaction with one snapshot equals vis, and where statements have
 * their own snapshots, vis holds for transactions that all of them see. history_facts.h has the consequences of
 * reads. */
#include "history/visibility_search.h"

#include "history/history_facts.h"
#include "level/cases.h"

#include <string.h>

typedef struct clause {
    int variable_count;
    const ip_level_sort *sorts;
    int literal_count;
    const ip_literal *literals; /* the body */
    const ip_formula *head;     /* (vis t u), (sees t p); NULL: the body must not hold */
    int level;
    bool guarded;
} clause;

/* What is certain. */
typedef struct state {
    ip_pairs ar, vis;
    ip_transactions *sees; /* [place]: where statements have their own snapshots */
    int place_capacity;
} state;

struct ip_visibility_search {
    ip_arena *arena;
    IP_VEC(clause) clauses;
    ip_facts_reader *reader;
    const ip_history_facts *facts;
    ip_pairs ww, rw;
    ip_pairs maybe_ww, maybe_rw; /* not certain to be false */
    bool uses_ww, uses_rw, uses_places;
    ip_transactions related[IP_MAX_TRANSACTIONS]; /* that read or write what it writes, or write what it reads, … */
    IP_VEC(state *) states;                       /* [decisions made] */
    long work, most;                              /* assignments to a clause's variables; 0: without a limit */
    int order[IP_MAX_TRANSACTIONS];
};

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
}

static int take(ip_transactions *set)
{
    int t = __builtin_ctzll(*set);
    *set &= *set - 1;
    return t;
}

static void relate(ip_pairs *r, int t, int u)
{
    r->after[t] |= bit(u);
    r->before[u] |= bit(t);
}

/* -------------------------------------------------------------- clauses -- */

static bool is_visibility(const ip_literal *literal)
{
    return literal->atom->op == IP_FORMULA_ATOM &&
           (literal->atom->symbol == IP_SYMBOL_VIS || literal->atom->symbol == IP_SYMBOL_SEES);
}

/* A case in which the axiom fails, as a clause; false: it has two heads, or mentions programs. */
static bool add_clause(ip_visibility_search *s, int level, const ip_axiom *axiom, const ip_case *c)
{
    clause result = {
        .variable_count = axiom->variable_count, .sorts = axiom->sorts, .level = level, .guarded = axiom->guarded};
    ip_literal *body = IP_NEW_ARRAY(s->arena, ip_literal, c->literals.count);
    for (int i = 0; i < c->literals.count; i++) {
        const ip_literal *literal = &c->literals.items[i];
        ip_level_symbol symbol = literal->atom->op == IP_FORMULA_ATOM ? literal->atom->symbol : IP_SYMBOL_COUNT;
        if (symbol == IP_SYMBOL_IN_A || symbol == IP_SYMBOL_IN_B)
            return false;
        s->uses_ww |= symbol == IP_SYMBOL_WW;
        s->uses_rw |= symbol == IP_SYMBOL_RW;
        if (!is_visibility(literal) || !literal->negated)
            body[result.literal_count++] = *literal;
        else if (result.head)
            return false;
        else
            result.head = literal->atom;
    }
    for (int v = 0; v < axiom->variable_count; v++)
        s->uses_places |= axiom->sorts[v] == IP_SORT_STEP;
    result.literals = body;
    IP_PUSH(s->arena, &s->clauses, result);
    return true;
}

static bool add_axiom(ip_visibility_search *s, int level, const ip_axiom *axiom)
{
    ip_cases cases = {0};
    bool good = ip_level_cases_of(s->arena, axiom->matrix, true, &cases);
    for (int i = 0; i < cases.count && good; i++)
        good = add_clause(s, level, axiom, &cases.items[i]);
    return good;
}

ip_visibility_search *ip_history_visibility_search_new(const ip_level *const *levels, int count)
{
    ip_arena *arena = ip_arena_new();
    ip_visibility_search *s = IP_NEW(arena, ip_visibility_search);
    s->arena = arena;
    for (int l = 0; l < count; l++) {
        s->uses_places |= ip_level_has_statement_snapshots(levels[l]);
        if (ip_level_whole_only(levels[l], NULL)) {
            ip_arena_free(arena);
            return NULL;
        }
        for (int i = 0; i < levels[l]->axioms.count; i++)
            if (!add_axiom(s, l, &levels[l]->axioms.items[i])) {
                ip_arena_free(arena);
                return NULL;
            }
    }
    s->reader = ip_history_facts_reader_new(arena, levels, count, s->uses_places);
    return s;
}

void ip_history_visibility_search_free(ip_visibility_search *s)
{
    if (s)
        ip_arena_free(s->arena);
}

void ip_history_visibility_search_limit(ip_visibility_search *s, long most)
{
    s->most = most;
}

bool ip_history_visibility_gave_up(const ip_visibility_search *s)
{
    return s->most && s->work > s->most;
}

const int *ip_history_visibility_found(const ip_visibility_search *s)
{
    return s->order;
}

/* -------------------------------------------------------------- history -- */

static void find_related(ip_visibility_search *s)
{
    const ip_history_facts *f = s->facts;
    const ip_history *h = f->history;
    memset(s->related, 0, sizeof s->related);
    for (int x = 0; x < h->object_count; x++)
        for (ip_transactions rest = h->writers[x] & f->all; rest;)
            s->related[take(&rest)] |= h->writers[x] & f->all;
    for (int r = 0; r < f->read_count; r++) {
        int u = f->reads[r].reader;
        ip_transactions writers = h->writers[f->reads[r].object] & f->all;
        s->related[u] |= writers;
        while (writers)
            s->related[take(&writers)] |= bit(u);
    }
    for (int p = 0; p < ip_facts_place_count(f); p++) {
        s->related[f->owner[p]] |= f->locks[p];
        for (ip_transactions rest = f->locks[p]; rest;)
            s->related[take(&rest)] |= bit(f->owner[p]);
    }
    for (int t = 1; t < h->count; t++)
        s->related[t] |= f->conflict.after[t] | f->changes.after[t] | f->changes.before[t];
}

/* WW and RW as far as the arbitration is known; versions further apart count, too. */
static void find_dependencies(ip_visibility_search *s, const ip_pairs *ar)
{
    const ip_history_facts *f = s->facts;
    const ip_history *h = f->history;
    ip_pairs *all[] = {&s->ww, &s->rw, &s->maybe_ww, &s->maybe_rw};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        memset(all[i], 0, sizeof *all[i]);
    for (int x = 0; s->uses_ww && x < h->object_count; x++)
        for (ip_transactions rest = h->writers[x] & f->all; rest;) {
            int t = take(&rest);
            for (ip_transactions later = h->writers[x] & ar->after[t]; later;)
                relate(&s->ww, t, take(&later));
            for (ip_transactions later = h->writers[x] & f->all & ~ar->before[t] & ~bit(t); later;)
                relate(&s->maybe_ww, t, take(&later));
        }
    for (int r = 0; s->uses_rw && r < f->read_count; r++) {
        const ip_fact_read *read = &f->reads[r];
        if (!read->is_dependency)
            continue;
        ip_transactions others = h->writers[read->object] & f->all & ~bit(read->reader) & ~bit(read->from);
        for (ip_transactions later = others & (read->from ? ar->after[read->from] : f->all); later;)
            relate(&s->rw, read->reader, take(&later));
        for (ip_transactions later = others & (read->from ? ~ar->before[read->from] : f->all); later;)
            relate(&s->maybe_rw, read->reader, take(&later));
    }
}

/* -------------------------------------------------------------- closure -- */

typedef struct evaluation {
    ip_visibility_search *s;
    state *at;
    const clause *clause;
    int assignment[IP_AXIOM_MOST_VARIABLES]; /* transactions and places */
    bool changed, failed;
} evaluation;

static ip_transactions seen_at(const ip_visibility_search *s, const state *at, int place)
{
    int u = s->facts->owner[place];
    return s->facts->own_snapshots & bit(u) ? at->sees[place] : at->vis.before[u];
}

static const ip_pairs *relation_of(const evaluation *e, ip_level_symbol symbol)
{
    switch (symbol) {
    case IP_SYMBOL_VIS:
        return &e->at->vis;
    case IP_SYMBOL_AR:
        return &e->at->ar;
    case IP_SYMBOL_SO:
        return &e->s->facts->so;
    case IP_SYMBOL_WR:
        return &e->s->facts->wr;
    case IP_SYMBOL_WW:
        return &e->s->ww;
    case IP_SYMBOL_RW:
        return &e->s->rw;
    case IP_SYMBOL_CHANGES:
        return &e->s->facts->changes;
    default:
        return &e->s->facts->conflict;
    }
}

/* Whether the relation certainly does not hold. */
static bool is_excluded(const evaluation *e, ip_level_symbol symbol, int t, int u)
{
    if (t == u)
        return true;
    if (symbol == IP_SYMBOL_AR)
        return e->at->ar.after[u] >> t & 1;
    const ip_pairs *r = symbol == IP_SYMBOL_WW   ? &e->s->maybe_ww
                        : symbol == IP_SYMBOL_RW ? &e->s->maybe_rw
                                                 : relation_of(e, symbol);
    return !(r->after[t] >> u & 1);
}

static int argument(const evaluation *e, const ip_formula *atom, int i)
{
    int value = e->assignment[atom->variables[i]];
    return atom->owners[i] ? e->s->facts->owner[value] : value;
}

static bool holds(const evaluation *e, const ip_literal *literal)
{
    const ip_formula *atom = literal->atom;
    const ip_history_facts *f = e->s->facts;
    int t = argument(e, atom, 0);
    if (atom->op != IP_FORMULA_EQUAL && atom->symbol == IP_SYMBOL_AT_LEVEL)
        return (f->at_level[e->clause->level] >> t & 1) != literal->negated;
    int u = argument(e, atom, 1);
    if (atom->op == IP_FORMULA_EQUAL)
        return (t == u) != literal->negated;
    switch (atom->symbol) {
    case IP_SYMBOL_PO:
        return (f->owner[t] == f->owner[u] && t < u) != literal->negated;
    case IP_SYMBOL_LOCKS:
        return (f->locks[u] >> t & 1) != literal->negated;
    case IP_SYMBOL_SEES:
        return seen_at(e->s, e->at, u) >> t & 1;
    default:
        break;
    }
    if (literal->negated)
        return is_excluded(e, atom->symbol, t, u);
    return t != u && relation_of(e, atom->symbol)->after[t] >> u & 1;
}

/* Whether this is the last variable of the literal. */
static bool is_ready(const ip_literal *literal, int variable)
{
    int last = 0;
    for (int i = 0; i < ip_level_formula_arguments(literal->atom); i++)
        if (literal->atom->variables[i] > last)
            last = literal->atom->variables[i];
    return last == variable;
}

static bool see(ip_visibility_search *s, state *at, int t, int place)
{
    if (seen_at(s, at, place) >> t & 1)
        return false;
    int u = s->facts->owner[place];
    if (s->facts->own_snapshots & bit(u))
        at->sees[place] |= bit(t);
    else
        relate(&at->vis, t, u);
    return true;
}

static void conclude(evaluation *e)
{
    const ip_formula *head = e->clause->head;
    if (!head) {
        e->failed = true;
        return;
    }
    const int *first = e->s->facts->first_place;
    int t = argument(e, head, 0), u = argument(e, head, 1);
    int place = head->symbol == IP_SYMBOL_SEES ? u : first[u];
    int end = head->symbol == IP_SYMBOL_SEES ? u + 1 : first[u + 1];
    e->failed = t == e->s->facts->owner[place];
    for (; place < end && !e->failed; place++)
        e->changed |= see(e->s, e->at, t, place);
}

static void assign(evaluation *e, int variable);

static void assign_value(evaluation *e, int variable, int value)
{
    bool good = true;
    e->s->work++;
    e->assignment[variable] = value;
    for (int i = 0; i < e->clause->literal_count && good; i++)
        if (is_ready(&e->clause->literals[i], variable))
            good = holds(e, &e->clause->literals[i]);
    if (good)
        assign(e, variable + 1);
}

static void assign(evaluation *e, int variable)
{
    if (variable == e->clause->variable_count) {
        conclude(e);
        return;
    }
    const ip_history_facts *f = e->s->facts;
    ip_transactions rest = e->clause->guarded ? f->at_level[e->clause->level] : f->all;
    while (rest && !e->failed) {
        int u = take(&rest);
        if (e->clause->sorts[variable] == IP_SORT_STEP)
            for (int p = f->first_place[u]; p < f->first_place[u + 1] && !e->failed; p++)
                assign_value(e, variable, p);
        else
            assign_value(e, variable, u);
    }
}

/* Adds t before u, and its consequences. false: a cycle. */
static bool order(ip_pairs *ar, int t, int u, bool *changed)
{
    if (t == u || ar->after[u] >> t & 1)
        return false;
    if (ar->after[t] >> u & 1)
        return true;
    *changed = true;
    ip_transactions before = ar->before[t] | bit(t), after = ar->after[u] | bit(u);
    for (ip_transactions rest = before; rest;)
        ar->after[take(&rest)] |= after;
    for (ip_transactions rest = after; rest;)
        ar->before[take(&rest)] |= before;
    return true;
}

static bool order_all(ip_pairs *ar, ip_transactions before, int u, bool *changed)
{
    while (before)
        if (!order(ar, take(&before), u, changed))
            return false;
    return true;
}

/* Each other writer is either seen, and then before the version that was read, or not allowed between that version and
 * the reader, or unconstrained. */
static bool use_read(ip_visibility_search *s, state *at, const ip_fact_read *read, bool *changed)
{
    const ip_history_facts *f = s->facts;
    int u = read->reader, w = read->from;
    if (w != 0 && read->is_seen)
        *changed |= see(s, at, w, read->place);
    if (w != 0 && !order(&at->ar, w, u, changed))
        return false;
    if (w != 0 && !read->of_snapshot && (f->own_snapshots & bit(u)))
        for (int p = read->place + 1; p < f->first_place[u + 1]; p++)
            *changed |= see(s, at, w, p);
    ip_transactions before = seen_at(s, at, read->place) | (read->outside & at->ar.before[u]);
    before &= f->history->writers[read->object] & f->all & ~bit(w);
    if (w == 0 ? before != 0 : !order_all(&at->ar, before, w, changed))
        return false;
    for (ip_transactions after = read->outside & (w == 0 ? f->all : at->ar.after[w]); after;)
        if (!order(&at->ar, u, take(&after), changed))
            return false;
    return true;
}

/* The consequences of visibility for the order, and of reads for both. */
static bool use_history(ip_visibility_search *s, state *at, bool *changed)
{
    const ip_history_facts *f = s->facts;
    for (int r = 0; r < f->read_count; r++)
        if (!use_read(s, at, &f->reads[r], changed))
            return false;
    for (int u = 1; u < f->history->count; u++) {
        ip_transactions by_all = f->all;
        for (int p = f->first_place[u]; p < f->first_place[u + 1]; p++) {
            ip_transactions seen = seen_at(s, at, p);
            by_all &= seen;
            if (!order_all(&at->ar, seen & ~at->ar.before[u], u, changed))
                return false;
        }
        for (by_all &= ~at->vis.before[u]; by_all; *changed = true)
            relate(&at->vis, take(&by_all), u);
    }
    return true;
}

static bool close(ip_visibility_search *s, state *at)
{
    bool changed = true;
    while (changed) {
        changed = false;
        if (s->uses_ww || s->uses_rw)
            find_dependencies(s, &at->ar);
        for (int i = 0; i < s->clauses.count; i++) {
            evaluation e = {.s = s, .at = at, .clause = &s->clauses.items[i]};
            assign(&e, 0);
            if (e.failed)
                return false;
            changed |= e.changed;
        }
        if (!use_history(s, at, &changed))
            return false;
    }
    return true;
}

/* --------------------------------------------------------------- search -- */

/* Room for the state of one more decision; states stay where they are. */
static state *state_at(ip_visibility_search *s, int depth)
{
    while (s->states.count <= depth)
        IP_PUSH(s->arena, &s->states, IP_NEW(s->arena, state));
    state *at = s->states.items[depth];
    int places = ip_facts_place_count(s->facts);
    if (places > at->place_capacity) {
        at->place_capacity = 2 * places;
        at->sees = IP_NEW_ARRAY(s->arena, ip_transactions, at->place_capacity);
    }
    return at;
}

static void copy(const ip_visibility_search *s, state *to, const state *from)
{
    to->ar = from->ar;
    to->vis = from->vis;
    memcpy(to->sees, from->sees, sizeof *to->sees * (size_t)ip_facts_place_count(s->facts));
}

/* Tests one total order that extends the certain pairs. */
static bool extend(ip_visibility_search *s, const state *known, state *total)
{
    ip_transactions placed = 0;
    int count = 1;
    bool changed = false;
    copy(s, total, known);
    s->order[0] = 0;
    while (placed != s->facts->all)
        for (ip_transactions rest = s->facts->all & ~placed; rest;) {
            int t = take(&rest);
            if (total->ar.before[t] & ~placed)
                continue;
            placed |= bit(t);
            s->order[count++] = t;
            for (ip_transactions later = s->facts->all & ~placed; later;)
                order(&total->ar, t, take(&later), &changed);
        }
    return close(s, total);
}

/* A pair to decide next: of two that read or write one object, if there is one. false: the order is total. */
static bool choose_pair(const ip_visibility_search *s, const ip_pairs *ar, int *t, int *u)
{
    bool found = false;
    for (ip_transactions first = s->facts->all; first;) {
        int i = take(&first);
        ip_transactions open = s->facts->all & ~(ar->before[i] | ar->after[i] | bit(i));
        if (open & s->related[i]) {
            *t = i;
            *u = __builtin_ctzll(open & s->related[i]);
            return true;
        }
        if (open && !found) {
            *t = i;
            *u = __builtin_ctzll(open);
            found = true;
        }
    }
    return found;
}

/* Decisions are about pairs, not about the next transaction: transactions without part in a contradiction do not
 * multiply the branches that reach it. */
static bool search(ip_visibility_search *s, int depth)
{
    int t, u;
    if (ip_history_visibility_gave_up(s))
        return false;
    bool changed = false;
    const state *known = state_at(s, depth);
    state *next = state_at(s, depth + 1);
    if (extend(s, known, next))
        return true;
    if (!choose_pair(s, &known->ar, &t, &u))
        return false;
    for (int direction = 0; direction < 2; direction++) {
        copy(s, next, known);
        if (order(&next->ar, direction ? u : t, direction ? t : u, &changed) && close(s, next) && search(s, depth + 1))
            return true;
    }
    return false;
}

bool ip_history_visibility_search_run(ip_visibility_search *s, const ip_history *history)
{
    s->facts = ip_history_facts_read(s->reader, history);
    s->work = 0;
    find_related(s);
    state *first = state_at(s, 0);
    bool changed = false;
    memset(&first->ar, 0, sizeof first->ar);
    memset(&first->vis, 0, sizeof first->vis);
    memset(first->sees, 0, sizeof *first->sees * (size_t)ip_facts_place_count(s->facts));
    for (int u = 1; u < history->count; u++) {
        ip_transactions before = history->transactions[u].sessions_before | (history->before ? history->before[u] : 0);
        if (!order_all(&first->ar, before & s->facts->all, u, &changed))
            return false;
    }
    return close(s, first) && search(s, 0);
}
