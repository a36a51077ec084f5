/* Runs one concrete client once, and looks for a cycle that the levels allow. */
#include "replay/trial/trial_run.h"

#include "replay/world/allowed.h"

#include <string.h>

enum { MOST_ROUNDS = 8 };

static ip_snapshot_sizes *copy_cuts(ip_arena *arena, const ip_snapshot_sizes *cuts, int count)
{
    if (!cuts)
        return NULL;
    ip_snapshot_sizes *copy = IP_NEW_ARRAY(arena, ip_snapshot_sizes, count);
    for (int i = 0; i < count; i++) {
        int *items = IP_NEW_ARRAY(arena, int, cuts[i].count);
        if (cuts[i].count)
            memcpy(items, cuts[i].items, sizeof *items * (size_t)cuts[i].count);
        copy[i] = (ip_snapshot_sizes){cuts[i].count, items};
    }
    return copy;
}

ip_trial ip_trial_copy(ip_arena *arena, const ip_trial *trial)
{
    ip_trial copy = *trial;
    int n = trial->count;
    copy.instances = IP_NEW_ARRAY(arena, ip_trial_instance, n);
    copy.order = IP_NEW_ARRAY(arena, int, n);
    copy.visible = IP_NEW_ARRAY(arena, bool, n *n);
    memcpy(copy.order, trial->order, sizeof *copy.order * (size_t)n);
    memcpy(copy.visible, trial->visible, sizeof *copy.visible * (size_t)(n * n));
    copy.cuts = copy_cuts(arena, trial->cuts, n);
    if (trial->turns) {
        int *turns = IP_NEW_ARRAY(arena, int, n);
        memcpy(turns, trial->turns, sizeof *turns * (size_t)n);
        copy.turns = turns;
    }
    if (trial->sequence_order) {
        int *uses = IP_NEW_ARRAY(arena, int, trial->sequence_order_count);
        memcpy(uses, trial->sequence_order, sizeof *uses * (size_t)trial->sequence_order_count);
        copy.sequence_order = uses;
    }
    for (int i = 0; i < n; i++) {
        ip_trial_instance *instance = &copy.instances[i];
        *instance = trial->instances[i];
        instance->arguments = IP_NEW_ARRAY(arena, ip_datum, instance->argument_count);
        for (int a = 0; a < instance->argument_count; a++)
            instance->arguments[a] = ip_value_datum_copy(arena, trial->instances[i].arguments[a]);
    }
    memset(&copy.rows, 0, sizeof copy.rows);
    for (int r = 0; r < trial->rows.count; r++) {
        const ip_client_row *row = &trial->rows.items[r];
        ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, row->table->columns.count);
        for (int c = 0; c < row->table->columns.count; c++)
            values[c] = ip_value_datum_copy(arena, row->values[c]);
        ip_client_row whole = {row->table, values};
        IP_PUSH(arena, &copy.rows, whole);
    }
    return copy;
}

void ip_trial_keep_outcome(ip_arena *arena, ip_trial_outcome *outcome)
{
    ip_graph graph = {.count = outcome->graph.count};
    for (int e = 0; e < outcome->graph.edges.count; e++)
        IP_PUSH(arena, &graph.edges, outcome->graph.edges.items[e]);
    outcome->graph = graph;
    int *cycle = IP_NEW_ARRAY(arena, int, graph.count);
    memcpy(cycle, outcome->cycle, sizeof *cycle * (size_t)outcome->length);
    outcome->cycle = cycle;
    ip_timing timing = {.cuts = copy_cuts(arena, outcome->timing.cuts, graph.count), .within = outcome->timing.within};
    for (int a = 0; a < outcome->timing.acts.count; a++)
        IP_PUSH(arena, &timing.acts, outcome->timing.acts.items[a]);
    if (outcome->timing.visible) {
        timing.visible = IP_NEW_ARRAY(arena, bool, graph.count *graph.count);
        memcpy(timing.visible, outcome->timing.visible, sizeof(bool) * (size_t)(graph.count * graph.count));
    }
    outcome->timing = timing;
}

static ip_world *prepare(ip_bench *bench, const ip_trial *trial, int *failed, const char **why)
{
    ip_world *world = ip_world_new(bench->schema, trial->count);
    for (int i = 0; i < trial->count; i++) {
        ip_world_set_instance(world, i, (ip_world_instance){trial->instances[i].code, trial->instances[i].arguments});
        ip_world_set_level(world, i, trial->instances[i].level);
    }
    ip_world_set_visibility(world, trial->order, trial->visible);
    ip_world_set_snapshot_sizes(world, trial->cuts);
    ip_world_set_draws(world, trial->draws);
    ip_world_set_turns(world, trial->turns);
    ip_world_set_sequence_order(world, trial->sequence_order, trial->sequence_order_count);
    if (trial->satisfies_constraints) {
        ip_trial_initial_rows_give(&trial->rows, world);
        return world;
    }
    if (ip_trial_initial_rows_insert(bench->arena, bench->inserter, &trial->rows, world, failed, why))
        return world;
    ip_world_free(world);
    return NULL;
}

ip_world *ip_trial_world(ip_bench *bench, const ip_trial *trial)
{
    int failed;
    const char *why;
    return prepare(bench, trial, &failed, &why);
}

/* Scans of earlier instances also read rows that a later instance inserts, as absent: the run is repeated until there
 * are no new rows. */
static int run_settled(ip_bench *bench, ip_world *world)
{
    int failed = -1;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int rows = ip_interpreter_rows_count(ip_world_rows(world));
        failed = ip_world_run(world, bench->interpreter);
        bench->runs++;
        if (failed >= 0 || ip_interpreter_rows_count(ip_world_rows(world)) == rows)
            break;
    }
    return failed;
}

void ip_trial_note_unfinished(ip_bench *bench, const ip_program *program, const ip_run_outcome *ended)
{
    ip_unfinished *first = bench->unfinished;
    if (!first || first->why || !ended->unknown)
        return;
    first->program = program->name;
    first->why = ip_arena_strdup(first->arena, ended->message);
    first->where = ended->range;
}

static void report_failure(ip_bench *bench, const ip_trial *trial, const ip_world *world, int instance,
                           ip_trial_outcome *outcome)
{
    const ip_run_outcome *ended = ip_world_outcome(world, instance);
    ip_trial_note_unfinished(bench, trial->instances[instance].program, ended);
    outcome->instance = instance;
    outcome->where = ended->range;
    outcome->end = ended->end == IP_RUN_UNABLE || ended->end == IP_RUN_TOO_LONG ? IP_TRIAL_UNABLE : IP_TRIAL_ABORTS;
    outcome->why = ended->message ? ip_arena_strdup(bench->arena, ended->message) : "it does not commit";
}

static bool satisfies_levels(ip_bench *bench, const ip_trial *trial, const ip_world *world, const ip_trial_outcome *run)
{
    ip_allowed_extra *extras = IP_NEW_ARRAY(bench->arena, ip_allowed_extra, bench->pair_count);
    for (int p = 0; p < bench->pair_count; p++) {
        bool *in_a = IP_NEW_ARRAY(bench->arena, bool, trial->count);
        bool *in_b = IP_NEW_ARRAY(bench->arena, bool, trial->count);
        for (int i = 0; i < trial->count; i++) {
            in_a[i] = trial->instances[i].program == bench->pairs[p].a;
            in_b[i] = trial->instances[i].program == bench->pairs[p].b;
        }
        extras[p] = (ip_allowed_extra){bench->pairs[p].level, in_a, in_b};
    }
    return ip_world_allowed(bench->arena, world, &run->graph, run->timing.cuts,
                            run->timing.visible ? run->timing.visible : trial->visible, extras, bench->pair_count);
}

static bool allowed(ip_bench *bench, const ip_trial *trial, ip_world *world, ip_trial_outcome *outcome)
{
    outcome->why = "no order in time of its statements and commits gives them what each would have to see";
    if (!ip_world_has_settled(world))
        return false;
    if (ip_world_views_of_engine(ip_world_views(world)) &&
        !ip_schedule_timing_find(bench->arena, world, bench->interpreter, &outcome->timing))
        return false;
    outcome->why = "the level does not allow what each instance would have to see";
    return satisfies_levels(bench, trial, world, outcome);
}

ip_client_rows ip_trial_rows_after(ip_arena *arena, const ip_world *world, int commits)
{
    const ip_rows *all = ip_world_all_rows(world);
    ip_client_rows rows = {0};
    for (int r = 0; r < ip_interpreter_rows_count(all); r++) {
        ip_datum there;
        if (!ip_world_after(world, commits, r, IP_EXISTS, &there) || !there.as.boolean)
            continue;
        const ip_table *table = ip_interpreter_rows_table(all, r);
        ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, table->columns.count);
        for (int c = 0; c < table->columns.count; c++)
            if (!ip_world_after(world, commits, r, c, &values[c]))
                ip_trial_decided_value(world, r, c, &values[c]);
        ip_client_row row = {table, values};
        IP_PUSH(arena, &rows, row);
    }
    return rows;
}

static bool has_written(const ip_world *world, int instance)
{
    const ip_world_writes *writes = ip_world_writes_of(world);
    for (int w = 0; w < writes->count; w++)
        if (writes->items[w].instance == instance)
            return true;
    return false;
}

/* Foreign keys and unique keys are checked against everything committed, regardless of snapshots: the state after each
 * commit must satisfy them. The initial state does, and so does each that a commit leaves as it was. */
static bool states_lawful(ip_bench *bench, const ip_world *world, const char **why)
{
    int failed;
    for (int commits = 1; commits <= ip_world_count(world); commits++) {
        if (!has_written(world, ip_world_order(world)[commits - 1]))
            continue;
        ip_client_rows rows = ip_trial_rows_after(bench->arena, world, commits);
        ip_world *next = ip_world_new(bench->schema, 1);
        bool satisfies_constraints =
            ip_trial_initial_rows_insert(bench->arena, bench->inserter, &rows, next, &failed, why);
        ip_world_free(next);
        if (!satisfies_constraints)
            return false;
    }
    return true;
}

static bool holds_random_value(const ip_client_row *row)
{
    for (int c = 0; c < row->table->columns.count; c++)
        if (ip_builtin_is_random_uuid(row->values[c]))
            return true;
    return false;
}

ip_trial_outcome ip_trial_run(ip_bench *bench, const ip_trial *trial)
{
    ip_trial_outcome outcome = {.end = IP_TRIAL_ROWS, .instance = -1};
    if (!ip_world_assumed_holds(bench->assumed, bench->assumed_count, &trial->rows)) {
        outcome.why = "rows would not be below the counter that their keys are drawn from, as is assumed";
        return outcome;
    }
    for (int r = 0; r < trial->rows.count; r++)
        if (holds_random_value(&trial->rows.items[r])) {
            outcome.why = "a row would hold a random value before it is drawn";
            return outcome;
        }
    ip_world *world = prepare(bench, trial, &outcome.row, &outcome.why);
    if (!world)
        return outcome;
    int failed = run_settled(bench, world);
    if (failed >= 0) {
        report_failure(bench, trial, world, failed, &outcome);
        ip_world_free(world);
        return outcome;
    }
    outcome.choices = ip_trial_snapshot_choices_of(bench->arena, world);
    ip_world_sequence_uses(world, bench->arena, &outcome.uses);
    ip_world_graph_build(bench->arena, world, &outcome.graph);
    if (!allowed(bench, trial, world, &outcome)) {
        outcome.end = IP_TRIAL_FORBIDDEN;
    } else {
        outcome.cycle = IP_NEW_ARRAY(bench->arena, int, trial->count);
        ip_world_graph_add_sequences(bench->arena, world, &outcome.uses, &outcome.graph);
        for (int values = 0; values < 2 && (!values || outcome.length); values++) {
            ip_world_graph_keep_noticed(bench->arena, world, bench->interpreter, values, &outcome.graph);
            outcome.length = ip_world_graph_cycle(&outcome.graph, outcome.cycle);
        }
        outcome.end = outcome.length ? IP_TRIAL_CYCLE : IP_TRIAL_ACYCLIC;
        outcome.why = outcome.length ? NULL : "every run that was tried is serializable";
        if (outcome.length && !states_lawful(bench, world, &outcome.why))
            outcome.end = IP_TRIAL_FORBIDDEN;
    }
    if (outcome.end == IP_TRIAL_CYCLE)
        outcome.world = world;
    else
        ip_world_free(world);
    return outcome;
}
