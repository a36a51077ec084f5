/* Writes an execution into the anomaly that it confirms. */
#include "replay/search/confirm.h"

#include "anomaly/anomaly_kind.h"
#include "anomaly/fingerprint.h"
#include "replay/search/decisive_read.h"
#include "replay/search/schedule_of_run.h"
#include "replay/trial/serial_orders.h"

#include <string.h>

/* ---- values ---- */

static ip_value value_of(ip_arena *arena, ip_type type, ip_datum datum)
{
    if (datum.kind == IP_DATUM_NULL)
        return (ip_value){type, true, "NULL"};
    if (datum.kind == IP_DATUM_BOOLEAN)
        return (ip_value){type, false, datum.as.boolean ? "true" : "false"};
    return (ip_value){type, false, ip_arena_strdup(arena, ip_value_datum_text(arena, datum))};
}

static void set_instances(ip_arena *arena, const ip_subject *subject, const ip_trial *trial, ip_anomaly *anomaly)
{
    const ip_instance *before = subject->anomaly->instances;
    ip_instance *instances = IP_NEW_ARRAY(arena, ip_instance, trial->count);
    for (int i = 0; i < trial->count; i++) {
        const ip_trial_instance *of = &trial->instances[i];
        instances[i] = before[of->of];
        int n = instances[i].program->parameters.count;
        ip_value *arguments = IP_NEW_ARRAY(arena, ip_value, n);
        for (int p = 0; p < n && p < of->argument_count; p++)
            arguments[p] = value_of(arena, instances[i].program->parameters.items[p].type, of->arguments[p]);
        instances[i].arguments = instances[i].short_arguments = arguments;
    }
    anomaly->instances = instances;
    anomaly->instance_count = trial->count;
}

/* ---- statements ---- */

static bool writes(const ip_statement *statement)
{
    return statement->kind == IP_INSERT || statement->kind == IP_UPDATE || statement->kind == IP_DELETE ||
           statement->kind == IP_TRUNCATE;
}

static int overlap(ip_range a, ip_range b)
{
    size_t begin = a.begin > b.begin ? a.begin : b.begin, end = a.end < b.end ? a.end : b.end;
    return a.source && a.source == b.source && begin < end ? (int)(end - begin) : 0;
}

/* The program's statement for this code statement's access to the table: the two forms of a routine share their places
 * in the source. */
static int statement_of(const ip_program *program, const ip_code_statement *statement, const ip_table *table,
                        bool writer)
{
    int best = -1, best_score = -1;
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *candidate = &program->statements.items[s];
        bool touches = false;
        for (int q = 0; q < candidate->sources.count; q++)
            touches = touches || candidate->sources.items[q].table == table;
        bool target = candidate->sources.count && candidate->sources.items[0].table == table && writes(candidate);
        int common = statement ? overlap(candidate->range, statement->range) : 0;
        int score = (common ? 4 : 0) + (touches ? 2 : 0) + (writer == target);
        if (candidate->kind != IP_ABORT && score > best_score) {
            best = s;
            best_score = score;
        }
    }
    return best < 0 ? 0 : best;
}

static const ip_code_statement *code_statement(const ip_world *world, int instance, int step)
{
    const ip_world_step *found = ip_world_step_of(world, instance, step);
    return found ? found->statement : NULL;
}

/* ---- dependencies ---- */

static int columns_in_common(const ip_dependency *wanted, const ip_graph_edge *edge)
{
    for (int c = 0; c < wanted->column_count; c++)
        if (wanted->columns[c] == edge->column)
            return 1;
    return 0;
}

/* The model's own dependency comes first, then data before presence. */
static int fitness(const ip_dependency *wanted, const ip_world *world, const ip_graph_edge *edge)
{
    int score = edge->column == IP_EXISTS ? 0 : 1;
    if (edge->type != IP_RW)
        score += 2;
    if (!wanted)
        return score;
    bool same_table = wanted->table == ip_interpreter_rows_table(ip_world_all_rows(world), edge->row);
    if (same_table && wanted->type == edge->type)
        score += 8 + 16 * columns_in_common(wanted, edge);
    return score;
}

/* What the read that matters reads (decisive_read.h). snapshot -1: it is not known, and any read will do. */
typedef struct decisive {
    int reader, snapshot;
} decisive;

static bool is_decisive(const decisive *read, const ip_world *world, const ip_graph_edge *edge)
{
    return read->snapshot < 0 || edge->from != read->reader ||
           (edge->type == IP_RW && ip_replay_snapshot_of_step(world, edge->from, edge->from_step) == read->snapshot);
}

static const ip_graph_edge *choose(const ip_graph *graph, const ip_world *world, int from, int to,
                                   const ip_dependency *wanted, const decisive *read)
{
    const ip_graph_edge *best = NULL;
    for (int e = 0; e < graph->edges.count; e++) {
        const ip_graph_edge *edge = &graph->edges.items[e];
        if (edge->from == from && edge->to == to && is_decisive(read, world, edge) &&
            (!best || fitness(wanted, world, edge) > fitness(wanted, world, best)))
            best = edge;
    }
    return best;
}

/* Of two instances, the one overwriting a cell which it has read before the other wrote it: that write is lost,
 * whatever other dependencies they have. */
static bool lost_update(const ip_graph *graph, const ip_world *world, const decisive *decides,
                        const ip_graph_edge **read, const ip_graph_edge **overwrite)
{
    for (int a = 0; graph->count == 2 && a < graph->edges.count; a++)
        for (int b = 0; b < graph->edges.count; b++) {
            *read = &graph->edges.items[a];
            *overwrite = &graph->edges.items[b];
            if ((*read)->type == IP_RW && (*overwrite)->type == IP_WW && (*read)->to == (*overwrite)->from &&
                (*read)->row == (*overwrite)->row && (*read)->column == (*overwrite)->column &&
                (*read)->column != IP_EXISTS && is_decisive(decides, world, *read))
                return true;
        }
    return false;
}

static const ip_graph_edge *edge_between(const ip_graph *graph, const ip_world *world, int from, int to,
                                         const ip_dependency *wanted, const decisive *decides)
{
    const ip_graph_edge *read, *overwrite;
    bool split = ip_world_views_per_statement(ip_world_views(world), 0) ||
                 ip_world_views_per_statement(ip_world_views(world), 1);
    if (split && lost_update(graph, world, decides, &read, &overwrite))
        return read->from == from ? read : overwrite;
    return choose(graph, world, from, to, wanted, decides);
}

static void set_columns(ip_arena *arena, const ip_graph *graph, const ip_graph_edge *edge, const ip_dependency *wanted,
                        ip_dependency *d)
{
    if (wanted && wanted->table == d->table && wanted->type == d->type && columns_in_common(wanted, edge)) {
        d->columns = wanted->columns;
        d->column_count = wanted->column_count;
        return;
    }
    IP_VEC(int) columns = {0};
    for (int e = 0; e < graph->edges.count; e++) {
        const ip_graph_edge *other = &graph->edges.items[e];
        if (other->from == edge->from && other->to == edge->to && other->type == edge->type &&
            other->row == edge->row && (other->column == IP_EXISTS) == (edge->column == IP_EXISTS))
            IP_PUSH(arena, &columns, other->column);
    }
    d->columns = columns.items;
    d->column_count = columns.count;
}

static ip_dependency dependency_of(ip_arena *arena, const ip_trial *trial, const ip_trial_outcome *outcome,
                                   const ip_anomaly *anomaly, int from, int to, const ip_dependency *wanted,
                                   const decisive *read)
{
    const ip_world *world = outcome->world;
    const ip_graph_edge *edge = edge_between(&outcome->graph, world, from, to, wanted, read);
    ip_dependency d = {.from = from, .to = to, .type = edge->type};
    d.table = ip_interpreter_rows_table(ip_world_all_rows(world), edge->row);
    set_columns(arena, &outcome->graph, edge, wanted, &d);
    const int *key_columns;
    d.key_count = ip_interpreter_rows_key_columns(d.table, &key_columns);
    d.key_columns = key_columns;
    ip_value *key = IP_NEW_ARRAY(arena, ip_value, d.key_count);
    for (int k = 0; k < d.key_count; k++)
        key[k] = value_of(arena, d.table->columns.items[key_columns[k]].type,
                          ip_interpreter_rows_key(ip_world_all_rows(world), edge->row)[k]);
    d.key = key;
    (void)trial;
    d.from_statement = statement_of(anomaly->instances[from].program, code_statement(world, from, edge->from_step),
                                    d.table, edge->type != IP_RW);
    d.to_statement = statement_of(anomaly->instances[to].program, code_statement(world, to, edge->to_step), d.table,
                                  edge->type != IP_WR);
    return d;
}

/* The anomaly counts its instances along the cycle: instance i of the result is cycle[i] of the trial. */
static void along_cycle(ip_arena *arena, const ip_trial *trial, const ip_trial_outcome *outcome, int *number)
{
    (void)arena;
    for (int i = 0; i < trial->count; i++)
        number[outcome->cycle[i]] = i;
}

static const ip_dependency *wanted_between(const ip_subject *subject, const ip_trial *trial, int from, int to)
{
    const ip_anomaly *anomaly = subject->anomaly;
    for (int d = 0; d < anomaly->instance_count; d++)
        if (anomaly->dependencies[d].from == trial->instances[from].of &&
            anomaly->dependencies[d].to == trial->instances[to].of)
            return &anomaly->dependencies[d];
    return NULL;
}

static const ip_snapshot_sizes *snapshots_of(ip_arena *arena, const ip_trial *trial, const int *number)
{
    ip_snapshot_sizes *snapshots = IP_NEW_ARRAY(arena, ip_snapshot_sizes, trial->count);
    bool any = false;
    for (int i = 0; i < trial->count; i++) {
        if (!ip_level_has_statement_snapshots(trial->instances[i].level))
            continue;
        int *items = IP_NEW_ARRAY(arena, int, trial->cuts[i].count);
        if (trial->cuts[i].count)
            memcpy(items, trial->cuts[i].items, sizeof *items * (size_t)trial->cuts[i].count);
        snapshots[number[i]] = (ip_snapshot_sizes){trial->cuts[i].count, items};
        any = true;
    }
    return any ? snapshots : NULL;
}

static bool holds_number(ip_datum value, int64_t number)
{
    for (int i = 0; value.kind == IP_DATUM_ARRAY && i < value.count; i++)
        if (holds_number(value.as.items[i], number))
            return true;
    return value.kind == IP_DATUM_INTEGER && value.as.integer == number;
}

/* Everything that the instance reads is read after the other's commit. */
static bool begins_after(const ip_trial *trial, int instance, int other)
{
    int place = 0;
    while (trial->order[place] != other)
        place++;
    if (ip_level_has_statement_snapshots(trial->instances[instance].level) && trial->cuts[instance].count)
        return trial->cuts[instance].items[0] > place;
    return trial->visible[other * trial->count + instance];
}

/* Whether the program looks for rows of a table that has numbers of this sequence. false: it only inserts such rows, as
 * a log does, and an argument that happens to be one of their numbers is no guess. */
static bool looks_for_numbered(const ip_program *program, const ip_sequence_rule *rule)
{
    bool any = false, looks = false;
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *statement = &program->statements.items[s];
        for (int i = 0; i < statement->sources.count; i++) {
            const ip_table *table = statement->sources.items[i].table;
            bool numbered = false;
            for (int c = 0; c < table->columns.count && !numbered; c++) {
                const char *name = table->columns.items[c].sequence_name;
                numbered = name && strcmp(name, rule->name) == 0;
            }
            any = any || numbered;
            looks = looks || (numbered && (i > 0 || statement->kind != IP_INSERT));
        }
    }
    return looks || !any;
}

/* An argument is a number that another instance draws and has not committed before the call. */
static bool guesses_number(const ip_trial *trial, const ip_world *world)
{
    const ip_world_draws *draws = ip_world_draws_of(world);
    for (int d = 0; d < draws->count; d++) {
        const ip_world_draw *draw = &draws->items[d];
        int64_t number;
        for (int i = 0; i < trial->count && ip_catalog_sequence_number(draw->rule, draw->position, &number); i++)
            for (int a = 0; a < trial->instances[i].argument_count; a++)
                if (i != draw->instance && looks_for_numbered(trial->instances[i].program, draw->rule) &&
                    holds_number(trial->instances[i].arguments[a], number) && !begins_after(trial, i, draw->instance))
                    return true;
    }
    return false;
}

/* The first instance of a cycle of two whose read decides. */
static decisive decisive_read(ip_bench *bench, const ip_search_result *result)
{
    decisive read = {-1, -1};
    for (int i = 0; result->observable && i < result->trial.count && read.snapshot < 0; i++)
        read = (decisive){i, ip_replay_decisive_snapshot(bench, &result->trial, &result->outcome, i)};
    return read;
}

void ip_replay_confirm_anomaly(ip_arena *arena, const ip_subject *subject, ip_bench *bench,
                               const ip_search_result *result, ip_anomaly *anomaly)
{
    const ip_trial *trial = &result->trial;
    const ip_trial_outcome *outcome = &result->outcome;
    int n = trial->count, number[IP_WORLD_MOST];
    ip_anomaly confirmed = *anomaly;
    set_instances(arena, subject, trial, &confirmed);
    along_cycle(arena, trial, outcome, number);
    ip_dependency *dependencies = IP_NEW_ARRAY(arena, ip_dependency, n);
    const decisive read = decisive_read(bench, result);
    for (int i = 0; i < n; i++) {
        int from = outcome->cycle[i], to = outcome->cycle[(i + 1) % n];
        dependencies[i] =
            dependency_of(arena, trial, outcome, &confirmed, from, to, wanted_between(subject, trial, from, to), &read);
        dependencies[i].from = i;
        dependencies[i].to = (i + 1) % n;
    }
    ip_instance *instances = IP_NEW_ARRAY(arena, ip_instance, n);
    int *order = IP_NEW_ARRAY(arena, int, n);
    bool decided = result->equal_order && ip_trial_order_decided(trial);
    int *equal = decided ? IP_NEW_ARRAY(arena, int, n) : NULL;
    bool *visible = IP_NEW_ARRAY(arena, bool, n *n);
    for (int i = 0; i < n; i++) {
        instances[number[i]] = confirmed.instances[i];
        order[i] = number[trial->order[i]];
        if (equal)
            equal[i] = number[result->equal_order[i]];
        for (int j = 0; j < n; j++)
            visible[number[i] * n + number[j]] = trial->visible[i * n + j];
    }
    confirmed.snapshots = snapshots_of(arena, trial, number);
    confirmed.instances = instances;
    confirmed.dependencies = dependencies;
    confirmed.commit_order = order;
    confirmed.visible = visible;
    confirmed.kind = ip_anomaly_classify(&confirmed);
    confirmed.id = ip_anomaly_fingerprint(arena, &confirmed);
    confirmed.replay =
        (ip_replay){.status = IP_REPLAY_CONFIRMED, .observable = result->observable, .equal_serial_order = equal};
    confirmed.replay.rows_differ = result->observable && ip_trial_rows_differ(bench, trial, outcome);
    confirmed.replay.guesses_number = guesses_number(trial, outcome->world);
    if (result->observable)
        confirmed.replay.serial = ip_trial_serial_results_of(arena, bench, trial, outcome, number);
    confirmed.replay.schedule =
        ip_replay_schedule_of_run(arena, bench, result, number, &confirmed, &confirmed.replay.in_time);
    *anomaly = confirmed;
}
