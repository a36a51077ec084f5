/* Keeps a few values of each column in results, and how numbers in results compare with other values. */
#include "templates/result.h"

#include <stdlib.h>
#include <string.h>

bool ip_templates_literal_number(const ip_log_literal *literal, double *number)
{
    const char *text = literal->content;
    char *end;
    if (!literal->known || !text || !*text || strspn(text, "+-0123456789.eE") != strlen(text))
        return false;
    *number = strtod(text, &end);
    return !*end;
}

ip_order ip_templates_order_of(const ip_log_literal *a, const ip_log_literal *b)
{
    double x, y;
    if (!ip_templates_literal_number(a, &x) || !ip_templates_literal_number(b, &y))
        return IP_ORDER_UNKNOWN;
    return x < y ? IP_ORDER_LESS : x > y ? IP_ORDER_GREATER : IP_ORDER_EQUAL;
}

static bool has_value(const ip_column_fact *column, const char *value)
{
    for (int i = 0; i < column->count; i++)
        if (strcmp(column->values[i], value) == 0)
            return true;
    return false;
}

static void add_value(ip_column_fact *column, const char *value)
{
    if (has_value(column, value))
        return;
    if (column->count < IP_MOST_CELL_VALUES)
        column->values[column->count++] = value;
    else
        column->more = true;
}

static void take_row(ip_arena *arena, ip_result_fact *fact, const ip_logged_outcome *outcome)
{
    if (!fact->columns) {
        fact->column_count = outcome->columns;
        fact->columns = IP_NEW_ARRAY(arena, ip_column_fact, outcome->columns + 1);
        for (int i = 0; i < outcome->columns; i++)
            fact->columns[i].name = ip_arena_strdup(arena, outcome->names[i]);
    }
    for (int i = 0; i < fact->column_count; i++) {
        ip_column_fact *column = &fact->columns[i];
        const ip_log_literal *cell = i < outcome->columns ? &outcome->cells[i] : NULL;
        column->unknown |= i < outcome->columns && ip_templates_outcome_hides(outcome, i);
        if (cell && cell->null) {
            column->null = true;
        } else if (!cell || !cell->known || strcmp(outcome->names[i], column->name) != 0) {
            column->unknown = true;
        } else {
            column->value = true;
            column->unknown |= !cell->content;
            if (cell->content && !column->more && !has_value(column, cell->content))
                add_value(column, ip_arena_strdup(arena, cell->content));
        }
    }
}

static bool is_counted(const ip_result_fact *fact)
{
    return fact->none + fact->one + fact->more > 0;
}

void ip_templates_result_take(ip_arena *arena, ip_result_fact *fact, const ip_logged_outcome *outcome, bool named)
{
    if (outcome && (!is_counted(fact) || outcome->rows < fact->fewest))
        fact->fewest = outcome->rows;
    ++*(!outcome ? &fact->unknown : outcome->rows == 0 ? &fact->none : outcome->rows == 1 ? &fact->one : &fact->more);
    if (named && outcome && outcome->rows == 1 && outcome->columns > 0)
        take_row(arena, fact, outcome);
}

static void join_column(ip_column_fact *column, const ip_column_fact *other)
{
    column->null |= other->null;
    column->value |= other->value;
    column->unknown |= other->unknown || strcmp(column->name, other->name) != 0;
    column->more |= other->more;
    for (int i = 0; i < other->count; i++)
        add_value(column, other->values[i]);
}

void ip_templates_result_join(ip_arena *arena, ip_result_fact *fact, const ip_result_fact *other)
{
    if (is_counted(other) && (!is_counted(fact) || other->fewest < fact->fewest))
        fact->fewest = other->fewest;
    fact->none += other->none;
    fact->one += other->one;
    fact->more += other->more;
    fact->unknown += other->unknown;
    if (!other->columns)
        return;
    if (!fact->columns) {
        fact->column_count = other->column_count;
        fact->columns = IP_NEW_ARRAY(arena, ip_column_fact, other->column_count + 1);
        memcpy(fact->columns, other->columns, sizeof *other->columns * (size_t)other->column_count);
        return;
    }
    if (other->column_count != fact->column_count)
        fact->column_count = 0;
    for (int i = 0; i < fact->column_count; i++)
        join_column(&fact->columns[i], &other->columns[i]);
}
