/* Everything here is monotone: relations hold what is certain of every arbitration that extends the one known so far.
 * Clauses add visibility, visibility adds arbitration (vis ⊆ ar; a visible overwriter committed before the version that
 * was read), until nothing is new or the order has a cycle. Where that leaves pairs open, one is decided after the
 * other. Once the order is total, certain means true, and the visibility found is the least one. */
#include "visibility_search.h"

#include "level_cases.h"

#include <string.h>

/* What is certain of a binary relation. */
typedef struct relation {
    ip_transactions after[IP_MAX_TRANSACTIONS];  /* [t]: all u with (t, u) */
    ip_transactions before[IP_MAX_TRANSACTIONS]; /* [u]: all t with (t, u) */
} relation;

typedef struct clause {
    int variable_count;
    int literal_count;
    const ip_literal *literals; /* the body */
    const ip_formula *head;     /* (vis t u); NULL: the body must not hold */
    int level;
    bool guarded;
} clause;

typedef struct state {
    relation ar, vis;
} state;

struct ip_visibility_search {
    ip_arena *arena;
    IP_VEC(clause) clauses;
    const ip_history *history;
    ip_transactions all; /* but the initial one, which is visible to all and in no relation */
    relation so, wr, conflict, ww, rw;
    relation maybe_ww, maybe_rw; /* not certain to be false */
    ip_transactions *at_level;   /* [level] */
    int level_count;
    bool uses_ww, uses_rw;
    ip_transactions related[IP_MAX_TRANSACTIONS]; /* that read or write what it writes, or write what it reads */
    IP_VEC(state *) states;                       /* [decisions made] */
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

static void relate(relation *r, int t, int u)
{
    r->after[t] |= bit(u);
    r->before[u] |= bit(t);
}

/* -------------------------------------------------------------- clauses -- */

static bool is_visibility(const ip_literal *literal)
{
    return literal->atom->op == IP_FORMULA_ATOM && literal->atom->symbol == IP_SYMBOL_VIS;
}

/* A case in which the axiom fails, as a clause; false: it has two heads, or speaks of programs. */
static bool add_clause(ip_visibility_search *s, int level, const ip_axiom *axiom, const ip_case *c)
{
    clause result = {.variable_count = axiom->variable_count, .level = level, .guarded = axiom->guarded};
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
    result.literals = body;
    IP_PUSH(s->arena, &s->clauses, result);
    return true;
}

static bool add_axiom(ip_visibility_search *s, int level, const ip_axiom *axiom)
{
    ip_cases cases = {0};
    bool good = ip_cases_of(s->arena, axiom->matrix, true, &cases);
    for (int i = 0; i < cases.count && good; i++)
        good = add_clause(s, level, axiom, &cases.items[i]);
    return good;
}

ip_visibility_search *ip_visibility_search_new(const ip_level *const *levels, int count)
{
    ip_arena *arena = ip_arena_new();
    ip_visibility_search *s = IP_NEW(arena, ip_visibility_search);
    s->arena = arena;
    s->level_count = count;
    s->at_level = IP_NEW_ARRAY(arena, ip_transactions, count);
    for (int l = 0; l < count; l++)
        for (int i = 0; i < levels[l]->axioms.count; i++)
            if (!add_axiom(s, l, &levels[l]->axioms.items[i])) {
                ip_arena_free(arena);
                return NULL;
            }
    return s;
}

void ip_visibility_search_free(ip_visibility_search *s)
{
    if (s)
        ip_arena_free(s->arena);
}

const int *ip_visibility_found(const ip_visibility_search *s)
{
    return s->order;
}

/* -------------------------------------------------------------- history -- */

static void find_conflicts(ip_visibility_search *s)
{
    const ip_history *h = s->history;
    int rows = h->row_writers ? h->row_count : h->object_count;
    for (int r = 0; r < rows; r++) {
        ip_transactions writers = (h->row_writers ? h->row_writers[r] : h->writers[r]) & s->all;
        for (ip_transactions rest = writers; rest;) {
            int t = take(&rest);
            s->conflict.after[t] |= writers & ~bit(t);
            s->conflict.before[t] |= writers & ~bit(t);
        }
    }
}

static void find_related(ip_visibility_search *s)
{
    const ip_history *h = s->history;
    memset(s->related, 0, sizeof s->related);
    for (int x = 0; x < h->object_count; x++)
        for (ip_transactions rest = h->writers[x] & s->all; rest;)
            s->related[take(&rest)] |= h->writers[x] & s->all;
    for (int u = 1; u < h->count; u++)
        for (int r = 0; r < h->transactions[u].read_count; r++) {
            ip_transactions writers = h->writers[h->transactions[u].reads[r].object] & s->all;
            s->related[u] |= writers;
            while (writers)
                s->related[take(&writers)] |= bit(u);
        }
    for (int t = 1; t < h->count; t++)
        s->related[t] |= s->conflict.after[t];
}

static void read_history(ip_visibility_search *s, const ip_history *h)
{
    s->history = h;
    s->all = (h->count == IP_MAX_TRANSACTIONS ? ~(ip_transactions)0 : bit(h->count) - 1) & ~(ip_transactions)1;
    memset(&s->so, 0, sizeof s->so);
    memset(&s->wr, 0, sizeof s->wr);
    memset(&s->conflict, 0, sizeof s->conflict);
    memset(s->at_level, 0, sizeof *s->at_level * (size_t)s->level_count);
    for (int u = 1; u < h->count; u++) {
        const ip_history_transaction *transaction = &h->transactions[u];
        s->at_level[transaction->level] |= bit(u);
        for (ip_transactions rest = transaction->sessions_before & s->all; rest;)
            relate(&s->so, take(&rest), u);
        for (int r = 0; r < transaction->read_count; r++)
            if (transaction->reads[r].from != 0)
                relate(&s->wr, transaction->reads[r].from, u);
    }
    find_conflicts(s);
    find_related(s);
}

/* WW and RW as far as the arbitration is known; versions further apart count, too. */
static void find_dependencies(ip_visibility_search *s, const relation *ar)
{
    const ip_history *h = s->history;
    relation *all[] = {&s->ww, &s->rw, &s->maybe_ww, &s->maybe_rw};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        memset(all[i], 0, sizeof *all[i]);
    for (int x = 0; s->uses_ww && x < h->object_count; x++)
        for (ip_transactions rest = h->writers[x] & s->all; rest;) {
            int t = take(&rest);
            for (ip_transactions later = h->writers[x] & ar->after[t]; later;)
                relate(&s->ww, t, take(&later));
            for (ip_transactions later = h->writers[x] & s->all & ~ar->before[t] & ~bit(t); later;)
                relate(&s->maybe_ww, t, take(&later));
        }
    for (int t = 1; s->uses_rw && t < h->count; t++)
        for (int r = 0; r < h->transactions[t].read_count; r++) {
            const ip_history_read *read = &h->transactions[t].reads[r];
            ip_transactions others = h->writers[read->object] & s->all & ~bit(t) & ~bit(read->from);
            for (ip_transactions later = others & (read->from ? ar->after[read->from] : s->all); later;)
                relate(&s->rw, t, take(&later));
            for (ip_transactions later = others & (read->from ? ~ar->before[read->from] : s->all); later;)
                relate(&s->maybe_rw, t, take(&later));
        }
}

/* -------------------------------------------------------------- closure -- */

typedef struct evaluation {
    ip_visibility_search *s;
    state *at;
    const clause *clause;
    int assignment[IP_AXIOM_MOST_VARIABLES];
    bool changed, failed;
} evaluation;

static const relation *relation_of(const evaluation *e, ip_level_symbol symbol)
{
    switch (symbol) {
    case IP_SYMBOL_VIS:
        return &e->at->vis;
    case IP_SYMBOL_AR:
        return &e->at->ar;
    case IP_SYMBOL_SO:
        return &e->s->so;
    case IP_SYMBOL_WR:
        return &e->s->wr;
    case IP_SYMBOL_WW:
        return &e->s->ww;
    case IP_SYMBOL_RW:
        return &e->s->rw;
    default:
        return &e->s->conflict;
    }
}

/* Is it certain that the relation does not hold? */
static bool is_excluded(const evaluation *e, ip_level_symbol symbol, int t, int u)
{
    if (t == u)
        return true;
    if (symbol == IP_SYMBOL_AR)
        return e->at->ar.after[u] >> t & 1;
    const relation *r = symbol == IP_SYMBOL_WW   ? &e->s->maybe_ww
                        : symbol == IP_SYMBOL_RW ? &e->s->maybe_rw
                                                 : relation_of(e, symbol);
    return !(r->after[t] >> u & 1);
}

static bool holds(const evaluation *e, const ip_literal *literal)
{
    const ip_formula *atom = literal->atom;
    int t = e->assignment[atom->variables[0]], u = e->assignment[atom->variables[1]];
    if (atom->op == IP_FORMULA_EQUAL)
        return (t == u) != literal->negated;
    if (atom->symbol == IP_SYMBOL_AT_LEVEL)
        return (e->s->at_level[e->clause->level] >> t & 1) != literal->negated;
    if (literal->negated)
        return is_excluded(e, atom->symbol, t, u);
    return t != u && relation_of(e, atom->symbol)->after[t] >> u & 1;
}

/* Does the literal speak of variables up to this one only, and of this one? */
static bool is_ready(const ip_literal *literal, int variable)
{
    int last = 0;
    for (int i = 0; i < ip_formula_arguments(literal->atom); i++)
        if (literal->atom->variables[i] > last)
            last = literal->atom->variables[i];
    return last == variable;
}

static void conclude(evaluation *e)
{
    const ip_formula *head = e->clause->head;
    if (!head) {
        e->failed = true;
        return;
    }
    int t = e->assignment[head->variables[0]], u = e->assignment[head->variables[1]];
    if (t == u) {
        e->failed = true;
    } else if (!(e->at->vis.after[t] >> u & 1)) {
        relate(&e->at->vis, t, u);
        e->changed = true;
    }
}

static void assign(evaluation *e, int variable)
{
    if (variable == e->clause->variable_count) {
        conclude(e);
        return;
    }
    ip_transactions rest = e->clause->guarded ? e->s->at_level[e->clause->level] : e->s->all;
    while (rest && !e->failed) {
        e->assignment[variable] = take(&rest);
        bool good = true;
        for (int i = 0; i < e->clause->literal_count && good; i++)
            if (is_ready(&e->clause->literals[i], variable))
                good = holds(e, &e->clause->literals[i]);
        if (good)
            assign(e, variable + 1);
    }
}

/* t before u, and all that follows from it. false: a cycle. */
static bool order(relation *ar, int t, int u)
{
    if (t == u || ar->after[u] >> t & 1)
        return false;
    if (ar->after[t] >> u & 1)
        return true;
    ip_transactions before = ar->before[t] | bit(t), after = ar->after[u] | bit(u);
    for (ip_transactions rest = before; rest;)
        ar->after[take(&rest)] |= after;
    for (ip_transactions rest = after; rest;)
        ar->before[take(&rest)] |= before;
    return true;
}

/* What visibility says about the order. */
static bool order_visible(const ip_visibility_search *s, state *at, bool *changed)
{
    for (int u = 1; u < s->history->count; u++) {
        for (ip_transactions rest = at->vis.before[u] & ~at->ar.before[u]; rest; *changed = true)
            if (!order(&at->ar, take(&rest), u))
                return false;
        const ip_history_transaction *transaction = &s->history->transactions[u];
        for (int r = 0; r < transaction->read_count; r++) {
            const ip_history_read *read = &transaction->reads[r];
            ip_transactions seen = s->history->writers[read->object] & at->vis.before[u] & ~bit(read->from);
            if (seen && read->from == 0)
                return false;
            for (seen &= ~at->ar.before[read->from]; seen; *changed = true)
                if (!order(&at->ar, take(&seen), read->from))
                    return false;
        }
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
        if (!order_visible(s, at, &changed))
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
    return s->states.items[depth];
}

/* Some total order that extends what is certain: is it good? */
static bool extend(ip_visibility_search *s, const state *known, state *total)
{
    ip_transactions placed = 0;
    int count = 1;
    *total = *known;
    s->order[0] = 0;
    while (placed != s->all)
        for (ip_transactions rest = s->all & ~placed; rest;) {
            int t = take(&rest);
            if (total->ar.before[t] & ~placed)
                continue;
            placed |= bit(t);
            s->order[count++] = t;
            for (ip_transactions later = s->all & ~placed; later;)
                order(&total->ar, t, take(&later));
        }
    return close(s, total);
}

/* A pair to decide next: of two that read or write one object, if there is one. false: the order is total. */
static bool choose_pair(const ip_visibility_search *s, const relation *ar, int *t, int *u)
{
    bool found = false;
    for (ip_transactions first = s->all; first;) {
        int i = take(&first);
        ip_transactions open = s->all & ~(ar->before[i] | ar->after[i] | bit(i));
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

/* Decisions are about pairs, not about who comes next: transactions that have nothing to do with a contradiction do not
 * multiply the ways to it. */
static bool search(ip_visibility_search *s, int depth)
{
    int t, u;
    const state *known = state_at(s, depth);
    state *next = state_at(s, depth + 1);
    if (extend(s, known, next))
        return true;
    if (!choose_pair(s, &known->ar, &t, &u))
        return false;
    for (int direction = 0; direction < 2; direction++) {
        *next = *known;
        if (order(&next->ar, direction ? u : t, direction ? t : u) && close(s, next) && search(s, depth + 1))
            return true;
    }
    return false;
}

bool ip_visibility_search_run(ip_visibility_search *s, const ip_history *history)
{
    state *first = state_at(s, 0);
    read_history(s, history);
    memset(&first->ar, 0, sizeof first->ar);
    first->vis = s->wr;
    for (int u = 1; u < history->count; u++) {
        ip_transactions before = history->transactions[u].sessions_before | (history->before ? history->before[u] : 0);
        for (ip_transactions rest = (before & s->all) | s->wr.before[u]; rest;)
            if (!order(&first->ar, take(&rest), u))
                return false;
    }
    return close(s, first) && search(s, 0);
}
