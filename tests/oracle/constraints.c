/* Unique keys; the foreign key of t1, with its actions (PostgreSQL 15 documentation, CREATE TABLE). */
#include "constraints.h"

bool constraint_same_key(unsigned unique, const int *a, const int *b)
{
    bool same0 = a[1] == b[1] && a[1] != SQL_NULL, same1 = a[2] == b[2] && a[2] != SQL_NULL;
    return (unique & UNIQUE_C0 && same0) || (unique & UNIQUE_C1 && same1) || (unique & UNIQUE_BOTH && same0 && same1);
}

bool view_unique(const program_set *set, const view *v)
{
    for (int t = 0; t < set->table_count; t++) {
        if (!set->tables[t].unique)
            continue;
        int rows = table_rows(&set->tables[t]);
        for (int a = t * ROWS; a < t * ROWS + rows; a++)
            for (int b = t * ROWS; b < a; b++)
                if (v->value[a][EXISTS] && v->value[b][EXISTS] &&
                    constraint_same_key(set->tables[t].unique, v->value[a], v->value[b]))
                    return false;
    }
    return true;
}

static int row_of_key(const program_set *set, const view *v, int key)
{
    int rows = table_rows(&set->tables[0]);
    if (!set->tables[1].to_column)
        return key < 0 || key >= rows || !v->value[key][EXISTS] ? ROWS : key;
    for (int r = 0; r < rows; r++)
        if (v->value[r][EXISTS] && v->value[r][1] == key)
            return r;
    return ROWS;
}

int view_referred(const program_set *set, const view *v, int row)
{
    const table *t = &set->tables[1];
    if (row < ROWS || !v->value[row][EXISTS] || t->reference == REFERENCE_NONE)
        return NONE;
    int key = t->reference == REFERENCE_KEY ? table_row_key(t, row - ROWS, 0) : v->value[row][1];
    return key == SQL_NULL ? NONE : row_of_key(set, v, key);
}

bool refer_dangling(const program_set *set, const view *v, int row)
{
    return view_referred(set, v, row) == ROWS;
}

bool view_references(const program_set *set, const view *v)
{
    for (int r = ROWS; set->table_count > 1 && r < ROWS + table_rows(&set->tables[1]); r++)
        if (refer_dangling(set, v, r))
            return false;
    return true;
}

void refer_before(const program_set *set, const view *v, int referred[ROWS])
{
    for (int r = 0; r < ROWS; r++)
        referred[r] = set->table_count > 1 && r < table_rows(&set->tables[1]) ? view_referred(set, v, ROWS + r) : NONE;
}

referring_rows refer_act(const program_set *set, const view *v, const int referred[ROWS], uint32_t rows, bool deleted,
                         refer_write *write, void *data)
{
    const table *t = &set->tables[1];
    foreign_action action = deleted ? t->on_delete : t->on_update;
    referring_rows done = {0};
    for (int r = 0; r < ROWS; r++) {
        int to = referred[r], column = 1;
        if (to == NONE || to == ROWS || !(rows >> to & 1))
            continue;
        if (action == ACTION_NONE || action == ACTION_RESTRICT) {
            done.refused |= action == ACTION_RESTRICT || refer_dangling(set, v, ROWS + r);
            continue;
        }
        done.changed |= 1u << r;
        if (deleted && action == ACTION_CASCADE)
            write(data, ROWS + r, EXISTS, 0);
        else
            write(data, ROWS + r, column,
                  action == ACTION_CASCADE       ? v->value[to][1]
                  : action == ACTION_SET_DEFAULT ? (t->defaults[0] == NONE ? SQL_NULL : t->defaults[0])
                                                 : SQL_NULL);
    }
    /* The keys that several rows get may be keys that others had before. */
    done.unknown = done.changed && !deleted && (rows & (rows - 1));
    return done;
}
