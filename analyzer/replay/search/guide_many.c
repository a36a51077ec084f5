/* If a guard needs more rows than there are: as many as the programs' literals say. */
#include "replay/search/guide_state.h"

#include <stdio.h>
#include <stdlib.h>

/* A statement reads a row, but its result does not depend on it: the condition is "count(*) < 20", and there are two
 * rows. So as many rows are inserted as literals in the programs suggest, equal in the searched columns and different
 * in all keys. */

enum { FEWEST = 2, MOST = 1000, MOST_ROUNDS = 3, FIRST_NUMBER = 1000, FIRST_MADE = 3000 };

static bool sought_value(const ip_guide_seek *s, int column, ip_datum *value)
{
    for (int k = 0; k < s->count; k++)
        if (s->sought[k].column == column && *s->sought[k].comparison == '=' &&
            s->sought[k].value.kind != IP_DATUM_NULL) {
            *value = s->sought[k].value;
            return true;
        }
    return false;
}

/* A value with which the row matches: for a column that is compared with one bound. */
static bool fitting_value(const ip_guide_seek *s, int column, ip_datum *value)
{
    if (sought_value(s, column, value))
        return true;
    for (int k = 0; k < s->count; k++)
        if (s->sought[k].column == column && s->sought[k].value.kind != IP_DATUM_NULL &&
            ip_replay_guide_matching(s->sought[k].comparison, false, s->sought[k].value, value))
            return true;
    return false;
}

static bool numbered(ip_guide_state *g, const ip_column *column, int number, ip_datum *value)
{
    const char *error = NULL;
    if (column->type.kind == IP_INTEGER && !column->type.array) {
        *value = ip_value_datum_integer(number);
        return true;
    }
    ip_code_type type = ip_value_code_type_of(column->type);
    *value = ip_value_datum_parse(g->arena, &type, ip_arena_printf(g->arena, "%d", number), &error);
    return !error;
}

static bool add_row(ip_guide_state *g, const ip_guide_seek *s, int number, ip_fixed_values *facts)
{
    const ip_table *table = s->table;
    const int *columns;
    int n = ip_interpreter_rows_key_columns(table, &columns), position;
    ip_datum key[IP_GUIDE_MOST_KEY], value;
    for (int i = 0; i < n; i++)
        if (!sought_value(s, columns[i], &key[i]) &&
            !numbered(g, &table->columns.items[columns[i]], FIRST_NUMBER + number, &key[i]))
            return false;
    if (!n)
        key[0] = ip_interpreter_rows_hidden_key(0, FIRST_MADE + number);
    ip_replay_guide_add_cell(g, facts, table, key, IP_EXISTS, ip_value_datum_boolean(true));
    for (int c = 0; c < table->columns.count; c++) {
        if (ip_replay_guide_is_key(table, c, &position))
            continue;
        if (fitting_value(s, c, &value) || (ip_catalog_table_in_some_key(table, c) &&
                                            numbered(g, &table->columns.items[c], FIRST_NUMBER + number, &value)))
            ip_replay_guide_add_cell(g, facts, table, key, c, value);
    }
    return true;
}

/* Only one row, if the whole key is searched. */
static bool finds_several(const ip_guide_seek *s)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(s->table, &columns);
    ip_datum value;
    bool all = n > 0;
    for (int i = 0; i < n; i++)
        all = all && sought_value(s, columns[i], &value);
    return !all;
}

/* Row by row, as many as the largest number that is asked for: a smaller number is a part of them. */
typedef struct rows {
    ip_fixed_values facts;
    int ends[MOST], count; /* of each row, in the facts */
} rows;

static void make(ip_guide_state *g, const ip_guide_seek *s, int count, rows *created)
{
    for (; created->count < count; created->count++) {
        if (!add_row(g, s, created->count, &created->facts))
            return;
        created->ends[created->count] = created->facts.count;
    }
    int end = created->ends[count - 1];
    IP_PUSH(g->arena, g->moves, ((ip_fixed_values){created->facts.items, end, end}));
}

static bool noticed(const ip_graph *graph, const ip_dependency *d)
{
    for (int e = 0; e < graph->edges.count; e++)
        if (graph->edges.items[e].from == d->from && graph->edges.items[e].to == d->to)
            return true;
    return false;
}

void ip_replay_guide_many(ip_guide_state *g, const ip_subject *subject, const ip_graph *graph)
{
    const ip_anomaly *anomaly = subject->anomaly;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *d = &anomaly->dependencies[i];
        bool asked = false, known = noticed(graph, d);
        for (int k = 0; k < g->seeks.count && !asked && !known; k++) {
            const ip_guide_seek *s = &g->seeks.items[k];
            int reader = d->type == IP_RW ? d->from : d->to;
            if (s->table != d->table || s->instance != reader || d->type == IP_WW || !finds_several(s))
                continue;
            asked = true;
            rows created = {0};
            for (int c = 0; c < subject->limits.count; c++) {
                long number = strtol(subject->limits.items[c], NULL, 10);
                /* Fewest first, as the instances' own rows may count, too. */
                for (long less = MOST_ROUNDS - 1; less >= 0 && number >= FEWEST && number <= MOST; less--)
                    if (number - less > 0)
                        make(g, s, (int)(number - less), &created);
            }
        }
    }
}
