/* A run as a schedule: statements with their values, in an order in which they could be sent. */
#include "replay/search/schedule_of_run.h"

#include "base/words.h"
#include "replay/search/numbering.h"

#include <string.h>

typedef struct schedule_builder {
    ip_arena *arena;
    ip_schedule *schedule;
    const ip_trial *trial;
    const ip_world *world;
    const int *number;
    bool in_time;
    ip_schedule_acts *acts;       /* NULL: not asked for */
    int of[IP_WORLD_MOST];        /* instance of the anomaly → of the trial */
    int returning[IP_WORLD_MOST]; /* instance of the trial → the statement that it waits in, with which blocks may end
                                   */
} schedule_builder;

/* ---- rows ---- */

static bool initial_row(const ip_world *world, int row)
{
    ip_datum there;
    return ip_world_initial(world, row, IP_EXISTS, &there) && there.kind == IP_DATUM_BOOLEAN && there.as.boolean;
}

static bool final_row(const ip_world *world, int row)
{
    ip_datum there;
    return ip_world_final(world, row, IP_EXISTS, &there) && there.kind == IP_DATUM_BOOLEAN && there.as.boolean;
}

static void add_row(schedule_builder *t, int row, bool final)
{
    const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(t->world), row);
    int n = table->columns.count;
    const char **columns = IP_NEW_ARRAY(t->arena, const char *, n), **values = IP_NEW_ARRAY(t->arena, const char *, n);
    for (int c = 0; c < n; c++) {
        ip_datum value = {.kind = IP_DATUM_NULL};
        columns[c] = table->columns.items[c].name;
        if (!final || !ip_world_final(t->world, row, c, &value))
            ip_trial_decided_value(t->world, row, c, &value);
        values[c] = value.kind == IP_DATUM_NULL ? NULL : ip_value_datum_text(t->arena, value);
    }
    if (final)
        ip_schedule_add_final_row(t->schedule, table->name, n, columns, values);
    else
        ip_schedule_add_initial_row(t->schedule, table->name, n, columns, values);
}

/* Initial rows come in the order of their keys, as scans in memory return them. A server that inserts them in this
 * order is likely to return the same where the order is unspecified, in array_agg for instance. */
static void add_rows(schedule_builder *t, const ip_schema *schema)
{
    const ip_rows *rows = ip_world_all_rows(t->world);
    int count = ip_interpreter_rows_count(rows);
    for (int i = 0; i < schema->tables.count; i++) {
        const int *in_key_order;
        int of_table = ip_interpreter_rows_of(rows, schema->tables.items[i], &in_key_order);
        for (int r = 0; r < of_table; r++)
            if (initial_row(t->world, in_key_order[r]))
                add_row(t, in_key_order[r], false);
    }
    for (int r = 0; r < count; r++)
        if (final_row(t->world, r))
            add_row(t, r, true);
    t->schedule->has_final = true;
}

/* ---- steps ---- */

static void expect(schedule_builder *t, const ip_world_step *from, ip_schedule_step *step)
{
    bool no_columns = from->column_count == 0 && (!from->statement->write || from->statement->creates); /* LOCK TABLE */
    if (!from->has_result || no_columns || from->statement->move)
        return;
    bool is_write = from->statement->write != NULL && from->column_count == 0;
    if (is_write) {
        step->expect = (ip_outcome){.kind = IP_OUTCOME_CHANGED, .changed = from->row_count};
        return;
    }
    int n = from->row_count * from->column_count;
    const char **values = IP_NEW_ARRAY(t->arena, const char *, n);
    for (int i = 0; i < n; i++)
        values[i] = from->rows[i].kind == IP_DATUM_NULL
                        ? NULL
                        : ip_arena_strdup(t->arena, ip_value_datum_text(t->arena, from->rows[i]));
    step->expect = (ip_outcome){
        .kind = IP_OUTCOME_ROWS, .row_count = from->row_count, .column_count = from->column_count, .values = values};
}

static bool has_own_snapshots(const schedule_builder *t, int instance)
{
    return ip_level_has_statement_snapshots(t->trial->instances[instance].level);
}

static ip_schedule_step *add_step(schedule_builder *t, int instance, ip_step_kind kind)
{
    ip_schedule_step *step = ip_schedule_add_step(t->schedule, t->number[instance], kind);
    if (t->acts && kind == IP_STEP_COMMIT)
        IP_PUSH(t->arena, t->acts, ((ip_schedule_act){instance, IP_SCHEDULE_COMMIT, false}));
    step->takes_snapshot = t->in_time && kind == (has_own_snapshots(t, instance) ? IP_STEP_STATEMENT : IP_STEP_BEGIN);
    return step;
}

/* PL/pgSQL evaluates an expression as the text after SELECT, including FROM. */
static bool is_expression(const ip_code_statement *statement)
{
    return !statement->query && !statement->write && statement->kind != IP_CODE_CALL_PROCEDURE &&
           statement->kind != IP_CODE_LOCK_TABLE && statement->kind != IP_CODE_SET_CONSTRAINTS &&
           statement->kind != IP_CODE_FETCH && statement->kind != IP_CODE_CLOSE &&
           (statement->kind < IP_CODE_CREATE_TABLE || statement->kind > IP_CODE_EMPTY_TABLES);
}

/* An expression with a FROM clause (x := v FROM t) is NULL if no row is found. */
static const char *sent(schedule_builder *t, const ip_world_step *from)
{
    const ip_code_expr *expr = from->statement->expr;
    if (!is_expression(from->statement))
        return ip_arena_strdup(t->arena, from->text);
    bool bare = expr && expr->kind == IP_CODE_SCALAR && from->text[0] != '(';
    return ip_arena_printf(t->arena, bare ? "SELECT (SELECT %s)" : "SELECT %s", from->text);
}

/* ---- blocks that are undone ---- */

/* The block's first or last statement in the schedule; -1: none. */
static int sent_statement(const schedule_builder *t, const ip_world_block *block, bool last)
{
    const ip_world_steps *steps = ip_world_steps_of(t->world);
    int found = -1;
    for (int s = block->first; s < block->end && (last || found < 0); s++)
        if (steps->items[s].text && steps->items[s].depth == 0)
            found = s;
    return found;
}

static bool is_undone(const ip_world_block *block)
{
    return block->end >= 0 && block->sqlstate;
}

/* Its name differs from those of the instance's other blocks. */
static void add_savepoint(schedule_builder *t, int block, const char *command)
{
    const ip_world_block *blocks = ip_world_blocks_of(t->world)->items;
    int number = 1;
    for (int b = 0; b < block; b++)
        number += blocks[b].instance == blocks[block].instance && is_undone(&blocks[b]);
    ip_schedule_step *step = add_step(t, blocks[block].instance, IP_STEP_STATEMENT);
    step->text = ip_arena_printf(t->arena, "%sSAVEPOINT block%d", command, number);
    step->takes_snapshot = false;
}

static void begin_blocks(schedule_builder *t, int statement)
{
    const ip_world_blocks *blocks = ip_world_blocks_of(t->world);
    for (int b = 0; b < blocks->count; b++)
        if (is_undone(&blocks->items[b]) && sent_statement(t, &blocks->items[b], false) == statement)
            add_savepoint(t, b, "");
}

static void end_blocks(schedule_builder *t, int statement)
{
    const ip_world_blocks *blocks = ip_world_blocks_of(t->world);
    for (int b = blocks->count - 1; b >= 0; b--)
        if (is_undone(&blocks->items[b]) && sent_statement(t, &blocks->items[b], true) == statement)
            add_savepoint(t, b, "ROLLBACK TO ");
}

/* The error by which the statement has undone a block; NULL: none. */
static const char *error_of(const schedule_builder *t, int statement)
{
    const ip_world_blocks *blocks = ip_world_blocks_of(t->world);
    const ip_world_steps *steps = ip_world_steps_of(t->world);
    for (int b = 0; b < blocks->count && !steps->items[statement].has_result; b++) {
        int last = blocks->items[b].end - 1;
        while (last > statement && steps->items[last].depth > 0)
            last--;
        if (is_undone(&blocks->items[b]) && last == statement)
            return blocks->items[b].sqlstate;
    }
    return NULL;
}

/* Once it is over, what it has waited in. */
static void return_now(schedule_builder *t, int instance)
{
    if (t->returning[instance] >= 0)
        end_blocks(t, t->returning[instance]);
    t->returning[instance] = -1;
}

static void return_all(schedule_builder *t)
{
    for (int i = 0; i < t->trial->count; i++)
        return_now(t, i);
}

/* ---- statements ---- */

static void add_statement(schedule_builder *t, const ip_world_step *from, bool waits)
{
    if (!from->text)
        return;
    ip_schedule_step *step = add_step(t, from->instance, IP_STEP_STATEMENT);
    step->text = sent(t, from);
    step->statement = from->statement->id;
    step->waits = waits;
    step->takes_snapshot = step->takes_snapshot && ip_code_takes_snapshot(from->statement);
    ip_schedule_place(step, from->statement->range);
    expect(t, from, step);
}

/* Adds the statement with the commands of the blocks that begin before it and end after it: as soon as a block is over,
 * so that others get its locks. */
static void add_own(schedule_builder *t, int statement, bool waits)
{
    const ip_world_step *from = &ip_world_steps_of(t->world)->items[statement];
    const char *error = from->text ? error_of(t, statement) : NULL;
    return_now(t, from->instance);
    begin_blocks(t, statement);
    add_statement(t, from, waits);
    if (t->acts && from->text)
        IP_PUSH(t->arena, t->acts, ((ip_schedule_act){from->instance, from->step, waits}));
    if (error)
        t->schedule->steps.items[t->schedule->steps.count - 1].expect =
            (ip_outcome){.kind = IP_OUTCOME_ERROR, .sqlstate = ip_arena_strdup(t->arena, error)};
    t->returning[from->instance] = statement;
    if (!waits)
        return_now(t, from->instance);
}

/* The earlier transactions of sessions, each alone. */
static void add_pasts(schedule_builder *t)
{
    const ip_world_pasts *pasts = ip_world_pasts_of(t->world);
    bool begun = false;
    for (int p = 0; p < pasts->count; p++) {
        const ip_world_past *past = &pasts->items[p];
        if (!begun)
            add_step(t, past->step.instance, IP_STEP_BEGIN);
        begun = past->step.statement != NULL;
        if (begun)
            add_statement(t, &past->step, false);
        else
            add_step(t, past->step.instance, past->committed ? IP_STEP_COMMIT : IP_STEP_ABORT);
    }
}

static void add_statements(schedule_builder *t, int instance)
{
    const ip_world_steps *steps = ip_world_steps_of(t->world);
    for (int s = 0; s < steps->count; s++)
        if (steps->items[s].instance == instance)
            add_own(t, s, false);
}

/* The number of commits in the snapshot, if it is a prefix of the commits; -1: it is not. */
static int prefix(const ip_trial *trial, const int *order, int instance)
{
    int n = trial->count, seen = 0;
    while (seen < n && trial->visible[order[seen] * n + instance])
        seen++;
    for (int o = seen; o < n && order[o] != instance; o++)
        if (trial->visible[order[o] * n + instance])
            return -1;
    return seen;
}

static void add_steps(schedule_builder *t, const int *order)
{
    int n = t->trial->count;
    for (int done = 0; done <= n; done++) { /* so many have committed */
        for (int o = 0; o < n; o++) {
            int i = order[o], begins = t->in_time ? prefix(t->trial, order, i) : o;
            if (begins != done)
                continue;
            add_step(t, i, IP_STEP_BEGIN);
            add_statements(t, i);
        }
        if (done < n)
            add_step(t, order[done], IP_STEP_COMMIT);
    }
}

static void add_acts(schedule_builder *t, const ip_timing *timing)
{
    for (int a = 0; a < timing->acts.count; a++) {
        const ip_act *act = &timing->acts.items[a];
        if (act->kind == IP_ACT_STATEMENT) {
            add_own(t, act->step, act->waits);
            continue;
        }
        return_now(t, act->instance);
        add_step(t, act->instance, act->kind == IP_ACT_BEGIN ? IP_STEP_BEGIN : IP_STEP_COMMIT);
        if (act->kind == IP_ACT_COMMIT)
            return_all(t);
    }
}

/* ---- all ---- */

static const char *arguments_text(ip_arena *arena, const ip_trial_instance *instance)
{
    const char *text = "";
    for (int a = 0; a < instance->argument_count; a++)
        text = ip_arena_printf(arena, "%s%s%s", text, a ? ", " : "",
                               ip_value_datum_literal(arena, instance->arguments[a], NULL));
    return text;
}

static void report_steps(schedule_builder *t, const ip_search_result *result)
{
    t->in_time = !result->outcome.timing.within;
    for (int i = 0; i < t->trial->count && !result->outcome.timing.acts.count; i++)
        t->in_time = t->in_time && prefix(t->trial, result->trial.order, i) >= 0;
    memset(t->returning, -1, sizeof t->returning);
    add_pasts(t);
    if (result->outcome.timing.acts.count && t->in_time)
        add_acts(t, &result->outcome.timing);
    else
        add_steps(t, result->trial.order);
}

bool ip_replay_order_of_run(ip_arena *arena, ip_bench *bench, const ip_search_result *result, ip_schedule_acts *acts)
{
    int number[IP_WORLD_MOST];
    schedule_builder t = {.arena = arena, .trial = &result->trial, .number = number, .world = result->outcome.world};
    t.schedule = ip_schedule_new(arena);
    ip_world_keep_texts(result->outcome.world, true);
    ip_world_run(result->outcome.world, bench->interpreter);
    for (int i = 0; i < t.trial->count; i++)
        number[i] = ip_schedule_add_instance(t.schedule, "", "", "", NULL);
    t.acts = acts;
    report_steps(&t, result);
    return t.in_time;
}

/* Draws that reserve the next numbers of a sequence for a session. */
static void add_sequences(schedule_builder *t)
{
    const ip_world_draws *draws = ip_world_draws_of(t->world);
    int n = t->trial->count;
    for (int d = 0; d < draws->count && !t->trial->draws; d++) {
        const ip_sequence_rule *rule = draws->items[d].rule;
        bool met = ip_world_is_set(t->world, rule);
        for (int e = 0; e < d; e++)
            met = met || strcmp(draws->items[e].rule->name, rule->name) == 0;
        if (met)
            continue;
        ip_schedule_sequence sequence = {.name = ip_table_identifier(t->arena, rule->name),
                                         .block = ip_catalog_sequence_block(rule, n)};
        long long *before = IP_NEW_ARRAY(t->arena, long long, n);
        for (int i = 0; i < n; i++) {
            int64_t number = 0;
            ip_catalog_sequence_number(rule, (i + 1) * sequence.block - 1, &number);
            before[i] = number;
        }
        sequence.before = before;
        IP_PUSH(t->arena, &t->schedule->sequences, sequence);
    }
}

static void add_draws(schedule_builder *t)
{
    const ip_world_draws *draws = ip_world_draws_of(t->world);
    for (int i = 0; i < t->trial->count; i++)
        for (int d = 0; d < draws->count; d++) {
            const ip_world_draw *draw = &draws->items[d];
            if (draw->instance == t->of[i] && draw->position >= 0)
                IP_PUSH(t->arena, &t->schedule->draws,
                        ((ip_schedule_draw){i, ip_arena_strdup(t->arena, draw->rule->name), draw->position}));
        }
}

static void add_sequence_order(schedule_builder *t)
{
    for (int o = 0; o < t->trial->sequence_order_count; o++)
        IP_PUSH(t->arena, &t->schedule->sequence_order, t->number[t->trial->sequence_order[o]]);
}

/* Whether numbers do not rise in the schedule. */
static void add_cached(schedule_builder *t)
{
    const ip_world_draws *draws = ip_world_draws_of(t->world);
    for (int d = 0; d < draws->count; d++) {
        const char *name = draws->items[d].rule->name;
        bool met = false;
        for (int e = 0; e < d; e++)
            met = met || strcmp(draws->items[e].rule->name, name) == 0;
        if (!met && !ip_replay_numbers_rise(t->world, t->acts, name))
            IP_PUSH(t->arena, &t->schedule->cached, ip_arena_strdup(t->arena, name));
    }
}

const ip_schedule *ip_replay_schedule_of_run(ip_arena *arena, ip_bench *bench, const ip_search_result *result,
                                             const int *number, const ip_anomaly *anomaly, bool *in_time)
{
    schedule_builder t = {.arena = arena, .trial = &result->trial, .number = number, .world = result->outcome.world};
    t.schedule = ip_schedule_new(arena);
    ip_world *world = result->outcome.world;
    ip_world_keep_texts(world, true);
    ip_world_run(world, bench->interpreter);
    for (int i = 0; i < t.trial->count; i++)
        t.of[number[i]] = i;
    for (int i = 0; i < t.trial->count; i++) {
        const ip_instance *instance = &anomaly->instances[i];
        ip_schedule_add_instance(t.schedule, ip_arena_printf(arena, "T%d", i + 1), instance->program->name,
                                 instance->level, arguments_text(arena, &t.trial->instances[t.of[i]]));
    }
    /* Blocks are those of the trial's instances. */
    for (int i = 0; i < t.trial->count; i++)
        t.schedule->instances.items[number[i]].number = (t.trial->turns ? t.trial->turns[i] : i) + 1;
    add_rows(&t, bench->schema);
    add_sequences(&t);
    add_draws(&t);
    add_sequence_order(&t);
    ip_schedule_acts acts = {0};
    t.acts = &acts;
    report_steps(&t, result);
    if (t.in_time)
        add_cached(&t);
    *in_time = t.in_time;
    return t.schedule;
}
