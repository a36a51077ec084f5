/* The dependency graph, cell by cell. */
#include "replay/world/graph.h"

#include <string.h>

/* ---- dependencies ---- */

/* The dependency is about the row's presence: the writer inserts or deletes it. */
static bool on_presence(const ip_world *world, const ip_graph_edge *edge)
{
    return edge->type != IP_WW &&
           ip_world_wrote(world, edge->type == IP_WR ? edge->from : edge->to, edge->row, IP_EXISTS);
}

static int reading_step(const ip_graph_edge *edge)
{
    return edge->type == IP_WR ? edge->to_step : edge->from_step;
}

static bool same_edge(const ip_graph_edge *a, const ip_graph_edge *b)
{
    return a->from == b->from && a->to == b->to && a->type == b->type && a->row == b->row && a->search == b->search &&
           a->column == b->column;
}

/* If several statements read a row, one may notice a change that another does not. */
static void add(ip_arena *arena, ip_graph *graph, ip_graph_edge edge)
{
    for (int i = 0; i < graph->edges.count; i++) {
        ip_graph_edge *known = &graph->edges.items[i];
        if (!same_edge(known, &edge) || (edge.type != IP_WW && reading_step(known) != reading_step(&edge)))
            continue;
        known->unrecorded = known->unrecorded && edge.unrecorded;
        return;
    }
    IP_PUSH(arena, &graph->edges, edge);
}

/* ip_world_matters can decide whether it matters. */
static bool is_search(const ip_world *world, const ip_world_read *read)
{
    return read->search && ip_world_answered(world, read->instance, read->step);
}

static void place_all(const int *order, int count, int *place)
{
    for (int o = 0; o < count; o++)
        place[order[o]] = o;
}

/* A check reads the latest version of the row: all its columns, by any writers. */
static void add_searched(ip_arena *arena, const ip_world *world, const int *place, ip_graph *graph)
{
    const ip_world_reads *reads = ip_world_reads_of(world);
    const ip_world_writes *writes = ip_world_writes_of(world);
    for (int r = 0; r < reads->count; r++)
        for (int w = 0; w < writes->count && is_search(world, &reads->items[r]); w++) {
            ip_world_read read = reads->items[r];
            ip_world_write write = writes->items[w];
            if (read.row == write.row && read.instance != write.instance &&
                place[write.instance] < place[read.instance] &&
                ip_world_wrote(world, write.instance, write.row, write.column))
                add(arena, graph,
                    (ip_graph_edge){.from = write.instance,
                                    .to = read.instance,
                                    .type = IP_WR,
                                    .row = read.row,
                                    .column = write.column,
                                    .from_step = write.step,
                                    .to_step = read.step,
                                    .search = true});
        }
}

void ip_world_graph_build(ip_arena *arena, const ip_world *world, ip_graph *graph)
{
    int n = ip_world_count(world), place[IP_WORLD_MOST];
    *graph = (ip_graph){.count = n};
    place_all(ip_world_order(world), n, place);
    const ip_world_reads *reads = ip_world_reads_of(world);
    const ip_world_writes *writes = ip_world_writes_of(world);
    for (int w = 0; w < writes->count; w++) {
        const ip_world_write *write = &writes->items[w];
        if (!ip_world_wrote(world, write->instance, write->row, write->column))
            continue; /* undone */
        for (int r = 0; r < reads->count; r++) {
            const ip_world_read *read = &reads->items[r];
            if (read->row != write->row || read->column != write->column || read->instance == write->instance)
                continue;
            ip_graph_edge edge = {.row = read->row, .column = read->column};
            if (is_search(world, read))
                continue;
            if (read->from == write->instance && !(read->emptied && !write->empties))
                edge = (ip_graph_edge){.from = write->instance,
                                       .to = read->instance,
                                       .type = IP_WR,
                                       .row = read->row,
                                       .column = read->column,
                                       .from_step = write->step,
                                       .to_step = read->step};
            else if (read->check)
                continue; /* the database checks against everything committed */
            else if (read->from < 0 || place[write->instance] > place[read->from] || read->from == write->instance)
                edge =
                    (ip_graph_edge){.from = read->instance,
                                    .to = write->instance,
                                    .type = IP_RW,
                                    .row = read->row,
                                    .column = read->column,
                                    .from_step = read->step,
                                    .to_step = write->step,
                                    .unrecorded = read->newest && !read->emptied &&
                                                  !ip_world_views_per_statement(ip_world_views(world), read->instance)};
            else
                continue;
            add(arena, graph, edge);
        }
        for (int v = 0; v < writes->count; v++) {
            const ip_world_write *other = &writes->items[v];
            if (other->row == write->row && other->column == write->column &&
                place[write->instance] < place[other->instance] &&
                ip_world_wrote(world, other->instance, other->row, other->column))
                add(arena, graph,
                    (ip_graph_edge){.from = write->instance,
                                    .to = other->instance,
                                    .type = IP_WW,
                                    .row = write->row,
                                    .column = write->column,
                                    .from_step = write->step,
                                    .to_step = other->step});
        }
    }
    add_searched(arena, world, place, graph);
}

/* A draw depends on the setval before it, and a setval on each use before it. Draws alone do not depend on each other.
 */
void ip_world_graph_add_sequences(ip_arena *arena, ip_world *world, const ip_sequence_uses *uses, ip_graph *graph)
{
    for (int b = 0; b < uses->count; b++) {
        const ip_sequence_use *later = &uses->items[b];
        bool set = false; /* since */
        for (int a = b - 1; a >= 0 && !set; a--) {
            const ip_sequence_use *earlier = &uses->items[a];
            if (strcmp(earlier->rule->name, later->rule->name) != 0)
                continue;
            set = earlier->sets;
            int row = ip_world_sequence_row(world, later->rule);
            if (row < 0 || earlier->instance == later->instance || !(earlier->sets || later->sets))
                continue;
            ip_dependency_type type = !earlier->sets ? IP_RW : !later->sets ? IP_WR : IP_WW;
            add(arena, graph,
                (ip_graph_edge){.from = earlier->instance,
                                .to = later->instance,
                                .type = type,
                                .row = row,
                                .from_step = earlier->step,
                                .to_step = later->step,
                                .outside = true});
        }
    }
}

/* What a dependency rests on. */
typedef enum question { SEARCH, PRESENCE, VALUES, NOTHING } question;

typedef struct answer {
    int reader, step, row, writer;
    question question;
    bool noticed;
} answer;

typedef IP_VEC(answer) answers;

/* Of a row that the statement does not use, it has read only that the row does not match; where each writer overwrites
 * the version before, so that no two writers make it match only together. */
static question what_it_rests_on(const ip_world *world, const ip_graph_edge *edge, bool values)
{
    int reader = edge->type == IP_WR ? edge->to : edge->from;
    if (edge->outside)
        return NOTHING;
    if (edge->search)
        return SEARCH;
    if (on_presence(world, edge))
        return PRESENCE;
    return values && edge->type != IP_WW && ip_world_views_locks(ip_world_views(world), reader) ? VALUES : NOTHING;
}

static bool ask(ip_world *world, ip_interpreter *interpreter, const answer *a, bool after)
{
    if (a->question == SEARCH)
        return ip_world_matters(world, interpreter, a->reader, a->step, a->row, a->writer);
    return ip_world_notices(world, interpreter, a->reader, a->step, a->row, a->writer, after) ||
           (a->question == VALUES && ip_world_uses(world, interpreter, a->reader, a->step, a->row));
}

static bool is_noticed(ip_arena *arena, ip_world *world, ip_interpreter *interpreter, const ip_graph_edge *edge,
                       question question, answers *known)
{
    bool reads = edge->type == IP_WR;
    answer asked = {reads ? edge->to : edge->from,
                    reads ? edge->to_step : edge->from_step,
                    edge->row,
                    reads ? edge->from : edge->to,
                    question,
                    true};
    for (int a = 0; a < known->count; a++) {
        const answer *k = &known->items[a];
        if (k->reader == asked.reader && k->step == asked.step && k->row == asked.row && k->writer == asked.writer &&
            k->question == question)
            return k->noticed;
    }
    asked.noticed = ask(world, interpreter, &asked, edge->type == IP_RW);
    IP_PUSH(arena, known, asked);
    return asked.noticed;
}

void ip_world_graph_keep_noticed(ip_arena *arena, ip_world *world, ip_interpreter *interpreter, bool values,
                                 ip_graph *graph)
{
    answers answers = {0};
    int kept = 0;
    for (int e = 0; e < graph->edges.count; e++) {
        ip_graph_edge edge = graph->edges.items[e];
        question question = what_it_rests_on(world, &edge, values);
        if (question != NOTHING && !is_noticed(arena, world, interpreter, &edge, question, &answers))
            continue;
        bool known = false;
        for (int k = 0; k < kept && !known; k++)
            known = same_edge(&graph->edges.items[k], &edge);
        if (!known)
            graph->edges.items[kept++] = edge;
    }
    graph->edges.count = kept;
}

/* ---- cycles ---- */

typedef struct walk {
    bool adjacent[IP_WORLD_MOST][IP_WORLD_MOST];
    bool used[IP_WORLD_MOST];
    int count, length, path[IP_WORLD_MOST];
} walk;

/* Extends the path to a cycle of exactly the length, instance by instance in ascending order. */
static bool extend(walk *w, int at)
{
    if (at == w->length)
        return w->adjacent[w->path[at - 1]][w->path[0]];
    for (int i = 0; i < w->count; i++) {
        if (w->used[i] || (at > 0 && !w->adjacent[w->path[at - 1]][i]))
            continue;
        w->used[i] = true;
        w->path[at] = i;
        if (extend(w, at + 1))
            return true;
        w->used[i] = false;
    }
    return false;
}

int ip_world_graph_cycle(const ip_graph *graph, int *cycle)
{
    walk w = {.count = graph->count};
    for (int e = 0; e < graph->edges.count; e++)
        w.adjacent[graph->edges.items[e].from][graph->edges.items[e].to] = true;
    for (w.length = graph->count; w.length >= 2; w.length--) {
        memset(w.used, 0, sizeof w.used);
        if (!extend(&w, 0))
            continue;
        memcpy(cycle, w.path, sizeof *cycle * (size_t)w.length);
        return w.length;
    }
    return 0;
}
