/* Forward chaining with reasons: the certain part of the commit order, axiom by axiom, directly from their cases. Slow
 * and simple; it runs once, on the few reads that matter. */
#include "history/explanation.h"

#include "level/order.h"

#include <string.h>

typedef struct premise {
    int from, to;
} premise;

typedef struct edge {
    ip_reason reason;
    int round;     /* 0: session order, write-read */
    int reader;    /* whose read it is about, from round 1 on */
    bool by_order; /* the axiom asks for an order of commits alone */
    IP_VEC(premise) premises;
} edge;

typedef struct statement {
    int transaction, step;
} statement;

typedef struct chaining {
    ip_arena *arena;
    const ip_history *h;
    const char *const *names, *const *objects;
    ip_order_axioms axioms;
    IP_VEC(int) axiom_levels; /* [axiom] */
    IP_VEC(statement) steps;
    ip_transactions hb[IP_MAX_TRANSACTIONS]; /* [u]: all t with hb(t, u) */
    ip_transactions co[IP_MAX_TRANSACTIONS]; /* the same, certain so far */
    IP_VEC(edge) edges;
    int round;
    ip_explanation *result;
} chaining;

typedef struct instance {
    chaining *c;
    const ip_order_axiom *axiom;
    const ip_case *literals;
    int level;
    bool bound[IP_AXIOM_MOST_VARIABLES];
    int value[IP_AXIOM_MOST_VARIABLES];
} instance;

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
}

/* -------------------------------------------------------------- evaluation -- */

static bool reads(const chaining *c, int step, int object, int from)
{
    const ip_history_transaction *transaction = &c->h->transactions[c->steps.items[step].transaction];
    for (int r = 0; r < transaction->read_count; r++)
        if (transaction->reads[r].step == c->steps.items[step].step && transaction->reads[r].object == object &&
            transaction->reads[r].from == from)
            return true;
    return false;
}

static bool reads_from(const chaining *c, int t, int u, int object)
{
    const ip_history_transaction *transaction = &c->h->transactions[u];
    for (int r = 0; r < transaction->read_count; r++)
        if (transaction->reads[r].from == t && (object < 0 || transaction->reads[r].object == object))
            return true;
    return false;
}

static bool conflict(const chaining *c, int t, int u)
{
    const ip_history *h = c->h;
    int rows = h->row_writers ? h->row_count : h->object_count;
    for (int r = 0; r < rows && t != 0 && u != 0 && t != u; r++) {
        ip_transactions writers = h->row_writers ? h->row_writers[r] : h->writers[r];
        if ((writers >> t & 1) && (writers >> u & 1))
            return true;
    }
    return false;
}

static bool at_level(const instance *in, int t)
{
    return t == 0 || in->c->h->transactions[t].level == in->level;
}

static int argument(const instance *in, const ip_formula *atom, int i)
{
    int value = in->value[atom->variables[i]];
    return atom->owners[i] ? in->c->steps.items[value].transaction : value;
}

static bool evaluate(const instance *in, const ip_formula *atom)
{
    const chaining *c = in->c;
    int a = argument(in, atom, 0), b = ip_level_formula_arguments(atom) > 1 ? argument(in, atom, 1) : 0;
    if (atom->op == IP_FORMULA_EQUAL)
        return a == b;
    switch (atom->symbol) {
    case IP_ORDER_CO:
        return c->co[b] >> a & 1;
    case IP_ORDER_SO:
        return a != b && b != 0 && (a == 0 || (c->h->transactions[b].sessions_before >> a & 1));
    case IP_ORDER_HB:
        return c->hb[b] >> a & 1;
    case IP_ORDER_WR:
        return reads_from(c, a, b, -1);
    case IP_ORDER_WR_OBJECT:
        return reads_from(c, b, argument(in, atom, 2), a);
    case IP_ORDER_WR_STEP:
        return reads(c, argument(in, atom, 2), a, b);
    case IP_ORDER_WRITES:
        return c->h->writers[b] >> a & 1;
    case IP_ORDER_CONFLICT:
        return conflict(c, a, b);
    case IP_ORDER_PO:
        return c->steps.items[a].transaction == c->steps.items[b].transaction &&
               c->steps.items[a].step < c->steps.items[b].step;
    case IP_ORDER_AT_LEVEL:
        return at_level(in, a);
    default:
        return false;
    }
}

static bool is_bound(const instance *in, const ip_formula *atom)
{
    for (int i = 0; i < ip_level_formula_arguments(atom); i++)
        if (!in->bound[atom->variables[i]])
            return false;
    return true;
}

/* No literal is false already; guarded axioms ask the level of every variable. */
static bool is_open(const instance *in)
{
    for (int i = 0; i < in->literals->literals.count; i++) {
        const ip_literal *literal = &in->literals->literals.items[i];
        if (is_bound(in, literal->atom) && evaluate(in, literal->atom) == literal->negated)
            return false;
    }
    const ip_axiom *axiom = in->axiom->axiom;
    for (int v = 0; axiom->guarded && v < axiom->variable_count; v++) {
        if (!in->bound[v] || axiom->sorts[v] == IP_SORT_OBJECT)
            continue;
        if (!at_level(in,
                      axiom->sorts[v] == IP_SORT_STEP ? in->c->steps.items[in->value[v]].transaction : in->value[v]))
            return false;
    }
    return true;
}

static bool is_used(const instance *in, int variable)
{
    for (int i = 0; i < in->literals->literals.count; i++) {
        const ip_formula *atom = in->literals->literals.items[i].atom;
        for (int j = 0; j < ip_level_formula_arguments(atom); j++)
            if (atom->variables[j] == variable)
                return true;
    }
    return in->axiom->axiom->guarded;
}

/* Finds values for the variables that are not bound yet; they stay bound on success. */
static bool satisfy(instance *in)
{
    const ip_axiom *axiom = in->axiom->axiom;
    int v = 0;
    if (!is_open(in))
        return false;
    while (v < axiom->variable_count && (in->bound[v] || !is_used(in, v)))
        v++;
    if (v == axiom->variable_count)
        return true;
    int count = axiom->sorts[v] == IP_SORT_TXN    ? in->c->h->count
                : axiom->sorts[v] == IP_SORT_STEP ? in->c->steps.count
                                                  : in->c->h->object_count;
    in->bound[v] = true;
    for (in->value[v] = 0; in->value[v] < count; in->value[v]++) {
        bool before[IP_AXIOM_MOST_VARIABLES];
        memcpy(before, in->bound, sizeof before);
        if (satisfy(in))
            return true;
        memcpy(in->bound, before, sizeof before);
    }
    in->bound[v] = false;
    return false;
}

/* -------------------------------------------------------------------- text -- */

static const char *literal_text(const instance *in, const ip_literal *literal)
{
    const chaining *c = in->c;
    const ip_formula *atom = literal->atom;
    const char *a = c->names[argument(in, atom, 0)];
    const char *b = ip_level_formula_arguments(atom) > 1 && atom->op == IP_FORMULA_ATOM &&
                            ip_level_file_symbol_sort(atom->symbol, 1) == IP_SORT_TXN
                        ? c->names[argument(in, atom, 1)]
                        : "";
    if (atom->op == IP_FORMULA_EQUAL || literal->negated)
        return NULL;
    switch (atom->symbol) {
    case IP_ORDER_CO:
        return ip_arena_printf(c->arena, "%s is before %s", a, b);
    case IP_ORDER_SO:
        return ip_arena_printf(c->arena, "%s is before %s in its session", a, b);
    case IP_ORDER_HB:
        return ip_arena_printf(c->arena, "%s is in the causal past of %s", a, b);
    case IP_ORDER_WR:
        return ip_arena_printf(c->arena, "%s reads from %s", b, a);
    case IP_ORDER_WR_STEP:
        return ip_arena_printf(c->arena, "%s has read from %s before",
                               c->names[c->steps.items[argument(in, atom, 2)].transaction], b);
    case IP_ORDER_CONFLICT:
        return ip_arena_printf(c->arena, "%s and %s write one row", a, b);
    default:
        return NULL;
    }
}

static const char *reason_text(const instance *in, int reader, int object, int from, int other)
{
    chaining *c = in->c;
    const char *text = ip_arena_printf(c->arena, "%s reads %s from %s, which %s writes, too", c->names[reader],
                                       c->objects[object], c->names[from], c->names[other]);
    for (int i = 0; i < in->literals->literals.count; i++) {
        const char *more = literal_text(in, &in->literals->literals.items[i]);
        if (more)
            text = ip_arena_printf(c->arena, "%s; %s", text, more);
    }
    return text;
}

/* How many of the literals are in the text. */
static int reason_count(const instance *in)
{
    int count = 0;
    for (int i = 0; i < in->literals->literals.count; i++)
        count += literal_text(in, &in->literals->literals.items[i]) != NULL;
    return count;
}

/* ---------------------------------------------------------------- chaining -- */

static void close_over(chaining *c)
{
    for (int via = 0; via < c->h->count; via++)
        for (int t = 0; t < c->h->count; t++)
            if (c->co[t] >> via & 1)
                c->co[t] |= c->co[via];
}

static void add_edge(chaining *c, edge *e)
{
    e->round = c->round;
    IP_PUSH(c->arena, &c->edges, *e);
}

static void add_base(chaining *c)
{
    for (int u = 1; u < c->h->count; u++) {
        const ip_history_transaction *transaction = &c->h->transactions[u];
        for (ip_transactions rest = transaction->sessions_before | 1; rest; rest &= rest - 1) {
            edge e = {.reason = {__builtin_ctzll(rest), u, IP_REASON_SO, -1, NULL}};
            add_edge(c, &e);
        }
        c->co[u] = transaction->sessions_before | 1;
        for (int r = 0; r < transaction->read_count; r++) {
            const ip_history_read *read = &transaction->reads[r];
            edge e = {.reason = {read->from, u, IP_REASON_WR, read->object, NULL}};
            if (read->from != 0)
                add_edge(c, &e);
            c->co[u] |= bit(read->from);
            statement s = {u, read->step};
            if (r == 0 || transaction->reads[r - 1].step != read->step)
                IP_PUSH(c->arena, &c->steps, s);
        }
    }
    close_over(c);
    memcpy(c->hb, c->co, sizeof c->hb);
}

/* Edges from t to u over edges of earlier rounds, a shortest way, appended to path. Base edges come first in the list,
 * so they are preferred. */
typedef IP_VEC(int) path;

static void find_path(const chaining *c, int t, int u, int before_round, path *result)
{
    int edge_to[IP_MAX_TRANSACTIONS], queue[IP_MAX_TRANSACTIONS], head = 0, tail = 0;
    ip_transactions seen = bit(t);
    queue[tail++] = t;
    while (head < tail && !(seen >> u & 1)) {
        int at = queue[head++];
        for (int i = 0; i < c->edges.count; i++) {
            const edge *e = &c->edges.items[i];
            if (e->round >= before_round || e->reason.from != at || (seen >> e->reason.to & 1))
                continue;
            seen |= bit(e->reason.to);
            edge_to[e->reason.to] = i;
            queue[tail++] = e->reason.to;
        }
    }
    if (!(seen >> u & 1))
        return;
    int first = result->count;
    for (int at = u; at != t; at = c->edges.items[edge_to[at]].reason.from)
        IP_PUSH(c->arena, result, edge_to[at]);
    for (int i = first, j = result->count - 1; i < j; i++, j--) {
        int other = result->items[i];
        result->items[i] = result->items[j];
        result->items[j] = other;
    }
}

/* Every edge that follows from the currently certain relations for one read and one overwriter: the first is enough. */
static bool derive(chaining *c, int axiom, int step, const ip_history_read *read, int other, edge *result)
{
    const ip_order_axiom *a = &c->axioms.items[axiom];
    int reader = c->steps.items[step].transaction;
    for (int i = 0; i < a->cases.count; i++) {
        instance in = {.c = c, .axiom = a, .literals = &a->cases.items[i], .level = c->axiom_levels.items[axiom]};
        const int variables[] = {a->object, a->from, a->other, a->step};
        const int values[] = {read->object, read->from, other, step};
        for (int v = 0; v < 4; v++) {
            in.bound[variables[v]] = true;
            in.value[variables[v]] = values[v];
        }
        if (!satisfy(&in))
            continue;
        *result = (edge){.reason = {other, read->from, IP_REASON_CO, read->object,
                                    reason_text(&in, reader, read->object, read->from, other)},
                         .reader = reader,
                         .by_order = reason_count(&in) == 1};
        for (int l = 0; l < in.literals->literals.count; l++) {
            const ip_formula *atom = in.literals->literals.items[l].atom;
            if (atom->op != IP_FORMULA_ATOM || atom->symbol != IP_ORDER_CO)
                continue;
            premise p = {argument(&in, atom, 0), argument(&in, atom, 1)};
            IP_PUSH(c->arena, &result->premises, p);
        }
        return true;
    }
    return false;
}

/* One round: all that is new. -1: nothing; else whether a cycle is closed, 1, or not, 0. */
static int run_round(chaining *c)
{
    int answer = -1, first = c->edges.count;
    c->round++;
    for (int s = 0; s < c->steps.count; s++) {
        const ip_history_transaction *transaction = &c->h->transactions[c->steps.items[s].transaction];
        for (int r = 0; r < transaction->read_count; r++) {
            const ip_history_read *read = &transaction->reads[r];
            ip_transactions others =
                c->h->writers[read->object] & ~bit(read->from) & ~c->co[read->from] & ~(ip_transactions)1;
            if (read->step != c->steps.items[s].step)
                continue;
            for (; others; others &= others - 1)
                for (int a = 0; a < c->axioms.count; a++) {
                    edge e;
                    if (!derive(c, a, s, read, __builtin_ctzll(others), &e))
                        continue;
                    add_edge(c, &e);
                    answer = answer > 0 || (c->co[e.reason.from] >> e.reason.to & 1) ? 1 : 0;
                    break;
                }
        }
    }
    for (int i = first; i < c->edges.count; i++)
        c->co[c->edges.items[i].reason.to] |= bit(c->edges.items[i].reason.from);
    close_over(c);
    for (int t = 0; answer == 0 && t < c->h->count; t++)
        if (c->co[t] >> t & 1) /* several new edges together */
            answer = 1;
    return answer;
}

/* ------------------------------------------------------------------ result -- */

static bool is_listed(const path *list, int e)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == e)
            return true;
    return false;
}

/* Forced edges that e rests on, each before its use. */
static void add_facts(const chaining *c, int e, path *facts)
{
    const edge *this = &c->edges.items[e];
    for (int p = 0; p < this->premises.count; p++) {
        path way = {0};
        find_path(c, this->premises.items[p].from, this->premises.items[p].to, this->round, &way);
        for (int i = 0; i < way.count; i++) {
            if (c->edges.items[way.items[i]].round == 0 || is_listed(facts, way.items[i]))
                continue;
            add_facts(c, way.items[i], facts);
            IP_PUSH(c->arena, facts, way.items[i]);
        }
    }
}

/* "T1 must be before initial" says little. If it follows from an order of T1 and the reader alone, the cycle goes
 * through the reader: it is after T1, and has read what T1 overwrites. */
static bool goes_through_reader(const chaining *c, const path *cycle, path *way, ip_reason *back)
{
    for (int i = 0; i < cycle->count && cycle->count == 2; i++) {
        const edge *e = &c->edges.items[cycle->items[i]];
        if (e->round == 0 || e->reason.to != 0 || !e->by_order || e->premises.count != 1 ||
            e->premises.items[0].from != e->reason.from || e->premises.items[0].to != e->reader)
            continue;
        find_path(c, e->reason.from, e->reader, e->round, way);
        *back = (ip_reason){e->reader, e->reason.from, IP_REASON_RW, e->reason.object, NULL};
        return way->count > 0;
    }
    return false;
}

static void report_cycle(chaining *c)
{
    path best = {0}, facts = {0};
    for (int i = 0; i < c->edges.count; i++) {
        if (c->edges.items[i].round != c->round)
            continue;
        path way = {0};
        IP_PUSH(c->arena, &way, i);
        find_path(c, c->edges.items[i].reason.to, c->edges.items[i].reason.from, c->round + 1, &way);
        if (way.count > 1 && (best.count == 0 || way.count < best.count))
            best = way;
    }
    path way = {0};
    ip_reason back;
    bool through_reader = goes_through_reader(c, &best, &way, &back);
    if (through_reader)
        best = way;
    for (int i = 0; i < best.count; i++) {
        add_facts(c, best.items[i], &facts);
        IP_PUSH(c->arena, &c->result->cycle, c->edges.items[best.items[i]].reason);
    }
    if (through_reader)
        IP_PUSH(c->arena, &c->result->cycle, back);
    for (int i = 0; i < facts.count; i++)
        if (!is_listed(&best, facts.items[i]))
            IP_PUSH(c->arena, &c->result->facts, c->edges.items[facts.items[i]].reason);
}

bool ip_history_explain_forced(ip_arena *arena, const ip_level *const *levels, int count, const ip_history *history,
                               const char *const *names, const char *const *objects, ip_explanation *result)
{
    chaining c = {.arena = arena, .h = history, .names = names, .objects = objects, .result = result};
    ip_diagnostics ignored_messages = {.arena = arena}; /* the form was checked when the level was loaded */
    for (int l = 0; l < count; l++) {
        int first = c.axioms.count;
        if (!ip_level_order_axioms(arena, levels[l], &c.axioms, &ignored_messages))
            return false;
        for (int a = first; a < c.axioms.count; a++)
            IP_PUSH(arena, &c.axiom_levels, l);
    }
    add_base(&c);
    int answer;
    while ((answer = run_round(&c)) == 0)
        ;
    if (answer == 1)
        report_cycle(&c);
    return answer == 1;
}
