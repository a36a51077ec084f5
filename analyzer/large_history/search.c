/* The orders that are still open as choices of the solver, and its answer as a commit order or a cycle. */
#include "large_history/search.h"

#include "base/stop.h"
#include "large_history/intern.h"
#include "large_history/solver.h"
#include "large_history/strong.h"

#include <stdlib.h>
#include <string.h>

/* An edge that a literal adds, before they are sorted by literal. */
typedef struct effect {
    int literal;
    ip_choice_edge edge;
} effect;

typedef struct pairing {
    ip_arena *arena;
    ip_large_graph *g;
    const ip_large_history *h;
    const ip_large_form *form;
    int *reader_first, *readers; /* [place in h->writes]: the readers of that version */
    ip_pair_table numbers;
    IP_VEC(int) first, second; /* [pair]: transactions */
    IP_VEC(effect) effects;
} pairing;

/* ------------------------------------------------------------------- readers -- */

static int place_of(const ip_large_history *h, int t, int object)
{
    int low = h->write_first[t], high = h->write_first[t + 1] - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (h->writes[middle] < object)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void index_readers(pairing *p)
{
    const ip_large_history *h = p->h;
    int writes = h->write_first[h->count];
    p->reader_first = IP_NEW_ARRAY(p->arena, int, writes + 2);
    p->readers = IP_NEW_ARRAY(p->arena, int, h->read_first[h->count]);
    int *places = IP_NEW_ARRAY(p->arena, int, h->read_first[h->count]);
    for (int r = 0; r < h->read_first[h->count]; r++) {
        places[r] = h->reads[r].from ? place_of(h, h->reads[r].from, h->reads[r].object) : -1;
        if (places[r] >= 0)
            p->reader_first[places[r] + 2]++;
    }
    for (int i = 0; i < writes; i++)
        p->reader_first[i + 2] += p->reader_first[i + 1];
    for (int t = 1; t < h->count; t++)
        for (int r = h->read_first[t]; r < h->read_first[t + 1]; r++)
            if (places[r] >= 0)
                p->readers[p->reader_first[places[r] + 1]++] = t;
}

/* --------------------------------------------------------------------- pairs -- */

static bool reaches(const pairing *p, int from, int to)
{
    return ip_large_graph_reaches(p->g, from, to);
}

static void add_effect(pairing *p, int literal, int from, int to, int object, int third)
{
    effect e = {literal, {from, to, object, third}};
    if (!reaches(p, from, to))
        IP_PUSH(p->arena, &p->effects, e);
}

/* If a commits before b: at levels with conflict axioms, before b takes its snapshot. */
static void add_order(pairing *p, int literal, int a, int b, int object)
{
    int to = p->form->conflict ? ip_large_snapshot(p->g, b) : ip_large_commit(p->g, b);
    add_effect(p, literal, ip_large_commit(p->g, a), to, object, -1);
}

/* The number of a pair, a < b; new pairs are ordered by the objects that both write. */
static int pair_of(pairing *p, int a, int b, int object)
{
    int *number = ip_large_pairs_at(&p->numbers, a, b);
    if (*number >= 0)
        return *number;
    *number = p->first.count;
    int pair = p->first.count;
    IP_PUSH(p->arena, &p->first, a);
    IP_PUSH(p->arena, &p->second, b);
    add_order(p, 2 * pair, a, b, object);
    add_order(p, 2 * pair + 1, b, a, object);
    return pair;
}

/* If a commits before b, a transaction that reads a's version takes its snapshot before b's commit. */
static void add_readers(pairing *p, int literal, int a, int b, int object)
{
    int place = place_of(p->h, a, object), last = -1;
    for (int i = p->reader_first[place]; i < p->reader_first[place + 1]; i++)
        if (p->readers[i] != b && p->readers[i] != last) {
            last = p->readers[i];
            add_effect(p, literal, ip_large_snapshot(p->g, last), ip_large_commit(p->g, b), object, a);
        }
}

/* The writers of one object or row that may commit on either side of each other. */
static void add_pairs(pairing *p, const ip_large_rows *rows, int row, bool is_object)
{
    const int *writers = rows->writers;
    for (int own = rows->run_first[row]; own < rows->run_first[row + 1]; own++)
        for (int i = rows->run_begin[own]; i < rows->run_begin[own + 1]; i++)
            for (int r = own + 1; r < rows->run_first[row + 1]; r++) {
                int a = writers[i], node = ip_large_commit(p->g, a), end = rows->run_begin[r + 1];
                int low = ip_large_last_before(p->g, writers, rows->run_begin[r], end, node) + 1;
                int high = ip_large_first_after(p->g, writers, low, end, node);
                for (int k = low; k < high; k++) {
                    int pair = pair_of(p, a, writers[k], is_object ? row : -1);
                    if (is_object)
                        add_readers(p, 2 * pair, a, writers[k], row);
                    if (is_object)
                        add_readers(p, 2 * pair + 1, writers[k], a, row);
                }
            }
}

/* Rows of several objects: two writers of a row conflict, even if they write different objects of it. */
static void add_row_pairs(pairing *p)
{
    ip_large_rows rows = ip_large_rows_of(p->arena, p->h);
    for (int r = 0; r < p->h->row_count; r++)
        add_pairs(p, &rows, r, false);
}

static bool add_all_pairs(pairing *p)
{
    const ip_large_history *h = p->h;
    ip_large_rows objects = ip_large_objects_of(p->arena, h);
    for (int x = 0; x < h->object_count; x++) {
        if (ip_stopped())
            return false;
        add_pairs(p, &objects, x, true);
    }
    if (h->row_of && p->form->conflict)
        add_row_pairs(p);
    return true;
}

/* -------------------------------------------------------------------- solving -- */

static ip_choices choices_of(pairing *p)
{
    int pairs = p->first.count;
    int *first = IP_NEW_ARRAY(p->arena, int, 2 * pairs + 2);
    int *first_node = IP_NEW_ARRAY(p->arena, int, pairs), *second_node = IP_NEW_ARRAY(p->arena, int, pairs);
    ip_choice_edge *edges = IP_NEW_ARRAY(p->arena, ip_choice_edge, p->effects.count);
    for (int i = 0; i < p->effects.count; i++)
        first[p->effects.items[i].literal + 2]++;
    for (int l = 0; l < 2 * pairs; l++)
        first[l + 2] += first[l + 1];
    for (int i = 0; i < p->effects.count; i++)
        edges[first[p->effects.items[i].literal + 1]++] = p->effects.items[i].edge;
    for (int i = 0; i < pairs; i++) {
        first_node[i] = ip_large_commit(p->g, p->first.items[i]);
        second_node[i] = ip_large_commit(p->g, p->second.items[i]);
    }
    return (ip_choices){pairs, first, edges, first_node, second_node};
}

static int compare_ranks(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

static void take_order(const pairing *p, const int *rank, ip_large_verdict *v)
{
    int n = p->h->count, *ranked = IP_NEW_ARRAY(p->arena, int, 2 * n), *order = IP_NEW_ARRAY(p->g->arena, int, n);
    for (int t = 0; t < n; t++) {
        ranked[2 * t] = rank[ip_large_commit(p->g, t)];
        ranked[2 * t + 1] = t;
    }
    qsort(ranked, (size_t)n, 2 * sizeof *ranked, compare_ranks);
    for (int i = 0; i < n; i++)
        order[i] = ranked[2 * i + 1];
    v->order = order;
    v->answer = IP_LARGE_CONSISTENT;
}

/* An edge of the graph, or an edge that a literal has added. */
static ip_large_edge edge_of(const pairing *p, const ip_choices *choices, const ip_kept_edge *edge)
{
    const ip_large_graph *g = p->g;
    if (edge->literal < 0) {
        for (int i = g->first[edge->from]; i < g->first[edge->from + 1]; i++)
            if (g->edges.items[g->by_from[i]].to == edge->to)
                return g->edges.items[g->by_from[i]];
        return (ip_large_edge){edge->from, edge->to, IP_LARGE_SESSION, -1, -1};
    }
    for (int i = choices->first[edge->literal]; i < choices->first[edge->literal + 1]; i++) {
        const ip_choice_edge *e = &choices->edges[i];
        if (e->from == edge->from && e->to == edge->to)
            return (ip_large_edge){e->from, e->to, IP_LARGE_CHOICE, e->object, e->third};
    }
    return (ip_large_edge){edge->from, edge->to, IP_LARGE_CHOICE, -1, -1};
}

static void fail(const pairing *p, const ip_choices *choices, const ip_choice_result *result, ip_large_verdict *v)
{
    v->answer = IP_LARGE_INCONSISTENT;
    v->searched = true;
    v->graph = p->g;
    v->core = IP_NEW_ARRAY(p->g->arena, bool, p->h->count);
    ip_large_edges all = {0};
    for (int c = 0; c < result->cycles.count; c++) {
        const ip_kept_edges *cycle = &result->cycles.items[c];
        bool shorter = c == 0 || cycle->count < v->cycle.count;
        if (shorter)
            v->cycle.count = 0;
        for (int i = 0; i < cycle->count; i++) {
            ip_large_edge edge = edge_of(p, choices, &cycle->items[i]);
            IP_PUSH(p->g->arena, &all, edge);
            if (shorter)
                IP_PUSH(p->g->arena, &v->cycle, edge);
        }
    }
    ip_large_add_core(p->g, p->form, &all, v->core);
}

void ip_large_search(ip_large_graph *g, const ip_large_form *form, ip_large_verdict *v)
{
    ip_arena *arena = ip_arena_new();
    pairing p = {.arena = arena, .g = g, .h = g->history, .form = form, .numbers.arena = arena};
    ip_choice_result result = {.answer = IP_CHOICE_STOPPED};
    index_readers(&p);
    if (add_all_pairs(&p)) {
        ip_choices choices = choices_of(&p);
        v->pairs = choices.count;
        ip_large_choices_solve(arena, g, &choices, &result);
        v->conflicts = result.conflicts;
        if (result.answer == IP_CHOICE_FOUND)
            take_order(&p, result.rank, v);
        else if (result.answer == IP_CHOICE_NONE)
            fail(&p, &choices, &result, v);
    }
    ip_arena_free(arena);
}
