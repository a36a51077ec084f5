/* Names of a query's parameters: given by the query, or those of the columns that they are compared with or written
 * to. */
#include "workload/query_parameters.h"

#include "parse/pg_parse.h"
#include "parse/statement.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ columns -- */

/* The last part of a column's name; NULL: not a column. */
static const char *column_name(const ip_tree *node)
{
    const ip_list *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *name = ip_parse_last_string(fields);
    return *name ? name : NULL;
}

static const ip_tree *without_casts(const ip_tree *node)
{
    while (ip_as_type_cast(node))
        node = ip_as_type_cast(node)->arg;
    return node;
}

static bool is_it(const ip_tree *node, const char *identifier)
{
    const char *name = column_name(without_casts(node));
    return name && strcmp(name, identifier) == 0;
}

/* A column somewhere in the expression, outside the parameter's value: "lower(email)". */
static const char *column_in(const ip_tree *node, const char *identifier)
{
    const char *name = column_name(node);
    const ip_tree *child;
    if (name)
        return strcmp(name, identifier) == 0 ? NULL : name;
    for (size_t i = 0; i < ip_parse_list_size(node) && !name; i++)
        name = column_in(ip_parse_list_item(node, i), identifier);
    if (!name && !ip_as_sub_link(node))
        IP_TREE_EACH(node, field, child) if (!name) name = column_in(child, identifier);
    return name;
}

static const char *of_insert(const PgQuery__InsertStmt *insert, const char *identifier)
{
    const PgQuery__SelectStmt *rows = ip_as_select_stmt(IP_GET(insert, select_stmt));
    for (size_t row = 0; rows && row < rows->n_values_lists; row++) {
        const ip_list *values = IP_ITEMS(ip_as_list(rows->values_lists[row]), items);
        for (size_t i = 0; i < ip_parse_list_size(values) && i < insert->n_cols; i++)
            if (is_it(ip_parse_list_item(values, i), identifier))
                return IP_TEXT(ip_as_res_target(insert->cols[i]), name);
    }
    return NULL;
}

static const char *of_limit(const PgQuery__SelectStmt *select, const char *identifier)
{
    if (!select)
        return NULL;
    return is_it(select->limit_count, identifier) ? "limit" : is_it(select->limit_offset, identifier) ? "offset" : NULL;
}

/* The column that the value is compared with or written to, somewhere in the tree; NULL: none. */
static const char *column_of(const ip_tree *node, const char *identifier)
{
    const PgQuery__AExpr *compared = ip_as_a_expr(node);
    const PgQuery__ResTarget *target = ip_as_res_target(node);
    const char *name = of_insert(ip_as_insert_stmt(node), identifier);
    const ip_tree *child;
    if (!name)
        name = of_limit(ip_as_select_stmt(node), identifier);
    if (compared && is_it(compared->rexpr, identifier))
        name = column_in(compared->lexpr, identifier);
    else if (compared && is_it(compared->lexpr, identifier))
        name = column_in(compared->rexpr, identifier);
    else if (target && *IP_TEXT(target, name) && is_it(target->val, identifier))
        name = target->name;
    for (size_t i = 0; i < ip_parse_list_size(node) && !name; i++)
        name = column_of(ip_parse_list_item(node, i), identifier);
    if (!name)
        IP_TREE_EACH(node, field, child) if (!name) name = column_of(child, identifier);
    return name;
}

/* --------------------------------------------------------------- parameters -- */

static int number_of(const char *variable)
{
    return variable[0] == '$' && isdigit((unsigned char)variable[1]) ? atoi(variable + 1) : 0;
}

static int by_number(const void *first, const void *second)
{
    const ip_query_parameter *a = first, *b = second;
    return number_of(a->variable) - number_of(b->variable);
}

static ip_query_parameter *of_variable(ip_arena *arena, ip_query_parameters *parameters, const char *variable)
{
    for (int i = 0; i < parameters->count; i++)
        if (strcmp(parameters->items[i].variable, variable) == 0)
            return &parameters->items[i];
    ip_query_parameter added = {.name = variable, .variable = variable};
    IP_PUSH(arena, parameters, added);
    return &parameters->items[parameters->count - 1];
}

/* A name that columns give to two parameters is not used for either. */
static bool is_taken(const ip_query_parameters *parameters, int but, const char *name)
{
    for (int i = 0; i < parameters->count; i++)
        if (i != but && strcmp(parameters->items[i].name, name) == 0)
            return true;
    return false;
}

ip_query_parameters ip_workload_query_parameters_of(ip_arena *arena, const ip_sql_item *item)
{
    ip_query_parameters parameters = {0};
    bool numbered = item->variables.count > 0, some = false; /* numbers beside names have columns' names, too */
    ip_parse_error error;
    for (int i = 0; i < item->variables.count; i++) {
        const ip_script_variable *v = &item->variables.items[i];
        ip_query_parameter *p = of_variable(arena, &parameters, v->name);
        IP_PUSH(arena, &p->spelled, v->identifier);
        numbered &= number_of(v->name) > 0;
        some |= number_of(v->name) > 0;
    }
    if (numbered)
        qsort(parameters.items, (size_t)parameters.count, sizeof *parameters.items, by_number);
    const ip_tree *statements = item->fault || !some ? NULL : ip_parse_pg_parse(arena, item->text, &error);
    for (int i = 0; i < parameters.count && statements; i++) {
        ip_query_parameter *p = &parameters.items[i];
        const char *column = NULL;
        for (int k = 0; number_of(p->variable) && k < p->spelled.count && !column; k++)
            column = column_of(ip_parse_statement_at(statements, 0), p->spelled.items[k]);
        if (column && !is_taken(&parameters, i, column))
            p->name = column;
    }
    return parameters;
}

/* "AccountID" is "account_id". */
static bool same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, "_");
        b += strspn(b, "_");
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

int ip_workload_query_parameter_named(const ip_query_parameters *parameters, const char *name)
{
    for (int i = 0; i < parameters->count; i++)
        if (strcmp(parameters->items[i].name, name) == 0 || strcmp(parameters->items[i].variable, name) == 0)
            return i;
    for (int i = 0; i < parameters->count; i++) {
        const ip_query_parameter *p = &parameters->items[i];
        if (same_name(p->name, name) || (number_of(p->variable) && strcmp(p->variable + 1, name) == 0))
            return i;
    }
    return -1;
}

int ip_workload_query_parameter_spelled(const ip_query_parameters *parameters, const char *identifier)
{
    for (int i = 0; i < parameters->count; i++)
        for (int k = 0; k < parameters->items[i].spelled.count; k++)
            if (strcmp(parameters->items[i].spelled.items[k], identifier) == 0)
                return i;
    return -1;
}
