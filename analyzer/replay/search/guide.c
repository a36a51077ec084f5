/* If a run lacks dependencies of its anomaly: changes with which they appear. */
#include "replay/search/guide_state.h"

#include <string.h>

enum { MOST_ANCHORS = 4, WAYS = 7, MOST_MOVES = 32, SETTLING = 2, SECOND = 1000000 };

/* New initial rows of tables without a key are numbered from here: beyond those of the model. */
enum { FIRST_MADE = 1000 };

static void note_seek(void *data, int instance, int step, const ip_table *table, const ip_sought *sought, int count)
{
    ip_guide_state *g = data;
    ip_sought *copy = IP_NEW_ARRAY(g->arena, ip_sought, count);
    for (int i = 0; i < count; i++)
        copy[i] = (ip_sought){sought[i].column, sought[i].comparison, ip_value_datum_copy(g->arena, sought[i].value)};
    IP_PUSH(g->arena, &g->seeks, ((ip_guide_seek){instance, step, table, copy, count}));
}

/* ---- values ---- */

static bool comparable(ip_datum a, ip_datum b)
{
    return a.kind == b.kind && a.kind != IP_DATUM_NULL;
}

bool ip_replay_guide_holds(ip_datum a, const char *comparison, ip_datum b)
{
    if (!comparable(a, b))
        return false;
    int order = ip_value_datum_compare(a, b);
    if (*comparison == '=')
        return order == 0;
    bool or_equal = comparison[1] == '=';
    return (or_equal && order == 0) || (*comparison == '<' ? order < 0 : order > 0);
}

bool ip_replay_guide_plus(ip_datum value, int by, ip_datum *result)
{
    int64_t unit = 1;
    *result = value;
    if (by == 0)
        return true;
    if (value.kind == IP_DATUM_TIMESTAMP || value.kind == IP_DATUM_TIMESTAMP_TZ) {
        unit = SECOND;
        if (value.as.integer > INT64_MAX / 2 || value.as.integer < INT64_MIN / 2) /* infinity, or close to it */
            return false;
    } else if ((value.kind != IP_DATUM_INTEGER && value.kind != IP_DATUM_DATE) || value.as.integer > INT32_MAX - 1 ||
               value.as.integer < INT32_MIN + 1) {
        return false;
    }
    result->as.integer += by * unit;
    return true;
}

bool ip_replay_guide_matching(const char *comparison, bool swapped, ip_datum bound, ip_datum *value)
{
    int by = comparison[1] == '=' || *comparison == '=' ? 0 : *comparison == '<' ? -1 : 1;
    return ip_replay_guide_plus(bound, swapped ? -by : by, value);
}

bool ip_replay_guide_is_key(const ip_table *table, int column, int *position)
{
    *position = ip_interpreter_rows_key_position(table, column);
    return *position >= 0;
}

int ip_replay_guide_key_width(const ip_table *table)
{
    const int *columns;
    return ip_interpreter_rows_key_columns(table, &columns);
}

/* The value in the last version, which instances may have written. */
static bool cell(const ip_guide_state *g, int row, int column, ip_datum *value)
{
    int position;
    if (column != IP_EXISTS && ip_replay_guide_is_key(ip_interpreter_rows_table(g->rows, row), column, &position)) {
        *value = ip_interpreter_rows_key(g->rows, row)[position];
        return true;
    }
    return ip_world_final(g->world, row, column, value);
}

bool ip_replay_guide_was_there(const ip_guide_state *g, int row)
{
    ip_datum value;
    return ip_world_initial(g->world, row, IP_EXISTS, &value) && value.kind == IP_DATUM_BOOLEAN && value.as.boolean;
}

/* ---- moves ---- */

/* A value as the column stores it. The compared value may have another type: a text beside a timestamp. */
static bool stored(ip_guide_state *g, const ip_table *table, int column, ip_datum *value)
{
    if (column == IP_EXISTS || value->kind == IP_DATUM_NULL || table->columns.items[column].row) {
        *value = ip_value_datum_copy(g->arena, *value);
        return true;
    }
    const char *error = NULL;
    ip_code_type type = ip_value_code_type_of_column(&table->columns.items[column]);
    *value = ip_value_datum_copy(g->arena, ip_value_datum_as_stored(g->arena, &type, *value, &error));
    return !error;
}

void ip_replay_guide_add_cell(ip_guide_state *g, ip_fixed_values *facts, const ip_table *table, const ip_datum *key,
                              int column, ip_datum value)
{
    const int *columns;
    int width = ip_interpreter_rows_key_columns(table, &columns);
    ip_datum *copy = IP_NEW_ARRAY(g->arena, ip_datum, width ? width : 1);
    if (!width)
        copy[0] = ip_value_datum_copy(g->arena, key[0]);
    bool fits = stored(g, table, column, &value);
    for (int i = 0; i < width; i++) {
        copy[i] = key[i];
        fits = stored(g, table, columns[i], &copy[i]) && fits;
    }
    if (fits)
        IP_PUSH(g->arena, facts, ((ip_fixed_value){table, copy, column, -1, value}));
}

static bool is_full(const ip_guide_state *g)
{
    return g->moves->count >= MOST_MOVES;
}

static void propose(ip_guide_state *g, const ip_fixed_values *facts)
{
    if (facts->count && !is_full(g))
        IP_PUSH(g->arena, g->moves, *facts);
}

static bool touches(const ip_guide_state *g, int instance, int row, bool writes)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    for (int r = 0; r < reads->count && !writes; r++)
        if (reads->items[r].instance == instance && reads->items[r].row == row && !reads->items[r].check)
            return true;
    for (int c = IP_EXISTS; c < ip_interpreter_rows_table(g->rows, row)->columns.count; c++)
        if (ip_world_wrote(g->world, instance, row, c))
            return true;
    return false;
}

/* The seek must find the row: either the row changes, or the searched value. */
static void meet(ip_guide_state *g, const ip_guide_seek *s, int row, int way)
{
    ip_fixed_values facts = {0};
    bool whole = true;
    if (!ip_replay_guide_key_width(s->table))
        return; /* such rows have other names in each run */
    if (!ip_replay_guide_was_there(g, row)) {
        bool written = false;
        for (int i = 0; i < g->trial->count; i++)
            written = written || ip_world_wrote(g->world, i, row, IP_EXISTS);
        if (!written)
            ip_replay_guide_add_cell(g, &facts, s->table, ip_interpreter_rows_key(g->rows, row), IP_EXISTS,
                                     ip_value_datum_boolean(true));
    }
    for (int k = 0; k < s->count && whole; k++) {
        const ip_sought *sought = &s->sought[k];
        ip_datum here, wanted;
        int position;
        if (sought->value.kind == IP_DATUM_NULL ||
            (cell(g, row, sought->column, &here) && ip_replay_guide_holds(here, sought->comparison, sought->value)))
            continue;
        bool key = ip_replay_guide_is_key(s->table, sought->column, &position), changed = false;
        if (!key && way == 0 && !ip_world_wrote_any(g->world, row, sought->column) &&
            ip_replay_guide_matching(sought->comparison, false, sought->value, &wanted)) {
            ip_replay_guide_add_cell(g, &facts, s->table, ip_interpreter_rows_key(g->rows, row), sought->column,
                                     wanted);
            changed = true;
        } else if (cell(g, row, sought->column, &here) &&
                   ip_replay_guide_matching(sought->comparison, true, here, &wanted)) {
            changed = ip_replay_guide_change_origin(g, s->instance, s->table->columns.items[sought->column].name,
                                                    sought->value, wanted, way > 0 ? way - 1 : 0, &facts);
        }
        whole = changed;
    }
    if (whole)
        propose(g, &facts);
}

/* ---- missing rows ---- */

static bool finds_any(const ip_guide_state *g, const ip_guide_seek *s)
{
    const int *order;
    int count = ip_interpreter_rows_of(g->rows, s->table, &order);
    for (int i = 0; i < count; i++) {
        bool all = ip_replay_guide_was_there(g, order[i]);
        for (int k = 0; k < s->count && all; k++) {
            ip_datum here;
            all = cell(g, order[i], s->sought[k].column, &here) &&
                  ip_replay_guide_holds(here, s->sought[k].comparison, s->sought[k].value);
        }
        if (all)
            return true;
    }
    return false;
}

static bool sought_value(const ip_guide_seek *s, int column, ip_datum *value)
{
    bool found = false;
    for (int k = 0; k < s->count; k++) {
        bool equal = *s->sought[k].comparison == '=';
        if (s->sought[k].column != column || (found && !equal && *s->sought[k].comparison != '<'))
            continue;
        found = ip_replay_guide_matching(s->sought[k].comparison, false, s->sought[k].value, value) || found;
        if (equal)
            return found;
    }
    return found;
}

static void make_row(ip_guide_state *g, const ip_guide_seek *s)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(s->table, &columns), position;
    ip_datum key[IP_GUIDE_MOST_KEY], value;
    ip_fixed_values facts = {0};
    for (int i = 0; i < n; i++) {
        if (!sought_value(s, columns[i], &key[i])) {
            const char *error = NULL;
            ip_code_type type = ip_value_code_type_of(s->table->columns.items[columns[i]].type);
            key[i] = ip_value_datum_parse(g->arena, &type, "1", &error);
            if (error)
                return;
        }
        if (key[i].kind == IP_DATUM_NULL)
            return;
    }
    if (!n)
        key[0] = ip_interpreter_rows_hidden_key(0, FIRST_MADE + g->trial->rows.count);
    ip_replay_guide_add_cell(g, &facts, s->table, key, IP_EXISTS, ip_value_datum_boolean(true));
    for (int c = 0; c < s->table->columns.count; c++)
        if (!ip_replay_guide_is_key(s->table, c, &position) && sought_value(s, c, &value))
            ip_replay_guide_add_cell(g, &facts, s->table, key, c, value);
    propose(g, &facts);
}

/* ---- dependencies ---- */

static bool there(const ip_graph *graph, int from, int to)
{
    for (int e = 0; e < graph->edges.count; e++)
        if (graph->edges.items[e].from == from && graph->edges.items[e].to == to)
            return true;
    return false;
}

static int model_row(ip_guide_state *g, const ip_dependency *d)
{
    ip_datum key[IP_GUIDE_MOST_KEY];
    const int *columns;
    int n = ip_interpreter_rows_key_columns(d->table, &columns);
    if (!n || n != d->key_count)
        return -1;
    for (int i = 0; i < n; i++) {
        const char *error = NULL;
        ip_code_type type = ip_value_code_type_of(d->table->columns.items[columns[i]].type);
        key[i] = ip_value_datum_parse(g->arena, &type, d->key[i].text, &error);
        if (error || d->key[i].null)
            return -1;
    }
    return ip_interpreter_rows_find(g->rows, d->table, key);
}

/* Rows of the other end's table. */
static int anchors(ip_guide_state *g, const ip_dependency *d, int other, bool writes, int *rows)
{
    const int *order;
    int count = ip_interpreter_rows_of(g->rows, d->table, &order), found = 0, wanted = model_row(g, d);
    if (wanted >= 0)
        rows[found++] = wanted;
    for (int i = 0; i < count && found < MOST_ANCHORS; i++)
        if (order[i] != wanted && touches(g, other, order[i], writes))
            rows[found++] = order[i];
    return found;
}

/* One end of a dependency must touch the row that the other end touches. */
static void join_ends(ip_guide_state *g, const ip_dependency *d, int end, int other, bool end_writes, bool other_writes)
{
    int rows[MOST_ANCHORS], count = anchors(g, d, other, other_writes, rows);
    bool sought = false, touched[MOST_ANCHORS];
    for (int a = 0; a < count; a++)
        touched[a] = touches(g, end, rows[a], end_writes);
    for (int way = 0; way < WAYS; way++)
        for (int a = 0; a < count; a++)
            for (int i = 0; i < g->seeks.count && !touched[a] && !is_full(g); i++)
                if (g->seeks.items[i].instance == end && g->seeks.items[i].table == d->table) {
                    sought = true;
                    meet(g, &g->seeks.items[i], rows[a], way);
                }
    for (int i = 0; i < g->seeks.count && !sought && !is_full(g); i++)
        if (g->seeks.items[i].instance == end && !finds_any(g, &g->seeks.items[i]))
            make_row(g, &g->seeks.items[i]);
}

static void guide_dependencies(ip_guide_state *g, const ip_anomaly *anomaly, const ip_graph *graph)
{
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *d = &anomaly->dependencies[i];
        if (there(graph, d->from, d->to))
            continue;
        join_ends(g, d, d->from, d->to, d->type != IP_RW, d->type != IP_WR);
        join_ends(g, d, d->to, d->from, d->type != IP_WR, d->type != IP_RW);
    }
}

/* ---- queries that find nothing ---- */

/* What the row lacks to be found: false: more than values of columns that are no keys, or than instances leave there.
 */
static bool lacks(ip_guide_state *g, const ip_guide_seek *s, int row, ip_fixed_values *facts)
{
    for (int k = 0; k < s->count; k++) {
        const ip_sought *sought = &s->sought[k];
        ip_datum here, wanted;
        int position;
        bool holds =
            cell(g, row, sought->column, &here) && ip_replay_guide_holds(here, sought->comparison, sought->value);
        if (holds)
            continue;
        if (ip_replay_guide_is_key(s->table, sought->column, &position) ||
            ip_world_wrote_any(g->world, row, sought->column) || sought->value.kind == IP_DATUM_NULL ||
            !ip_replay_guide_matching(sought->comparison, false, sought->value, &wanted))
            return false;
        ip_replay_guide_add_cell(g, facts, s->table, ip_interpreter_rows_key(g->rows, row), sought->column, wanted);
    }
    return facts->count > 0;
}

static bool is_of_dependency(const ip_anomaly *anomaly, const ip_table *table)
{
    for (int d = 0; d < anomaly->instance_count; d++)
        if (anomaly->dependencies[d].table == table)
            return true;
    return false;
}

/* A query of another table that finds nothing, as an EXISTS that guards the rows of the dependencies: the row that has
 * its keys gets the other values that it looks for. */
static void fill_queries(ip_guide_state *g, const ip_anomaly *anomaly)
{
    for (int i = 0; i < g->seeks.count && !is_full(g); i++) {
        const ip_guide_seek *s = &g->seeks.items[i];
        const int *order;
        int count = ip_interpreter_rows_of(g->rows, s->table, &order);
        bool created = !ip_replay_guide_key_width(s->table) || is_of_dependency(anomaly, s->table) || finds_any(g, s);
        for (int r = 0; r < count && !created; r++) {
            ip_fixed_values facts = {0};
            created = ip_replay_guide_was_there(g, order[r]) && lacks(g, s, order[r], &facts);
            if (created)
                propose(g, &facts);
        }
    }
}

/* Two instances that must not write the same row do: removes the row. */
static void take_away(ip_guide_state *g)
{
    for (int r = 0; r < ip_interpreter_rows_count(g->rows); r++) {
        const ip_table *table = ip_interpreter_rows_table(g->rows, r);
        ip_fixed_values facts = {0};
        int writers = 0;
        for (int i = 0; i < g->trial->count; i++)
            writers += touches(g, i, r, true);
        if (writers < 2 || !ip_replay_guide_was_there(g, r))
            continue;
        if (ip_replay_guide_key_width(table))
            ip_replay_guide_add_cell(g, &facts, table, ip_interpreter_rows_key(g->rows, r), IP_EXISTS,
                                     ip_value_datum_boolean(false));
        else
            IP_PUSH(g->arena, &facts, ((ip_fixed_value){table, NULL, IP_EXISTS, -1, ip_value_datum_boolean(false)}));
        propose(g, &facts);
    }
}

void ip_replay_guide(ip_arena *arena, ip_bench *bench, const ip_subject *subject, const ip_trial *trial,
                     const ip_graph *noticed, ip_moves *moves)
{
    ip_guide_state g = {.arena = arena, .trial = trial, .moves = moves};
    ip_graph graph;
    int failed = 0;
    g.world = ip_trial_world(bench, trial);
    if (!g.world)
        return;
    g.rows = ip_world_all_rows(g.world);
    ip_world_set_seeks(g.world, note_seek, &g);
    for (int round = 0; round < SETTLING; round++) {
        g.seeks.count = 0;
        failed = ip_world_run(g.world, bench->interpreter);
        bench->runs++;
    }
    if (failed < 0) {
        ip_world_graph_build(arena, g.world, &graph);
        guide_dependencies(&g, subject->anomaly, &graph);
        fill_queries(&g, subject->anomaly);
        if (noticed)
            ip_replay_guide_many(&g, subject, noticed);
        else
            take_away(&g);
    }
    ip_world_free(g.world);
}
