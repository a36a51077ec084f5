/* Choices without a cycle: decisions, consequences, a clause learned from each cycle. */
#include "large_history/solver.h"

#include "base/stop.h"

#include <stdlib.h>
#include <string.h>

static const double DECAY = 1 / 0.95, LARGEST = 1e100;
enum { FIRST_RESTART = 100 };

typedef struct clause {
    int first, count;           /* into literals */
    int because, because_count; /* into antecedents: clauses, and -1-v for a variable decided by clauses alone */
    int cycle;                  /* into cycles; -1: learned from others */
} clause;

typedef IP_VEC(int) numbers;

typedef struct solver {
    ip_arena *arena;
    const ip_choices *choices;
    ip_kept_order *order;
    signed char *value;                      /* [variable]: 1 the first order, -1 the other, 0 open */
    int *level, *reason;                     /* [variable]; reason: a clause, -1: none */
    numbers trail, trail_edges, level_begin; /* trail_edges[i]: edges of the order before trail[i] */
    int propagated, asserted;                /* of the trail: by clauses, by edges */
    IP_VEC(clause) clauses;
    numbers literals, antecedents;
    numbers *watches; /* [literal]: clauses in which it is one of the first two */
    IP_VEC(ip_kept_edges) cycles;
    double *activity, increment;
    int *heap, *heap_place, heap_count; /* open variables, the most active first */
    bool *marked;
    numbers learned, because;
    ip_kept_edges path;
    long conflicts;
} solver;

static int variable(int literal)
{
    return literal >> 1;
}

static int value_of(const solver *s, int literal)
{
    return literal & 1 ? -s->value[variable(literal)] : s->value[variable(literal)];
}

/* --------------------------------------------------------------------- heap -- */

static void place(solver *s, int at, int v)
{
    s->heap[at] = v;
    s->heap_place[v] = at;
}

static void sift_up(solver *s, int at)
{
    int v = s->heap[at];
    for (; at > 0 && s->activity[s->heap[(at - 1) / 2]] < s->activity[v]; at = (at - 1) / 2)
        place(s, at, s->heap[(at - 1) / 2]);
    place(s, at, v);
}

static void sift_down(solver *s, int at)
{
    int v = s->heap[at], child;
    while ((child = 2 * at + 1) < s->heap_count) {
        if (child + 1 < s->heap_count && s->activity[s->heap[child + 1]] > s->activity[s->heap[child]])
            child++;
        if (s->activity[s->heap[child]] <= s->activity[v])
            break;
        place(s, at, s->heap[child]);
        at = child;
    }
    place(s, at, v);
}

static void put_back(solver *s, int v)
{
    if (s->heap_place[v] >= 0)
        return;
    place(s, s->heap_count++, v);
    sift_up(s, s->heap_count - 1);
}

static int take_first(solver *s)
{
    int v = s->heap[0];
    s->heap_place[v] = -1;
    if (--s->heap_count > 0) {
        place(s, 0, s->heap[s->heap_count]);
        sift_down(s, 0);
    }
    return v;
}

static void bump(solver *s, int v)
{
    s->activity[v] += s->increment;
    if (s->activity[v] > LARGEST) {
        for (int u = 0; u < s->choices->count; u++)
            s->activity[u] /= LARGEST;
        s->increment /= LARGEST;
    }
    if (s->heap_place[v] >= 0)
        sift_up(s, s->heap_place[v]);
}

/* -------------------------------------------------------------- propagation -- */

static void assign(solver *s, int literal, int reason)
{
    int v = variable(literal);
    s->value[v] = literal & 1 ? -1 : 1;
    s->level[v] = s->level_begin.count;
    s->reason[v] = reason;
    IP_PUSH(s->arena, &s->trail, literal);
    IP_PUSH(s->arena, &s->trail_edges, s->order->edges.count);
}

/* One clause after the literal has become false: another literal to watch, or a literal that must hold. -1, or the
 * clause, if all are false. *moved: it is watched elsewhere. */
static int visit_clause(solver *s, int number, int falsified, bool *moved)
{
    const clause *c = &s->clauses.items[number];
    int *l = s->literals.items + c->first;
    *moved = false;
    if (l[0] == falsified) {
        l[0] = l[1];
        l[1] = falsified;
    }
    if (value_of(s, l[0]) > 0)
        return -1;
    for (int i = 2; i < c->count; i++)
        if (value_of(s, l[i]) >= 0) {
            l[1] = l[i];
            l[i] = falsified;
            IP_PUSH(s->arena, &s->watches[l[1]], number);
            *moved = true;
            return -1;
        }
    if (value_of(s, l[0]) < 0)
        return number;
    assign(s, l[0], number);
    return -1;
}

static int propagate_clauses(solver *s)
{
    while (s->propagated < s->trail.count) {
        int falsified = s->trail.items[s->propagated++] ^ 1, kept = 0, conflict = -1;
        numbers *watching = &s->watches[falsified];
        for (int i = 0; i < watching->count; i++) {
            int number = watching->items[i];
            bool moved = false;
            if (conflict < 0)
                conflict = visit_clause(s, number, falsified, &moved);
            if (!moved)
                watching->items[kept++] = number;
        }
        watching->count = kept;
        if (conflict >= 0)
            return conflict;
    }
    return -1;
}

static int new_clause(solver *s, const numbers *literals, const numbers *because, int cycle)
{
    clause c = {s->literals.count, literals->count, s->antecedents.count, because ? because->count : 0, cycle};
    for (int i = 0; i < literals->count; i++)
        IP_PUSH(s->arena, &s->literals, literals->items[i]);
    for (int i = 0; because && i < because->count; i++)
        IP_PUSH(s->arena, &s->antecedents, because->items[i]);
    IP_PUSH(s->arena, &s->clauses, c);
    return s->clauses.count - 1;
}

/* The cycle's literals cannot all hold. */
static int clause_of_cycle(solver *s, const ip_choice_edge *edge, int literal)
{
    ip_kept_edges cycle = {0};
    numbers excluded = {0};
    ip_kept_edge closing = {edge->from, edge->to, literal, -1, -1};
    IP_PUSH(s->arena, &cycle, closing);
    for (int i = s->path.count - 1; i >= 0; i--)
        IP_PUSH(s->arena, &cycle, s->path.items[i]);
    for (int i = 0; i < cycle.count; i++) {
        int l = cycle.items[i].literal;
        if (l < 0 || s->marked[variable(l)])
            continue;
        s->marked[variable(l)] = true;
        IP_PUSH(s->arena, &excluded, l ^ 1);
    }
    for (int i = 0; i < excluded.count; i++)
        s->marked[variable(excluded.items[i])] = false;
    IP_PUSH(s->arena, &s->cycles, cycle);
    return new_clause(s, &excluded, NULL, s->cycles.count - 1);
}

static int assert_edges(solver *s)
{
    for (; s->asserted < s->trail.count; s->asserted++) {
        int literal = s->trail.items[s->asserted];
        s->trail_edges.items[s->asserted] = s->order->edges.count;
        for (int i = s->choices->first[literal]; i < s->choices->first[literal + 1]; i++) {
            const ip_choice_edge *e = &s->choices->edges[i];
            if (!ip_large_kept_order_add(s->order, e->from, e->to, literal, &s->path)) {
                s->asserted++; /* some of its edges have been added and must be removed */
                return clause_of_cycle(s, e, literal);
            }
        }
    }
    return -1;
}

static void go_back(solver *s, int level)
{
    if (s->level_begin.count <= level)
        return;
    int begin = s->level_begin.items[level];
    if (begin < s->asserted)
        ip_large_kept_order_undo(s->order, s->trail_edges.items[begin]);
    for (int i = s->trail.count - 1; i >= begin; i--) {
        int v = variable(s->trail.items[i]);
        s->value[v] = 0;
        put_back(s, v);
    }
    s->trail.count = s->trail_edges.count = begin;
    s->propagated = begin;
    s->asserted = begin < s->asserted ? begin : s->asserted;
    s->level_begin.count = level;
}

/* ------------------------------------------------------------------ learning -- */

/* Literals of a clause: those of the current level to be resolved, those of earlier ones to be learned. */
static int take_in(solver *s, int number, int skipped)
{
    const clause *c = &s->clauses.items[number];
    int open = 0;
    IP_PUSH(s->arena, &s->because, number);
    for (int i = 0; i < c->count; i++) {
        int l = s->literals.items[c->first + i], v = variable(l);
        if (l == skipped || s->marked[v])
            continue;
        s->marked[v] = true;
        bump(s, v);
        if (s->level[v] == s->level_begin.count) {
            open++;
        } else if (s->level[v] > 0) {
            IP_PUSH(s->arena, &s->learned, l);
        } else {
            IP_PUSH(s->arena, &s->because, -1 - v);
            s->marked[v] = false;
        }
    }
    return open;
}

/* The first literal that alone leads to the conflict at this level. Returns the level to go back to. */
static int analyze(solver *s, int conflict)
{
    int open, at = s->trail.count, literal = -1, none = 0, back = 0;
    s->learned.count = s->because.count = 0;
    IP_PUSH(s->arena, &s->learned, none);
    for (open = take_in(s, conflict, -1);; open += take_in(s, s->reason[variable(literal)], literal)) {
        do
            literal = s->trail.items[--at];
        while (!s->marked[variable(literal)] || s->level[variable(literal)] != s->level_begin.count);
        s->marked[variable(literal)] = false;
        if (--open == 0)
            break;
    }
    s->learned.items[0] = literal ^ 1;
    for (int i = 1; i < s->learned.count; i++) {
        int v = variable(s->learned.items[i]);
        s->marked[v] = false;
        if (s->level[v] > back) {
            back = s->level[v];
            int second = s->learned.items[1];
            s->learned.items[1] = s->learned.items[i];
            s->learned.items[i] = second;
        }
    }
    return back;
}

static void learn(solver *s, int conflict)
{
    int back = analyze(s, conflict);
    go_back(s, back);
    int number = new_clause(s, &s->learned, &s->because, -1);
    if (s->learned.count > 1)
        for (int i = 0; i < 2; i++)
            IP_PUSH(s->arena, &s->watches[s->learned.items[i]], number);
    assign(s, s->learned.items[0], number);
    s->increment *= DECAY;
}

/* --------------------------------------------------------------------- proof -- */

/* The cycles that the clause rests on. */
static void collect(solver *s, int conflict, ip_choice_result *result)
{
    bool *clause_seen = IP_NEW_ARRAY(s->arena, bool, s->clauses.count);
    numbers todo = {0};
    IP_PUSH(s->arena, &todo, conflict);
    for (int i = 0; i < s->clauses.items[conflict].count; i++) {
        int v = -1 - variable(s->literals.items[s->clauses.items[conflict].first + i]);
        IP_PUSH(s->arena, &todo, v);
    }
    while (todo.count > 0) {
        int number = todo.items[--todo.count];
        if (number < 0) { /* a variable: the clause that decided it; the clause's other variables are decided, too */
            int v = -1 - number;
            if (s->marked[v])
                continue;
            s->marked[v] = true;
            number = s->reason[v];
            for (int i = 0; i < s->clauses.items[number].count; i++) {
                int other = -1 - variable(s->literals.items[s->clauses.items[number].first + i]);
                IP_PUSH(s->arena, &todo, other);
            }
        }
        const clause *c = &s->clauses.items[number];
        if (clause_seen[number])
            continue;
        clause_seen[number] = true;
        if (c->cycle >= 0)
            IP_PUSH(s->arena, &result->cycles, s->cycles.items[c->cycle]);
        for (int i = 0; i < c->because_count; i++)
            IP_PUSH(s->arena, &todo, s->antecedents.items[c->because + i]);
    }
}

/* --------------------------------------------------------------------- search -- */

static bool decide(solver *s)
{
    while (s->heap_count > 0) {
        int v = take_first(s);
        if (s->value[v])
            continue;
        bool as_ordered = s->order->rank[s->choices->first_node[v]] < s->order->rank[s->choices->second_node[v]];
        IP_PUSH(s->arena, &s->level_begin, s->trail.count);
        assign(s, 2 * v + !as_ordered, -1);
        return true;
    }
    return false;
}

static ip_choice_answer search(solver *s, ip_choice_result *result)
{
    double until_restart = FIRST_RESTART;
    for (long round = 0, since = 0;; round++) {
        int conflict = propagate_clauses(s);
        if (conflict < 0)
            conflict = assert_edges(s);
        if (conflict >= 0) {
            s->conflicts++;
            since++;
            if (s->level_begin.count == 0) {
                collect(s, conflict, result);
                return IP_CHOICE_NONE;
            }
            learn(s, conflict);
        } else if (since > until_restart) {
            since = 0;
            until_restart *= 1.2;
            go_back(s, 0);
        } else if (!decide(s)) {
            return IP_CHOICE_FOUND;
        }
        if (round % 256 == 0 && ip_stopped())
            return IP_CHOICE_STOPPED;
    }
}

void ip_large_choices_solve(ip_arena *arena, const ip_large_graph *graph, const ip_choices *choices,
                            ip_choice_result *result)
{
    int n = choices->count;
    solver s = {.arena = arena, .choices = choices, .order = ip_large_kept_order_new(arena, graph), .increment = 1};
    s.value = IP_NEW_ARRAY(arena, signed char, n);
    s.marked = IP_NEW_ARRAY(arena, bool, n);
    s.level = IP_NEW_ARRAY(arena, int, n);
    s.reason = IP_NEW_ARRAY(arena, int, n);
    s.heap = IP_NEW_ARRAY(arena, int, n);
    s.heap_place = IP_NEW_ARRAY(arena, int, n);
    s.activity = IP_NEW_ARRAY(arena, double, n);
    s.watches = IP_NEW_ARRAY(arena, numbers, 2 * n);
    for (int v = 0; v < n; v++)
        place(&s, s.heap_count++, v);
    result->answer = search(&s, result);
    result->rank = s.order->rank;
    result->conflicts = s.conflicts;
}
