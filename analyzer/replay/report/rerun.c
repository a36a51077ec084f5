/* Runs a confirmed anomaly in memory again, from the data in the report. */
#include "replay/report/rerun.h"

#include "replay/trial/trial_run.h"

#include <string.h>

typedef struct rerun {
    ip_arena *arena;
    const ip_workload *workload;
    const ip_reported_anomaly *anomaly;
    const char *why;
} rerun;

static bool fail(rerun *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(rerun *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->why = ip_arena_vprintf(r->arena, format, args);
    va_end(args);
    return false;
}

static bool read_datum(rerun *r, ip_code_type type, const char *text, const char *what, ip_datum *value)
{
    const char *error = NULL;
    *value = (ip_datum){.kind = IP_DATUM_NULL};
    if (text)
        *value = ip_value_datum_parse(r->arena, &type, text, &error);
    return !error || fail(r, "%s: %s", what, error);
}

/* The report's arguments are those of the program's parameters, in order: the ones that are in. */
static bool read_arguments(rerun *r, const ip_reported_instance *from, ip_trial_instance *to)
{
    const ip_code *code = to->code;
    ip_datum *values = IP_NEW_ARRAY(r->arena, ip_datum, code->parameter_count);
    for (int p = 0; p < code->parameter_count; p++) {
        if (!code->in.items[p])
            continue;
        if (to->argument_count == from->arguments.count)
            return fail(r, "%s lacks arguments", from->id);
        const ip_reported_argument *argument = &from->arguments.items[to->argument_count];
        const char *what = ip_arena_printf(r->arena, "%s, argument %s", from->id, argument->parameter);
        ip_code_type type = code->variables.items[p].type;
        /* A script's variable has the type of its use, which the program knows. */
        if (code->script && to->argument_count < to->program->parameters.count)
            type = ip_value_code_type_of(to->program->parameters.items[to->argument_count].type);
        if (!read_datum(r, type, argument->text, what, &values[to->argument_count++]))
            return false;
    }
    to->arguments = values;
    return to->argument_count == from->arguments.count || fail(r, "%s has too many arguments", from->id);
}

static bool read_instance(rerun *r, int index, const ip_level *level, ip_trial_instance *to)
{
    const ip_reported_instance *from = &r->anomaly->instances.items[index];
    *to = (ip_trial_instance){.of = index, .level = level};
    to->program = ip_program_workload_program(r->workload, from->transaction);
    if (!to->program)
        return fail(r, "the files have no transaction %s", from->transaction);
    to->code = to->program->code;
    if (!to->code || to->code->why_not)
        return fail(r, "%s is not run in memory: %s", from->transaction,
                    to->code ? to->code->why_not : "it could not be read");
    return read_arguments(r, from, to);
}

static bool read_row(rerun *r, const ip_schedule_row *from, ip_client_row *to)
{
    to->table = ip_catalog_schema_table(&r->workload->schema, from->table);
    if (!to->table)
        return fail(r, "the files have no table %s", from->table);
    ip_datum *values = IP_NEW_ARRAY(r->arena, ip_datum, to->table->columns.count);
    for (int i = 0; i < from->count; i++) {
        int column = ip_catalog_table_column(to->table, from->columns[i]);
        const char *what = ip_arena_printf(r->arena, "initial row of %s, %s", from->table, from->columns[i]);
        if (column < 0)
            return fail(r, "%s: there is no such column", what);
        if (!read_datum(r, ip_value_code_type_of_column(&to->table->columns.items[column]), from->values[i], what,
                        &values[column]))
            return false;
    }
    to->values = values;
    return true;
}

/* The numbers in the report; if it has none, each instance has its own range. */
static void read_draws(rerun *r, ip_trial *trial)
{
    const ip_schedule *schedule = r->anomaly->schedule;
    ip_world_draws *draws = IP_NEW(r->arena, ip_world_draws);
    for (int d = 0; d < schedule->draws.count; d++) {
        const ip_schedule_draw *from = &schedule->draws.items[d];
        ip_sequence_rule *rule = IP_NEW(r->arena, ip_sequence_rule);
        *rule = ip_catalog_sequence_rule_plain(from->sequence);
        ip_world_draw draw = {.instance = from->instance, .rule = rule, .position = from->position};
        for (int e = 0; e < draws->count; e++)
            draw.drawn +=
                draws->items[e].instance == from->instance && strcmp(draws->items[e].rule->name, from->sequence) == 0;
        IP_PUSH(r->arena, draws, draw);
    }
    trial->draws = draws->count ? draws : NULL;
    trial->sequence_order = schedule->sequence_order.count ? schedule->sequence_order.items : NULL;
    trial->sequence_order_count = schedule->sequence_order.count;
}

static bool read_trial(rerun *r, const ip_level *const *levels, ip_trial *trial)
{
    const ip_reported_anomaly *anomaly = r->anomaly;
    int n = anomaly->instances.count;
    if (!anomaly->commit_order)
        return fail(r, "the report does not say in which order its instances commit");
    if (n > IP_WORLD_MOST)
        return fail(r, "more than %d instances", IP_WORLD_MOST);
    *trial = (ip_trial){.count = n, .instances = IP_NEW_ARRAY(r->arena, ip_trial_instance, n)};
    trial->order = IP_NEW_ARRAY(r->arena, int, n);
    trial->visible = IP_NEW_ARRAY(r->arena, bool, n *n);
    memcpy(trial->order, anomaly->commit_order, sizeof *trial->order * (size_t)n);
    memcpy(trial->visible, anomaly->visible, sizeof *trial->visible * (size_t)(n * n));
    trial->cuts = (ip_snapshot_sizes *)anomaly->snapshots;
    for (int i = 0; i < n; i++)
        if (!read_instance(r, i, levels[i], &trial->instances[i]))
            return false;
    for (int i = 0; i < anomaly->schedule->initial_rows.count; i++) {
        ip_client_row row;
        if (!read_row(r, &anomaly->schedule->initial_rows.items[i], &row))
            return false;
        IP_PUSH(r->arena, &trial->rows, row);
    }
    read_draws(r, trial);
    return true;
}

ip_rerun ip_replay_report_rerun_anomaly(ip_arena *arena, const ip_workload *workload,
                                        const ip_reported_anomaly *anomaly, const ip_level *const *levels)
{
    rerun r = {arena, workload, anomaly, NULL};
    ip_trial trial;
    if (!read_trial(&r, levels, &trial))
        return (ip_rerun){IP_RERUN_UNABLE, r.why};
    ip_interpreter *interpreter = ip_exec_interpreter_new(&workload->schema);
    ip_bench bench = {.arena = arena,
                      .schema = &workload->schema,
                      .interpreter = interpreter,
                      .inserter = ip_trial_row_inserter_new(arena, &workload->schema, interpreter)};
    ip_trial_outcome outcome = ip_trial_run(&bench, &trial);
    ip_rerun result = {IP_RERUN_CONFIRMED, NULL};
    if (outcome.end != IP_TRIAL_CYCLE) {
        result.end = outcome.end == IP_TRIAL_UNABLE ? IP_RERUN_UNABLE : IP_RERUN_REFUTED;
        result.why = outcome.why;
    } else if (outcome.length != trial.count) {
        result = (ip_rerun){IP_RERUN_REFUTED, "only a part of its instances are on a cycle"};
    }
    if (outcome.world)
        ip_world_free(outcome.world);
    ip_exec_interpreter_free(interpreter);
    return result;
}
