/* Values are not tracked through the code. Where a value comes from is found by comparing it with arguments and cells.
 */
#include "replay/search/guide_state.h"

#include <string.h>

static void add_argument(ip_guide_state *g, ip_fixed_values *facts, int instance, int parameter, ip_datum value)
{
    IP_PUSH(g->arena, facts, ((ip_fixed_value){NULL, NULL, parameter, instance, ip_value_datum_copy(g->arena, value)}));
}

/* The key of another row that the seek finds, too: another value where any value is possible. */
static bool sibling_key(ip_guide_state *g, const ip_guide_seek *s, int row, ip_datum *key)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(s->table, &columns), free_column = -1;
    for (int i = 0; i < n; i++) {
        bool bound = false;
        for (int k = 0; k < s->count; k++)
            bound = bound || (s->sought[k].column == columns[i] && *s->sought[k].comparison == '=');
        key[i] = ip_interpreter_rows_key(g->rows, row)[i];
        free_column = bound || key[i].kind != IP_DATUM_INTEGER ? free_column : i;
    }
    if (free_column < 0)
        return false;
    do
        key[free_column].as.integer++;
    while (ip_interpreter_rows_find(g->rows, s->table, key) >= 0 && key[free_column].as.integer < INT32_MAX);
    for (int k = 0; k < s->count; k++)
        if (s->sought[k].column == columns[free_column] &&
            !ip_replay_guide_holds(key[free_column], s->sought[k].comparison, s->sought[k].value))
            return false;
    return true;
}

/* The row once more, with another value there. */
static bool copy_row(ip_guide_state *g, int instance, int row, int column, ip_datum value, ip_fixed_values *facts)
{
    const ip_table *table = ip_interpreter_rows_table(g->rows, row);
    ip_datum key[IP_GUIDE_MOST_KEY], known;
    for (int i = 0; i < g->seeks.count; i++) {
        const ip_guide_seek *s = &g->seeks.items[i];
        if (s->instance != instance || s->table != table || !ip_replay_guide_key_width(table) ||
            !sibling_key(g, s, row, key))
            continue;
        ip_replay_guide_add_cell(g, facts, table, key, IP_EXISTS, ip_value_datum_boolean(true));
        int position;
        for (int c = 0; c < table->columns.count; c++)
            if (c == column)
                ip_replay_guide_add_cell(g, facts, table, key, c, value);
            else if (!ip_replay_guide_is_key(table, c, &position) && ip_world_initial(g->world, row, c, &known))
                ip_replay_guide_add_cell(g, facts, table, key, c, known);
        return true;
    }
    return false;
}

/* The row with another key in its place. */
static bool move_row(ip_guide_state *g, int row, int position, ip_datum value, ip_fixed_values *facts)
{
    const ip_table *table = ip_interpreter_rows_table(g->rows, row);
    ip_datum key[IP_GUIDE_MOST_KEY], known;
    int n = ip_replay_guide_key_width(table), ignored;
    for (int i = 0; i < n; i++)
        key[i] = i == position ? value : ip_interpreter_rows_key(g->rows, row)[i];
    ip_replay_guide_add_cell(g, facts, table, ip_interpreter_rows_key(g->rows, row), IP_EXISTS,
                             ip_value_datum_boolean(false));
    ip_replay_guide_add_cell(g, facts, table, key, IP_EXISTS, ip_value_datum_boolean(true));
    for (int c = 0; c < table->columns.count; c++)
        if (!ip_replay_guide_is_key(table, c, &ignored) && ip_world_initial(g->world, row, c, &known))
            ip_replay_guide_add_cell(g, facts, table, key, c, known);
    return true;
}

/* only: that element of an array; -1: each. */
static ip_datum replaced(ip_guide_state *g, ip_datum value, ip_datum from, ip_datum to, int only, int *count)
{
    if (value.kind == IP_DATUM_ARRAY) {
        ip_datum *items = IP_NEW_ARRAY(g->arena, ip_datum, value.count);
        for (int i = 0; i < value.count; i++)
            items[i] = only < 0 || only == i ? replaced(g, value.as.items[i], from, to, -1, count) : value.as.items[i];
        value.as.items = items;
        return value;
    }
    if (!ip_trial_value_list_same(value, from))
        return value;
    (*count)++;
    return to;
}

/* The possible origins of an instance's value. Places are identified only by their values; places whose name resembles
 * the compared column come first. */
typedef enum place_kind { COPIED_CELL, CELL, ARGUMENT, KEY } place_kind;

typedef struct place {
    place_kind kind;
    int number, position; /* a row and a column or place in its key, or an argument */
    ip_datum value;       /* that is to stand there */
    bool like;
} place;

typedef struct ip_guide_places {
    IP_VEC(place) all;
} places;

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

static bool seen_before(const ip_guide_state *g, int read)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    for (int r = 0; r < read; r++)
        if (reads->items[r].instance == reads->items[read].instance && reads->items[r].row == reads->items[read].row &&
            reads->items[r].column == reads->items[read].column)
            return true;
    return false;
}

static void add_cells(ip_guide_state *g, int instance, const char *column, ip_datum from, ip_datum to, places *list)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    ip_datum there;
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        const ip_table *table = ip_interpreter_rows_table(g->rows, read->row);
        if (read->instance != instance || read->from >= 0 || read->column == IP_EXISTS || read->check ||
            !ip_replay_guide_key_width(table) || !ip_world_initial(g->world, read->row, read->column, &there) ||
            !ip_trial_value_list_same(there, from) || seen_before(g, r))
            continue;
        place p = {COPIED_CELL, read->row, read->column, to, alike(table->columns.items[read->column].name, column)};
        IP_PUSH(g->arena, &list->all, p);
        p.kind = CELL;
        IP_PUSH(g->arena, &list->all, p);
    }
}

static void add_arguments(ip_guide_state *g, int instance, const char *column, ip_datum from, ip_datum to, places *list)
{
    const ip_trial_instance *of = &g->trial->instances[instance];
    for (int a = 0; a < of->argument_count && a < of->program->parameters.count; a++) {
        int most = of->arguments[a].kind == IP_DATUM_ARRAY ? of->arguments[a].count : 0, found = 0;
        place p = {ARGUMENT, a, 0, replaced(g, of->arguments[a], from, to, -1, &found),
                   alike(of->program->parameters.items[a].name, column)};
        if (found)
            IP_PUSH(g->arena, &list->all, p);
        for (int only = most - 1; only >= 0 && found > 1; only--) {
            int here = 0;
            p.value = replaced(g, of->arguments[a], from, to, only, &here);
            if (here)
                IP_PUSH(g->arena, &list->all, p);
        }
    }
}

static void add_keys(ip_guide_state *g, int instance, const char *column, ip_datum from, ip_datum to, places *list)
{
    const ip_world_reads *reads = ip_world_reads_of(g->world);
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        const ip_table *table = ip_interpreter_rows_table(g->rows, read->row);
        const int *columns;
        int n = ip_interpreter_rows_key_columns(table, &columns);
        for (int k = 0; k < n && read->instance == instance && read->column == IP_EXISTS; k++)
            if (ip_replay_guide_was_there(g, read->row) &&
                ip_trial_value_list_same(ip_interpreter_rows_key(g->rows, read->row)[k], from) && !seen_before(g, r))
                IP_PUSH(g->arena, &list->all,
                        ((place){KEY, read->row, k, to, alike(table->columns.items[columns[k]].name, column)}));
    }
}

static bool change_place(ip_guide_state *g, int instance, const place *p, ip_fixed_values *facts)
{
    switch (p->kind) {
    case COPIED_CELL:
        return copy_row(g, instance, p->number, p->position, p->value, facts);
    case CELL:
        ip_replay_guide_add_cell(g, facts, ip_interpreter_rows_table(g->rows, p->number),
                                 ip_interpreter_rows_key(g->rows, p->number), p->position, p->value);
        break;
    case ARGUMENT:
        add_argument(g, facts, instance, p->number, p->value);
        break;
    case KEY:
        return move_row(g, p->number, p->position, p->value, facts);
    }
    return true;
}

/* The run does not change meanwhile, and each way of a search asks again. */
static const places *origins_of(ip_guide_state *g, int instance, const char *column, ip_datum from, ip_datum to)
{
    for (int o = 0; o < g->origins.count; o++) {
        const ip_guide_origin *known = &g->origins.items[o];
        if (known->instance == instance && known->column == column && ip_trial_value_list_same(known->from, from) &&
            ip_trial_value_list_same(known->to, to))
            return known->places;
    }
    places *list = IP_NEW(g->arena, places);
    ip_datum near, other;
    add_cells(g, instance, column, from, to, list);
    add_arguments(g, instance, column, from, to, list);
    add_keys(g, instance, column, from, to, list);
    for (int by = -1; by <= 1; by += 2)
        if (ip_replay_guide_plus(from, by, &near) && ip_replay_guide_plus(to, by, &other))
            add_cells(g, instance, column, near, other, list);
    IP_PUSH(g->arena, &g->origins, ((ip_guide_origin){instance, column, from, to, list}));
    return list;
}

bool ip_replay_guide_change_origin(ip_guide_state *g, int instance, const char *column, ip_datum from, ip_datum to,
                                   int way, ip_fixed_values *facts)
{
    const places *list = origins_of(g, instance, column, from, to);
    for (int like = 1; like >= 0; like--)
        for (int i = 0; i < list->all.count; i++)
            if (list->all.items[i].like == like && way-- <= 0 && change_place(g, instance, &list->all.items[i], facts))
                return true;
    return false;
}
