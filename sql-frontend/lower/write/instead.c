/* Writes to views with INSTEAD OF triggers (PostgreSQL 15 documentation, CREATE TRIGGER, and chapter 39): a query on
 * the view finds the rows without locking them, and the trigger functions run for each of them. */
#include "lower/lower.h"
#include "catalog/set_values.h"
#include "parse/statement.h"

#include <string.h>

static const ip_trigger *instead_of(const ip_lowerer *l, const ip_view_definition *view, ip_statement_kind kind)
{
    const ip_triggers *related = ip_lower_related(l, view->name);
    const ip_trigger *found = NULL;
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        bool on_event = kind == IP_INSERT ? t->on_insert : kind == IP_UPDATE ? t->on_update : t->on_delete;
        if (t->disabled || t->nothing || strcmp(t->table, view->name) != 0)
            continue;
        if (t->what) /* a rule acts beside them */
            return NULL;
        if (t->instead && t->row && on_event)
            found = t;
    }
    return found;
}

static int shape_column(const ip_row_shape *shape, const char *name)
{
    for (int i = 0; i < shape->names.count; i++)
        if (strcmp(shape->names.items[i], name) == 0)
            return i;
    return -1;
}

/* SELECT view.*, the assigned values FROM view, … WHERE …. */
static const PgQuery__SelectStmt *query_of(ip_lowerer *l, const ip_statement_parts *parts)
{
    const PgQuery__RangeVar *relation = parts->target;
    const char *shown = relation->alias ? relation->alias->aliasname : relation->relname;
    PgQuery__SelectStmt *query = ip_parse_message_new(l->arena, &pg_query__select_stmt__descriptor);
    ip_list targets = {0}, from = {0};
    ip_parse_list_add(l->arena, &targets, ip_parse_target_of(l->arena, ip_parse_column_of(l->arena, shown, NULL)));
    ip_parse_list_add(l->arena, &from, ip_parse_node_of(l->arena, relation));
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(parts->from, i, item) ip_parse_list_add(l->arena, &from, item);
    IP_LIST_EACH(parts->assigned, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        const ip_tree *value = IP_GET(target, val);
        if (ip_as_set_to_default(value) || ip_as_multi_assign_ref(value) || IP_ITEMS(target, indirection))
            ip_lower_refuse(l, item, "what is assigned to %s of a view with INSTEAD OF triggers",
                            IP_TEXT(target, name));
        ip_parse_list_add(l->arena, &targets, ip_parse_target_of(l->arena, value));
    }
    IP_SET_LIST(query, target_list, targets);
    IP_SET_LIST(query, from_clause, from);
    query->where_clause = (PgQuery__Node *)parts->where;
    return query;
}

static const ip_expr *value_of(ip_lowerer *l, const char *name, ip_type type, const ip_expr *value)
{
    value = ip_lower_convert(l, value, type);
    return ip_program_expr_stable(value) ? value : ip_lower_bind(l, name, type, value);
}

/* In the current iteration: the query's values, column by column, from that one on; NULL where there is none. */
static const ip_expr **row_from(ip_lowerer *l, const ip_row_shape *shape, const ip_values *values, int first,
                                const int *places, const ip_expr *const *otherwise)
{
    const ip_expr **row = IP_NEW_ARRAY(l->arena, const ip_expr *, shape->names.count);
    for (int i = 0; i < shape->names.count; i++) {
        int at = places ? places[i] : i;
        if (at >= 0 && first + at < values->count)
            row[i] = value_of(l, shape->names.items[i], shape->types.items[i], values->items[first + at]);
        else
            row[i] = otherwise ? otherwise[i] : ip_lower_null(l, shape->types.items[i]);
    }
    return row;
}

/* The index of the value for each column; -1: none. */
static const int *places_of(ip_lowerer *l, const ip_tree *list, const ip_row_shape *shape,
                            const ip_view_definition *view)
{
    int *places = IP_NEW_ARRAY(l->arena, int, shape->names.count + 1);
    size_t i;
    const ip_tree *item;
    for (int c = 0; c < shape->names.count; c++)
        places[c] = list ? -1 : c;
    IP_LIST_EACH(list, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        int column = shape_column(shape, IP_TEXT(target, name));
        if (column < 0)
            ip_lower_bad_name(l, item, "view \"%s\" has no column \"%s\"", view->name, IP_TEXT(target, name));
        else if (IP_ITEMS(target, indirection))
            ip_lower_refuse(l, item, "a part of column \"%s\" as target", IP_TEXT(target, name));
        else
            places[column] = (int)i;
    }
    return places;
}

static void run_functions(ip_lowerer *l, ip_event *e)
{
    const ip_triggers triggers = ip_lower_triggers(l, e, IP_INSTEAD);
    const ip_expr *rel = l->rel;
    const ip_expr **row = e->new_row ? e->new_row : NULL;
    for (int i = 0; i < triggers.count; i++) {
        ip_trigger_outcome outcome = {.row = row};
        ip_lower_run_trigger(l, triggers.items[i], e, IP_INSTEAD, &outcome);
        if (outcome.aborts || (outcome.left_out && ip_program_expr_is_true(outcome.left_out)))
            break;
        if (outcome.left_out)
            l->rel = ip_program_expr_and(l->arena, l->rel, ip_program_expr_not(l->arena, outcome.left_out));
    }
    l->rel = rel;
}

static void one_row(ip_lowerer *l, ip_event e, const ip_values *values, const int *places)
{
    e.loop = l->loop;
    if (e.kind != IP_INSERT)
        e.old_row = row_from(l, e.shape, values, 0, NULL, NULL);
    if (e.kind == IP_INSERT)
        e.new_row = row_from(l, e.shape, values, 0, places, NULL);
    else if (e.kind == IP_UPDATE)
        e.new_row = row_from(l, e.shape, values, e.shape->names.count, places, e.old_row);
    run_functions(l, &e);
}

/* Each row of the query in a loop over it, or the one row that it has. */
static void each_row(ip_lowerer *l, const ip_event *e, ip_result *rows, const int *places)
{
    ip_rows_entered around = {.base = l->base, .rel = l->rel, .loop = l->loop, .aborted = l->aborted};
    ip_values values = {0};
    /* For a join, only a loop determines the row of each table. */
    if (rows->statement >= 0 && l->program->statements.items[rows->statement].sources.count == 1) {
        around = ip_lower_enter_rows(l, rows->statement);
    } else if (rows->statement >= 0 || rows->unknown) {
        int loop = ip_lower_open_loop(l, rows->statement >= 0 ? IP_LOOP_QUERY : IP_LOOP_WHILE, l->range);
        l->program->loops.items[loop].query = rows->statement;
        l->base = ip_lower_path(l);
        l->rel = NULL;
        l->loop = loop;
    } else if (!ip_program_expr_is_true(rows->found))
        l->rel = ip_program_expr_and(l->arena, l->rel, rows->found);
    for (int i = 0; i < rows->columns.count; i++)
        IP_PUSH(l->arena, &values, ip_lower_result_value(l, rows, i, l->loop));
    one_row(l, *e, &values, places);
    ip_lower_leave_rows(l, around);
}

static void values_rows(ip_lowerer *l, const ip_event *e, const ip_tree *rows, const int *places, ip_scope *around)
{
    size_t i, k;
    const ip_tree *row, *item;
    IP_LIST_EACH(rows, i, row)
    {
        ip_values values = {0};
        IP_LIST_EACH(IP_ITEMS(ip_as_list(row), items), k, item)
        {
            bool any = ip_as_set_to_default(item) || ip_lower_is_star(item);
            if (any)
                ip_lower_refuse(l, item, "a value that is not given, of a view with INSTEAD OF triggers");
            else
                IP_PUSH(l->arena, &values, ip_lower_expr(l, item, around));
        }
        if (l->why)
            return;
        one_row(l, *e, &values, places);
    }
}

static const ip_row_shape *shape_of(ip_lowerer *l, const ip_view_definition *view)
{
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    shape->relation = view->name;
    for (int i = 0; i < view->row->columns.count; i++) {
        IP_PUSH(l->arena, &shape->names, view->row->columns.items[i].name);
        IP_PUSH(l->arena, &shape->types, view->row->columns.items[i].type);
    }
    return shape;
}

static void change(ip_lowerer *l, const ip_statement_parts *parts, ip_event *e, const ip_view_definition *view,
                   ip_scope *around)
{
    bool correlated = false, updates = e->kind == IP_UPDATE;
    const int *places = updates ? places_of(l, parts->assigned, e->shape, view) : NULL;
    if (updates) {
        bool *set = IP_NEW_ARRAY(l->arena, bool, e->shape->names.count);
        for (int i = 0; i < e->shape->names.count; i++)
            set[i] = places[i] >= 0;
        e->set = set;
    }
    const PgQuery__SelectStmt *query = query_of(l, parts);
    ip_result *rows = l->why ? NULL : ip_lower_select(l, query, around, &correlated);
    if (!l->why && (rows->columns.count < e->shape->names.count || ip_lower_column_is_any(rows, rows->columns.count)))
        ip_lower_refuse(l, parts->target, "view %s, whose columns are not known", view->name);
    if (!l->why)
        each_row(l, e, rows, places);
}

static void insert(ip_lowerer *l, const PgQuery__InsertStmt *body, const ip_event *e, const ip_view_definition *view,
                   ip_scope *around)
{
    const int *places = places_of(l, IP_ITEMS(body, cols), e->shape, view);
    bool correlated = false;
    const PgQuery__SelectStmt *select = ip_catalog_inserted_query(l->definitions, body);
    if (!select || view->defaults.count > 0)
        ip_lower_refuse(l, body, "a value that is not given, of view %s with INSTEAD OF triggers", view->name);
    ip_result *rows = NULL;
    if (!l->why && ip_catalog_inserted_values(select))
        values_rows(l, e, ip_catalog_inserted_values(select), places, around);
    else if (!l->why)
        rows = ip_lower_select(l, select, around, &correlated);
    if (rows && !l->why && ip_lower_column_is_any(rows, rows->columns.count))
        ip_lower_refuse(l, body, "rows of unknown columns, into view %s", view->name);
    if (rows && !l->why)
        each_row(l, e, rows, places);
}

ip_result *ip_lower_instead(ip_lowerer *l, const ip_tree *body, ip_statement_kind kind, ip_scope *around)
{
    const ip_statement_parts parts = ip_parse_parts_of(body);
    const ip_view_definition *view = ip_lower_relation(l, parts.target).view;
    if (!view || !instead_of(l, view, kind))
        return NULL;
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->statement = -1;
    result->unknown = true;
    const PgQuery__CurrentOfExpr *current = ip_as_current_of_expr(parts.where);
    if (!view->row || view->stale || current || parts.returning || parts.conflict)
        ip_lower_refuse(l, parts.target, "view %s with INSTEAD OF triggers, in this statement", view->name);
    if (l->why)
        return result;
    ip_event e = {.kind = kind, .row = true, .shape = shape_of(l, view), .loop = l->loop};
    around = ip_lower_with_names(l, body, around);
    if (kind == IP_INSERT)
        insert(l, parts.insert, &e, view, around);
    else
        change(l, &parts, &e, view, around);
    return result;
}
