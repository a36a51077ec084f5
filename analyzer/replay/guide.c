#include "replay/guide.h"

#include <string.h>

enum { MOST_ANCHORS = 4, MOST_KEY = 32, WAYS = 7, MOST_MOVES = 32, SETTLING = 2 };

/* Initial rows of tables without a key that are made here are numbered from this on: beyond those of the model. */
enum { FIRST_MADE = 1000 };

/* What a statement looked for in a table. */
typedef struct seek {
    int instance, step;
    const ip_table *table;
    const ip_sought *sought;
    int count;
} seek;

typedef struct guide {
    ip_arena *arena;
    const ip_trial *trial;
    ip_world *world;
    const ip_rows *rows;
    IP_VEC(seek) seeks;
    ip_moves *moves;
} guide;

static void note_seek(void *data, int instance, int step, const ip_table *table, const ip_sought *sought, int count)
{
    guide *g = data;
    ip_sought *copy = IP_NEW_ARRAY(g->arena, ip_sought, count);
    for (int i = 0; i < count; i++)
        copy[i] = (ip_sought){sought[i].column, sought[i].comparison, ip_datum_copy(g->arena, sought[i].value)};
    IP_PUSH(g->arena, &g->seeks, ((seek){instance, step, table, copy, count}));
}

/* ---- values ---- */

static bool comparable(ip_datum a, ip_datum b)
{
    return a.kind == b.kind && a.kind != IP_DATUM_NULL;
}

static bool holds(ip_datum a, const char *comparison, ip_datum b)
{
    if (!comparable(a, b))
        return false;
    int order = ip_datum_compare(a, b);
    if (*comparison == '=')
        return order == 0;
    bool or_equal = comparison[1] == '=';
    return (or_equal && order == 0) || (*comparison == '<' ? order < 0 : order > 0);
}

static bool plus(ip_datum value, int by, ip_datum *result)
{
    *result = value;
    if (value.kind != IP_DATUM_INTEGER || value.as.integer > INT32_MAX || value.as.integer < INT32_MIN)
        return by == 0;
    result->as.integer += by;
    return true;
}

/* The value nearest to the bound of which the comparison holds: of the column, or (swapped) of what it is compared
 * with. */
static bool fitting(const char *comparison, bool swapped, ip_datum bound, ip_datum *value)
{
    int by = comparison[1] == '=' || *comparison == '=' ? 0 : *comparison == '<' ? -1 : 1;
    return plus(bound, swapped ? -by : by, value);
}

static bool is_key(const ip_table *table, int column, int *position)
{
    const int *columns;
    int n = ip_rows_key_columns(table, &columns);
    for (int i = 0; i < n; i++)
        if (columns[i] == column) {
            *position = i;
            return true;
        }
    return false;
}

static int key_width(const ip_table *table)
{
    const int *columns;
    return ip_rows_key_columns(table, &columns);
}

/* Of the last version, which instances may have written. */
static bool cell(const guide *g, int row, int column, ip_datum *value)
{
    int position;
    if (column != IP_EXISTS && is_key(ip_rows_table(g->rows, row), column, &position)) {
        *value = ip_rows_key(g->rows, row)[position];
        return true;
    }
    return ip_world_final(g->world, row, column, value);
}

static bool was_there(const guide *g, int row)
{
    ip_datum value;
    return ip_world_initial(g->world, row, IP_EXISTS, &value) && value.kind == IP_DATUM_BOOLEAN && value.as.boolean;
}

/* ---- moves ---- */

static void add_cell(guide *g, ip_facts *facts, const ip_table *table, const ip_datum *key, int column, ip_datum value)
{
    int width = key_width(table) ? key_width(table) : 1;
    ip_datum *copy = IP_NEW_ARRAY(g->arena, ip_datum, width);
    for (int i = 0; i < width; i++)
        copy[i] = ip_datum_copy(g->arena, key[i]);
    IP_PUSH(g->arena, facts, ((ip_fact){table, copy, column, -1, ip_datum_copy(g->arena, value)}));
}

static void add_argument(guide *g, ip_facts *facts, int instance, int parameter, ip_datum value)
{
    IP_PUSH(g->arena, facts, ((ip_fact){NULL, NULL, parameter, instance, ip_datum_copy(g->arena, value)}));
}

static void propose(guide *g, const ip_facts *facts)
{
    if (facts->count && g->moves->count < MOST_MOVES)
        IP_PUSH(g->arena, g->moves, *facts);
}

static bool touches(const guide *g, int instance, int row, bool writes)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    for (int r = 0; r < reads->count && !writes; r++)
        if (reads->items[r].instance == instance && reads->items[r].row == row && !reads->items[r].check)
            return true;
    for (int c = IP_EXISTS; c < ip_rows_table(g->rows, row)->columns.count; c++)
        if (ip_world_wrote(g->world, instance, row, c))
            return true;
    return false;
}

/* The key of a row beside this one, which the seek finds as well: another value where it is free to be any. */
static bool sibling_key(guide *g, const seek *s, int row, ip_datum *key)
{
    const int *columns;
    int n = ip_rows_key_columns(s->table, &columns), free_column = -1;
    for (int i = 0; i < n; i++) {
        bool bound = false;
        for (int k = 0; k < s->count; k++)
            bound = bound || (s->sought[k].column == columns[i] && *s->sought[k].comparison == '=');
        key[i] = ip_rows_key(g->rows, row)[i];
        free_column = bound || key[i].kind != IP_DATUM_INTEGER ? free_column : i;
    }
    if (free_column < 0)
        return false;
    do
        key[free_column].as.integer++;
    while (ip_rows_find(g->rows, s->table, key) >= 0 && key[free_column].as.integer < INT32_MAX);
    for (int k = 0; k < s->count; k++)
        if (s->sought[k].column == columns[free_column] &&
            !holds(key[free_column], s->sought[k].comparison, s->sought[k].value))
            return false;
    return true;
}

/* The row once more, with another value there. */
static bool copy_row(guide *g, int instance, int row, int column, ip_datum value, ip_facts *facts)
{
    const ip_table *table = ip_rows_table(g->rows, row);
    ip_datum key[MOST_KEY], known;
    for (int i = 0; i < g->seeks.count; i++) {
        const seek *s = &g->seeks.items[i];
        if (s->instance != instance || s->table != table || !key_width(table) || !sibling_key(g, s, row, key))
            continue;
        add_cell(g, facts, table, key, IP_EXISTS, ip_datum_boolean(true));
        int position;
        for (int c = 0; c < table->columns.count; c++)
            if (c == column)
                add_cell(g, facts, table, key, c, value);
            else if (!is_key(table, c, &position) && ip_world_initial(g->world, row, c, &known))
                add_cell(g, facts, table, key, c, known);
        return true;
    }
    return false;
}

/* The row with another key in its place. */
static bool move_row(guide *g, int row, int position, ip_datum value, ip_facts *facts)
{
    const ip_table *table = ip_rows_table(g->rows, row);
    ip_datum key[MOST_KEY], known;
    int n = key_width(table), ignored;
    for (int i = 0; i < n; i++)
        key[i] = i == position ? value : ip_rows_key(g->rows, row)[i];
    add_cell(g, facts, table, ip_rows_key(g->rows, row), IP_EXISTS, ip_datum_boolean(false));
    add_cell(g, facts, table, key, IP_EXISTS, ip_datum_boolean(true));
    for (int c = 0; c < table->columns.count; c++)
        if (!is_key(table, c, &ignored) && ip_world_initial(g->world, row, c, &known))
            add_cell(g, facts, table, key, c, known);
    return true;
}

/* only: that element of an array; -1: each. */
static ip_datum replaced(guide *g, ip_datum value, ip_datum from, ip_datum to, int only, int *count)
{
    if (value.kind == IP_DATUM_ARRAY) {
        ip_datum *items = IP_NEW_ARRAY(g->arena, ip_datum, value.count);
        for (int i = 0; i < value.count; i++)
            items[i] = only < 0 || only == i ? replaced(g, value.as.items[i], from, to, -1, count) : value.as.items[i];
        value.as.items = items;
        return value;
    }
    if (!ip_values_same(value, from))
        return value;
    (*count)++;
    return to;
}

/* Where an instance may have a value from. Places are known by their values alone; those whose name is like that of the
 * column that the value is compared with come first. */
typedef enum place_kind { COPIED_CELL, CELL, ARGUMENT, KEY } place_kind;

typedef struct place {
    place_kind kind;
    int number, position; /* a row and a column or place in its key, or an argument */
    ip_datum value;       /* that is to stand there */
    bool like;
} place;

typedef IP_VEC(place) places;

static const char *without_prefix(const char *name)
{
    const char *end = strchr(name, '_');
    return end ? end + 1 : name;
}

/* p_w_id and s_w_id, o_c_id and c_id. */
static bool alike(const char *a, const char *b)
{
    return a && b && (strstr(a, b) || strstr(b, a) || strcmp(without_prefix(a), without_prefix(b)) == 0);
}

static bool seen_before(const guide *g, int read)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    for (int r = 0; r < read; r++)
        if (reads->items[r].instance == reads->items[read].instance && reads->items[r].row == reads->items[read].row &&
            reads->items[r].column == reads->items[read].column)
            return true;
    return false;
}

static void add_cells(guide *g, int instance, const char *column, ip_datum from, ip_datum to, places *list)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    ip_datum there;
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        const ip_table *table = ip_rows_table(g->rows, read->row);
        if (read->instance != instance || read->from >= 0 || read->column == IP_EXISTS || read->check ||
            !key_width(table) || !ip_world_initial(g->world, read->row, read->column, &there) ||
            !ip_values_same(there, from) || seen_before(g, r))
            continue;
        place p = {COPIED_CELL, read->row, read->column, to, alike(table->columns.items[read->column].name, column)};
        IP_PUSH(g->arena, list, p);
        p.kind = CELL;
        IP_PUSH(g->arena, list, p);
    }
}

static void add_arguments(guide *g, int instance, const char *column, ip_datum from, ip_datum to, places *list)
{
    const ip_trial_instance *of = &g->trial->instances[instance];
    for (int a = 0; a < of->argument_count && a < of->program->parameters.count; a++) {
        int most = of->arguments[a].kind == IP_DATUM_ARRAY ? of->arguments[a].count : 0, found = 0;
        place p = {ARGUMENT, a, 0, replaced(g, of->arguments[a], from, to, -1, &found),
                   alike(of->program->parameters.items[a].name, column)};
        if (found)
            IP_PUSH(g->arena, list, p);
        for (int only = most - 1; only >= 0 && found > 1; only--) {
            int here = 0;
            p.value = replaced(g, of->arguments[a], from, to, only, &here);
            if (here)
                IP_PUSH(g->arena, list, p);
        }
    }
}

static void add_keys(guide *g, int instance, const char *column, ip_datum from, ip_datum to, places *list)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        const ip_table *table = ip_rows_table(g->rows, read->row);
        const int *columns;
        int n = ip_rows_key_columns(table, &columns);
        for (int k = 0; k < n && read->instance == instance && read->column == IP_EXISTS; k++)
            if (was_there(g, read->row) && ip_values_same(ip_rows_key(g->rows, read->row)[k], from) &&
                !seen_before(g, r))
                IP_PUSH(g->arena, list,
                        ((place){KEY, read->row, k, to, alike(table->columns.items[columns[k]].name, column)}));
    }
}

static bool change_place(guide *g, int instance, const place *p, ip_facts *facts)
{
    switch (p->kind) {
    case COPIED_CELL:
        return copy_row(g, instance, p->number, p->position, p->value, facts);
    case CELL:
        add_cell(g, facts, ip_rows_table(g->rows, p->number), ip_rows_key(g->rows, p->number), p->position, p->value);
        break;
    case ARGUMENT:
        add_argument(g, facts, instance, p->number, p->value);
        break;
    case KEY:
        return move_row(g, p->number, p->position, p->value, facts);
    }
    return true;
}

/* Where the instance may have the value from, the way-th place of those that can be changed: it is to have another one
 * instead. One more and one less count, too: keys are drawn from counters. */
static bool change_origin(guide *g, int instance, const char *column, ip_datum from, ip_datum to, int way,
                          ip_facts *facts)
{
    places list = {0};
    ip_datum near, other;
    add_cells(g, instance, column, from, to, &list);
    add_arguments(g, instance, column, from, to, &list);
    add_keys(g, instance, column, from, to, &list);
    for (int by = -1; by <= 1; by += 2)
        if (plus(from, by, &near) && plus(to, by, &other))
            add_cells(g, instance, column, near, other, &list);
    for (int like = 1; like >= 0; like--)
        for (int i = 0; i < list.count; i++)
            if (list.items[i].like == like && way-- <= 0 && change_place(g, instance, &list.items[i], facts))
                return true;
    return false;
}

/* The seek is to find the row: either the row changes, or what is looked for. */
static void meet(guide *g, const seek *s, int row, int way)
{
    ip_facts facts = {0};
    bool whole = true;
    if (!key_width(s->table))
        return; /* such rows have other names in each run */
    if (!was_there(g, row)) {
        bool written = false;
        for (int i = 0; i < g->trial->count; i++)
            written = written || ip_world_wrote(g->world, i, row, IP_EXISTS);
        if (!written)
            add_cell(g, &facts, s->table, ip_rows_key(g->rows, row), IP_EXISTS, ip_datum_boolean(true));
    }
    for (int k = 0; k < s->count && whole; k++) {
        const ip_sought *sought = &s->sought[k];
        ip_datum here, wanted;
        int position;
        if (sought->value.kind == IP_DATUM_NULL ||
            (cell(g, row, sought->column, &here) && holds(here, sought->comparison, sought->value)))
            continue;
        bool key = is_key(s->table, sought->column, &position), changed = false;
        if (!key && way == 0 && !ip_world_wrote_any(g->world, row, sought->column) &&
            fitting(sought->comparison, false, sought->value, &wanted)) {
            add_cell(g, &facts, s->table, ip_rows_key(g->rows, row), sought->column, wanted);
            changed = true;
        } else if (cell(g, row, sought->column, &here) && fitting(sought->comparison, true, here, &wanted)) {
            changed = change_origin(g, s->instance, s->table->columns.items[sought->column].name, sought->value, wanted,
                                    way > 0 ? way - 1 : 0, &facts);
        }
        whole = changed;
    }
    if (whole)
        propose(g, &facts);
}

/* ---- rows that are lacking altogether ---- */

static bool finds_any(const guide *g, const seek *s)
{
    const int *order;
    int count = ip_rows_of(g->rows, s->table, &order);
    for (int i = 0; i < count; i++) {
        bool all = was_there(g, order[i]);
        for (int k = 0; k < s->count && all; k++) {
            ip_datum here;
            all = cell(g, order[i], s->sought[k].column, &here) &&
                  holds(here, s->sought[k].comparison, s->sought[k].value);
        }
        if (all)
            return true;
    }
    return false;
}

static bool sought_value(const seek *s, int column, ip_datum *value)
{
    bool found = false;
    for (int k = 0; k < s->count; k++) {
        bool equal = *s->sought[k].comparison == '=';
        if (s->sought[k].column != column || (found && !equal && *s->sought[k].comparison != '<'))
            continue;
        found = fitting(s->sought[k].comparison, false, s->sought[k].value, value) || found;
        if (equal)
            return found;
    }
    return found;
}

static void make_row(guide *g, const seek *s)
{
    const int *columns;
    int n = ip_rows_key_columns(s->table, &columns), position;
    ip_datum key[MOST_KEY], value;
    ip_facts facts = {0};
    for (int i = 0; i < n; i++) {
        if (!sought_value(s, columns[i], &key[i])) {
            const char *error = NULL;
            ip_code_type type = ip_code_type_of(s->table->columns.items[columns[i]].type);
            key[i] = ip_datum_parse(g->arena, &type, "1", &error);
            if (error)
                return;
        }
        if (key[i].kind == IP_DATUM_NULL)
            return;
    }
    if (!n)
        key[0] = ip_rows_hidden_key(0, FIRST_MADE + g->trial->rows.count);
    add_cell(g, &facts, s->table, key, IP_EXISTS, ip_datum_boolean(true));
    for (int c = 0; c < s->table->columns.count; c++)
        if (!is_key(s->table, c, &position) && sought_value(s, c, &value))
            add_cell(g, &facts, s->table, key, c, value);
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

static int model_row(guide *g, const ip_dependency *d)
{
    ip_datum key[MOST_KEY];
    const int *columns;
    int n = ip_rows_key_columns(d->table, &columns);
    if (!n || n != d->key_count)
        return -1;
    for (int i = 0; i < n; i++) {
        const char *error = NULL;
        ip_code_type type = ip_code_type_of(d->table->columns.items[columns[i]].type);
        key[i] = ip_datum_parse(g->arena, &type, d->key[i].text, &error);
        if (error || d->key[i].null)
            return -1;
    }
    return ip_rows_find(g->rows, d->table, key);
}

/* Rows of the table that the other end is about. */
static int anchors(guide *g, const ip_dependency *d, int other, bool writes, int *rows)
{
    const int *order;
    int count = ip_rows_of(g->rows, d->table, &order), found = 0, wanted = model_row(g, d);
    if (wanted >= 0)
        rows[found++] = wanted;
    for (int i = 0; i < count && found < MOST_ANCHORS; i++)
        if (order[i] != wanted && touches(g, other, order[i], writes))
            rows[found++] = order[i];
    return found;
}

/* One end of a dependency is to touch what the other one touches. */
static void join_ends(guide *g, const ip_dependency *d, int end, int other, bool end_writes, bool other_writes)
{
    int rows[MOST_ANCHORS], count = anchors(g, d, other, other_writes, rows);
    bool sought = false;
    for (int way = 0; way < WAYS; way++)
        for (int a = 0; a < count; a++)
            for (int i = 0; i < g->seeks.count && !touches(g, end, rows[a], end_writes); i++)
                if (g->seeks.items[i].instance == end && g->seeks.items[i].table == d->table) {
                    sought = true;
                    meet(g, &g->seeks.items[i], rows[a], way);
                }
    for (int i = 0; i < g->seeks.count && !sought; i++)
        if (g->seeks.items[i].instance == end && !finds_any(g, &g->seeks.items[i]))
            make_row(g, &g->seeks.items[i]);
}

static void guide_dependencies(guide *g, const ip_anomaly *anomaly, const ip_graph *graph)
{
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *d = &anomaly->dependencies[i];
        if (there(graph, d->from, d->to))
            continue;
        join_ends(g, d, d->from, d->to, d->type != IP_RW, d->type != IP_WR);
        join_ends(g, d, d->to, d->from, d->type != IP_WR, d->type != IP_RW);
    }
}

/* Two that may not write the same row do: without it. */
static void take_away(guide *g)
{
    for (int r = 0; r < ip_rows_count(g->rows); r++) {
        const ip_table *table = ip_rows_table(g->rows, r);
        ip_facts facts = {0};
        int writers = 0;
        for (int i = 0; i < g->trial->count; i++)
            writers += touches(g, i, r, true);
        if (writers < 2 || !was_there(g, r))
            continue;
        if (key_width(table))
            add_cell(g, &facts, table, ip_rows_key(g->rows, r), IP_EXISTS, ip_datum_boolean(false));
        else
            IP_PUSH(g->arena, &facts, ((ip_fact){table, NULL, IP_EXISTS, -1, ip_datum_boolean(false)}));
        propose(g, &facts);
    }
}

void ip_guide(ip_arena *arena, ip_bench *bench, const ip_subject *subject, const ip_trial *trial, bool forbidden,
              ip_moves *moves)
{
    guide g = {.arena = arena, .trial = trial, .moves = moves};
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
        ip_graph_build(arena, g.world, &graph);
        guide_dependencies(&g, subject->anomaly, &graph);
        if (forbidden)
            take_away(&g);
    }
    ip_world_free(g.world);
}
