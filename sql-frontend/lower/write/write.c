/* INSERT, UPDATE and DELETE. */
#include "lower/lower.h"
#include "catalog/set_values.h"
#include "parse/statement.h"

#include <string.h>

/* Columns of the target replaced by what the statement assigns to them. */
static const ip_expr *substitute(ip_lowerer *l, const ip_expr *expr, const ip_expr *const *assigned)
{
    if (expr->kind == IP_EXPR_COLUMN && expr->source == 0 && assigned[expr->index])
        return assigned[expr->index];
    bool changed = false;
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++) {
        args[i] = substitute(l, expr->args[i], assigned);
        changed = changed || args[i] != expr->args[i];
    }
    if (!changed)
        return expr;
    if (expr->kind == IP_EXPR_OPERATOR && expr->arg_count == 2 && (expr->op == IP_OP_ADD || expr->op == IP_OP_SUB))
        return ip_lower_binary(l, expr->op, args[0], args[1]);
    ip_expr *copy = ip_program_expr_new(l->arena, expr->kind, expr->type);
    *copy = *expr;
    copy->args = args;
    return copy;
}

void ip_lower_returning(ip_lowerer *l, const ip_tree *list, ip_scope *scope, ip_result *result)
{
    scope->query->written = true;
    ip_lower_targets(l, list, scope, result);
    for (int i = 0; i < result->columns.count; i++) {
        ip_result_column *c = &result->columns.items[i];
        if (scope->query->statement.assignments)
            c->value = substitute(l, c->value, scope->query->statement.assignments);
        ip_output output = {IP_AGG_NONE, c->value, c->type};
        c->output = scope->query->statement.outputs.count;
        IP_PUSH(l->arena, &scope->query->statement.outputs, output);
    }
}

typedef struct ip_insertion {
    const ip_table *table;
    const ip_query *query; /* whose target it is */
    IP_VEC(int) columns;   /* the named columns, in order; -1: a view's column that is none of the table's */
    ip_scope *around;      /* queries of WITH; NULL: none */
} ip_insertion;

static bool named_columns(ip_lowerer *l, const ip_tree *list, ip_insertion *to)
{
    const ip_query *query = to->query;
    int width = query->view ? query->columns->columns.count : to->table->columns.count;
    size_t i;
    const ip_tree *item;
    for (int k = 0; !list && k < width; k++) {
        const ip_expr *value = query->view ? query->columns->columns.items[k].value : NULL;
        bool of_table = value && value->kind == IP_EXPR_COLUMN && value->source == 0;
        IP_PUSH(l->arena, &to->columns, !value ? k : of_table ? value->index : -1);
    }
    IP_LIST_EACH(list, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        int column = ip_lower_target_column(l, query, item, IP_TEXT(target, name));
        if (column >= 0 && IP_ITEMS(target, indirection))
            ip_lower_refuse(l, item, "a part of column \"%s\" as target of INSERT", IP_TEXT(target, name));
        if (column < 0 || l->why)
            return false;
        IP_PUSH(l->arena, &to->columns, column);
    }
    return true;
}

static ip_query *insert_query(ip_lowerer *l, const ip_tree *insert, ip_scope **scope, ip_scope *around)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    query->statement.kind = IP_INSERT;
    *scope = ip_lower_scope_new(l, around, query);
    ip_lower_scope_target(l, *scope, ip_parse_parts_of(insert).target, false, NULL);
    return query;
}

ip_result *ip_lower_insert_row(ip_lowerer *l, const ip_tree *insert, const ip_table *table, const ip_expr **assigned,
                               ip_scope *around)
{
    ip_scope *scope;
    ip_query *query = insert_query(l, insert, &scope, around);
    ip_result *result = IP_NEW(l->arena, ip_result);
    query->statement.assignments = assigned;
    ip_lower_returning(l, ip_parse_parts_of(insert).returning, scope, result);
    if (l->why)
        return result;
    ip_lower_key_checks(l, query, assigned, true, NULL);
    result->statement = ip_lower_emit(l, query);
    ip_lower_foreign_checks(l, table, assigned, true);
    ip_lower_after_insert(l, result->statement, table, assigned);
    return result;
}

/* values: one for each named column, NULL: DEFAULT. */
static ip_result *insert_row(ip_lowerer *l, const ip_tree *insert, const ip_insertion *to, const ip_values *values)
{
    const ip_expr **assigned = IP_NEW_ARRAY(l->arena, const ip_expr *, to->table->columns.count);
    for (int i = 0; i < to->columns.count && i < values->count; i++) {
        int column = to->columns.items[i];
        if (column < 0) {
            ip_lower_bad_name(l, insert, "a value for a column of view \"%s\" that is none of its table's",
                              to->query->view->name);
            return IP_NEW(l->arena, ip_result);
        }
        ip_type type = to->table->columns.items[column].type;
        if (values->items[i]) {
            assigned[column] = ip_lower_convert(l, values->items[i], type);
            if (!ip_program_expr_stable(assigned[column]))
                assigned[column] = ip_lower_bind(l, to->table->columns.items[column].name, type, assigned[column]);
        }
    }
    for (int i = 0; i < to->table->columns.count; i++)
        if (!assigned[i])
            assigned[i] = ip_lower_default(l, to->query, i, NULL);
    if (ip_lower_rewrites(l, to->table, IP_INSERT))
        for (int i = 0; i < to->table->columns.count; i++) {
            const ip_column *c = &to->table->columns.items[i];
            assigned[i] = ip_lower_bind(l, c->name, c->type, ip_lower_unknown(l, c->type, 1, &assigned[i]));
        }
    const ip_expr *left_out = ip_lower_before_insert(l, to->table, assigned), *rel = l->rel;
    ip_result *result = IP_NEW(l->arena, ip_result);
    if (left_out && ip_program_expr_is_true(left_out)) {
        result->statement = -1;
        result->found = ip_lower_boolean(l, false);
        result->count = ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_integer_type, "0");
        return result;
    }
    if (left_out)
        l->rel = ip_program_expr_and(l->arena, rel, ip_program_expr_not(l->arena, left_out));
    const ip_statement_parts parts = ip_parse_parts_of(insert);
    if (parts.conflict)
        result = ip_lower_insert_or(l, parts.insert, to->table, assigned, to->around);
    else
        result = ip_lower_insert_row(l, insert, to->table, assigned, to->around);
    l->rel = rel;
    return left_out ? ip_lower_insert_if(l, ip_program_expr_not(l->arena, left_out), result) : result;
}

ip_result *ip_lower_insert_into(ip_lowerer *l, const ip_tree *statement, const ip_tree *columns,
                                const ip_values *values, ip_scope *around)
{
    ip_scope *scope;
    ip_query *query = insert_query(l, statement, &scope, around);
    if (l->why || query->statement.sources.count == 0)
        return IP_NEW(l->arena, ip_result);
    ip_insertion to = {.table = query->statement.sources.items[0].table, .query = query, .around = around};
    if (!named_columns(l, columns, &to))
        return IP_NEW(l->arena, ip_result);
    return insert_row(l, statement, &to, values);
}

/* Of several rows, some of them in conflict. */
static ip_result *any_rows(ip_lowerer *l)
{
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->statement = -1;
    result->unknown = true;
    return result;
}

/* The columns of a star; for a record with unknown fields, any value for each required column. */
static void add_columns(ip_lowerer *l, const ip_result *columns, int wanted, ip_values *values)
{
    bool any = ip_lower_column_is_any(columns, columns->columns.count);
    for (int i = 0; i < columns->columns.count; i++)
        if (!ip_lower_column_is_any(columns, i))
            IP_PUSH(l->arena, values, columns->columns.items[i].value);
    while (any && values->count < wanted)
        IP_PUSH(l->arena, values, ip_lower_unknown(l, ip_lower_other_type, 0, NULL));
}

static void row_values(ip_lowerer *l, const ip_tree *row, ip_values *values, int wanted, ip_scope *around)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(ip_as_list(row), items), i, item)
    {
        if (ip_lower_is_star(item)) {
            ip_result columns = {0};
            ip_lower_star(l, item, NULL, &columns);
            add_columns(l, &columns, wanted, values);
            continue;
        }
        const ip_expr *value = ip_as_set_to_default(item) ? NULL : ip_lower_expr(l, item, around);
        IP_PUSH(l->arena, values, value);
    }
}

/* Each row of the query in the current loop, or the one row that it has. */
static ip_result *insert_rows(ip_lowerer *l, const ip_tree *insert, const ip_insertion *to, ip_result *rows)
{
    const ip_expr *rel = l->rel;
    int outside = l->loop;
    if (rows->statement >= 0 || rows->unknown) {
        int loop = ip_lower_open_loop(l, rows->statement >= 0 ? IP_LOOP_QUERY : IP_LOOP_WHILE, l->range);
        l->program->loops.items[loop].query = rows->statement;
        l->loop = loop;
    } else if (!ip_program_expr_is_true(rows->found)) {
        l->rel = ip_program_expr_and(l->arena, l->rel, rows->found);
    }
    ip_values values = {0};
    for (int i = 0; i < rows->columns.count; i++) {
        const ip_expr *value = ip_lower_result_value(l, rows, i, l->loop);
        /* Its path already says that there is a row. */
        if (rows->statement < 0 && value->kind == IP_EXPR_OPERATOR && value->op == IP_OP_IF &&
            value->args[0] == rows->found)
            value = value->args[1];
        if (ip_lower_column_is_any(rows, i))
            value = ip_lower_unknown(l, ip_lower_other_type, 1, &value);
        IP_PUSH(l->arena, &values, value);
    }
    while (values.count < to->columns.count && ip_lower_column_is_any(rows, rows->columns.count))
        IP_PUSH(l->arena, &values, ip_lower_unknown(l, ip_lower_other_type, 0, NULL));
    ip_result *result = insert_row(l, insert, to, &values);
    l->loop = outside;
    l->rel = rel;
    /* FOUND, ROW_COUNT and the returned values come from the INSERT, which is not run without a row. */
    bool one = rows->statement < 0 && !rows->unknown;
    return one && !ip_program_expr_is_true(rows->found) ? ip_lower_insert_if(l, rows->found, result) : result;
}

/* Each row that is given, no trigger or rule leaving out any. */
static bool surely_inserted(const ip_lowerer *l, const ip_result *result)
{
    return !l->why && result->statement >= 0 && !l->program->statements.items[result->statement].uncertain;
}

/* INSERT … SELECT: the rows of the query, one INSERT for each. */
static ip_result *insert_select(ip_lowerer *l, const PgQuery__InsertStmt *insert, const ip_insertion *to,
                                const PgQuery__SelectStmt *select)
{
    bool correlated = false, by_row = ip_lower_plain_select(l->definitions, select) && !IP_GET(select, with_clause);
    int outside = ip_lower_open_part_loops(l, by_row ? IP_ITEMS(select, from_clause) : NULL, to->around);
    ip_result *rows = ip_lower_select(l, select, to->around, &correlated), *result = rows;
    if (!l->why && rows->columns.count > to->columns.count)
        ip_lower_bad_name(l, insert, "INSERT has more values (%d) than columns (%d)", rows->columns.count,
                          to->columns.count);
    bool single = rows->statement < 0 && !rows->unknown && l->loop == outside;
    if (!l->why)
        result = insert_rows(l, insert, to, rows);
    bool counted =
        l->loop == outside && rows->statement >= 0 && !IP_GET(insert, on_conflict_clause) && surely_inserted(l, result);
    ip_lower_close_part_loops(l, outside, to->around);
    if (l->why || single)
        return result;
    /* The returned values are in terms of the inserted rows, in iterations that have ended. */
    ip_result *any = ip_lower_rows_of_loop(l, result);
    if (counted)
        any->statement = rows->statement;
    return any;
}

static bool renames(const ip_query *query)
{
    const ip_table *table = query->statement.sources.items[0].table;
    for (int i = 0; i < query->columns->columns.count; i++) {
        const ip_result_column *c = &query->columns->columns.items[i];
        bool same = c->value->kind == IP_EXPR_COLUMN && c->value->source == 0 &&
                    strcmp(table->columns.items[c->value->index].name, c->name) == 0;
        if (!same)
            return true;
    }
    return false;
}

static ip_result *insert_values(ip_lowerer *l, const PgQuery__InsertStmt *insert, const ip_insertion *to,
                                const ip_tree *rows)
{
    ip_result *result = IP_NEW(l->arena, ip_result);
    bool left_out = false;
    size_t i;
    const ip_tree *row;
    IP_LIST_EACH(rows, i, row)
    {
        ip_values values = {0};
        row_values(l, row, &values, to->columns.count, to->around);
        if (values.count > to->columns.count)
            ip_lower_bad_name(l, insert, "INSERT has more values (%d) than columns (%d)", values.count,
                              to->columns.count);
        if (l->why)
            return result;
        result = insert_row(l, insert, to, &values);
        result->any_count = ip_parse_list_size(rows) > 1;
        left_out = left_out || !surely_inserted(l, result);
    }
    if (ip_parse_list_size(rows) > 1 && !l->why && (left_out || IP_GET(insert, on_conflict_clause)))
        return any_rows(l);
    return result;
}

static ip_result *lower_insert(ip_lowerer *l, const PgQuery__InsertStmt *insert, ip_scope *around)
{
    ip_result *result = IP_NEW(l->arena, ip_result);
    ip_scope *scope;
    around = ip_lower_with_names(l, insert, around);
    ip_query *query = insert_query(l, insert, &scope, around);
    if (l->why || query->statement.sources.count == 0)
        return result;
    ip_insertion to = {.table = query->statement.sources.items[0].table, .query = query, .around = around};
    if (query->view && IP_GET(insert, on_conflict_clause) && renames(query))
        ip_lower_refuse(l, insert, "ON CONFLICT through view %s, which gives columns other names", query->view->name);
    if (l->why || !named_columns(l, IP_ITEMS(insert, cols), &to))
        return result;
    ip_values none = {0};
    const PgQuery__SelectStmt *select = ip_catalog_inserted_query(l->definitions, insert);
    if (!select)
        return insert_row(l, insert, &to, &none);
    const ip_tree *rows = ip_catalog_inserted_values(select);
    result = rows ? insert_values(l, insert, &to, rows) : insert_select(l, insert, &to, select);
    return result;
}

static const ip_expr *multiple(ip_lowerer *l, const PgQuery__MultiAssignRef *reference, ip_scope *scope)
{
    const ip_tree *source = IP_GET(reference, source);
    const PgQuery__RowExpr *row = ip_as_row_expr(source);
    size_t number = (size_t)IP_GET(reference, colno);
    if (row && number >= 1)
        return ip_lower_expr(l, ip_parse_list_item(IP_ITEMS(row, args), number - 1), scope);
    if (number > 1)
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    ip_lower_note(l, source, "assignment of a subquery's row to several columns: any values");
    const ip_expr *value = ip_lower_expr(l, source, scope);
    return ip_lower_unknown(l, ip_lower_other_type, 1, &value);
}

void ip_lower_computed_again(ip_lowerer *l, ip_scope *scope, const ip_table *table, const ip_expr **assigned)
{
    for (int k = 0; k < table->columns.count; k++)
        if ((table->columns.items[k].generated && !assigned[k]) || ip_lower_rewrites(l, table, IP_UPDATE))
            assigned[k] = ip_lower_not_understood(l, NULL, scope, table->columns.items[k].type);
}

void ip_lower_assignments(ip_lowerer *l, const ip_tree *list, ip_scope *scope)
{
    ip_query *query = scope->query;
    const ip_table *table = query->statement.sources.items[0].table;
    const ip_expr **assigned = IP_NEW_ARRAY(l->arena, const ip_expr *, table->columns.count);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(list, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        const ip_tree *value = IP_GET(target, val);
        int column = ip_lower_target_column(l, query, item, IP_TEXT(target, name));
        if (column < 0)
            return;
        const ip_expr *expr;
        if (ip_as_set_to_default(value))
            expr = ip_lower_default(l, query, column, scope);
        else if (ip_as_multi_assign_ref(value))
            expr = multiple(l, ip_as_multi_assign_ref(value), scope);
        else
            expr = ip_lower_expr(l, value, scope);
        if (IP_ITEMS(target, indirection)) {
            /* One element or field changes; the rest of the old value stays. */
            const ip_entry self = {.table = table, .source = 0};
            const ip_expr *args[] = {ip_lower_column(l, &self, column), expr};
            expr = ip_lower_unknown(l, table->columns.items[column].type, 2, args);
        }
        assigned[column] = ip_lower_convert(l, expr, table->columns.items[column].type);
    }
    ip_lower_computed_again(l, scope, table, assigned);
    query->statement.assignments = assigned;
}

/* member: the table of the family that is changed now. */
static ip_result *change_member(ip_lowerer *l, const ip_tree *body, ip_statement_kind kind, ip_scope *around,
                                const ip_table *member)
{
    const ip_statement_parts parts = ip_parse_parts_of(body);
    ip_query *query = IP_NEW(l->arena, ip_query);
    ip_result *result = IP_NEW(l->arena, ip_result);
    ip_scope *scope = ip_lower_scope_new(l, around, query);
    result->statement = -1;
    query->statement.kind = kind;
    ip_lower_scope_target(l, scope, parts.target, true, member);
    if (query->statement.sources.count == 0)
        return result;
    int outside = ip_lower_open_part_loops(l, parts.from, around);
    scope->runs_rows = true;
    l->conditional++; /* only if it is used for rows of the target */
    ip_lower_from(l, parts.from, scope);
    l->conditional--;
    const PgQuery__Node *where = parts.where;
    const PgQuery__CurrentOfExpr *current = ip_as_current_of_expr(where);
    if (current && !l->why)
        ip_lower_current_of(l, current, scope);
    else if (where && !l->why) {
        ip_lower_open_sublink_loops(l, where, scope, parts.from ? NULL : parts.target);
        ip_lower_condition(l, where, scope);
    }
    if (kind == IP_UPDATE && !l->why)
        ip_lower_assignments(l, parts.assigned, scope);
    if (!l->why)
        result = ip_lower_change_rows(l, scope, parts.returning);
    bool in_loop = l->loop != outside;
    ip_lower_close_part_loops(l, outside, around);
    return in_loop ? ip_lower_rows_of_loop(l, result) : result;
}

/* A statement on a table that others inherit from changes the rows of each of them (PostgreSQL 15, section 5.10). */
static ip_result *lower_change(ip_lowerer *l, const ip_tree *body, ip_statement_kind kind, ip_scope *around)
{
    const PgQuery__RangeVar *rangevar = ip_parse_parts_of(body).target;
    const ip_table *table = ip_lower_relation(l, rangevar).table;
    around = ip_lower_with_names(l, body, around);
    const ip_family family =
        table && IP_GET(rangevar, inh) ? ip_catalog_family_of(l->definitions, table) : (ip_family){0};
    if (family.count < 2 || l->why)
        return change_member(l, body, kind, around, NULL);
    ip_result *first = NULL;
    for (int m = 0; m < family.count && !l->why; m++) {
        ip_result *result = change_member(l, body, kind, around, family.items[m]);
        first = first ? first : result;
    }
    return ip_lower_rows_of_loop(l, first ? first : IP_NEW(l->arena, ip_result)); /* none: its WITH was refused */
}

static const bool *columns_set(ip_lowerer *l, const ip_table *table, const ip_tree *list)
{
    bool *set = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(list, i, item)
    {
        int column = ip_catalog_table_column(table, IP_TEXT(ip_as_res_target(item), name));
        if (column >= 0)
            set[column] = true;
    }
    return set;
}

/* Statement triggers around it; a rule may say that nothing is done. */
static ip_result *with_statement_triggers(ip_lowerer *l, const ip_tree *body, ip_statement_kind kind, ip_scope *around)
{
    const ip_statement_parts parts = ip_parse_parts_of(body);
    const ip_relation relation = ip_lower_relation(l, parts.target);
    const ip_table *table = ip_lower_table_below(l, parts.target);
    ip_result *result = IP_NEW(l->arena, ip_result);
    const ip_temporary *temporary = ip_lower_find_temporary(l, parts.target);
    if (temporary)
        return ip_lower_temporary_write(l, body, temporary, around);
    ip_result *summed = ip_lower_summed_write(l, body, kind, relation.name, table, around);
    if (summed)
        return summed;
    if (ip_lower_does_nothing(l, relation.name, kind)) {
        result->statement = -1;
        result->found = ip_lower_boolean(l, false);
        result->count = ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_integer_type, "0");
        return result;
    }
    ip_result *instead = ip_lower_instead(l, body, kind, around);
    if (instead)
        return instead;
    ip_event e = {0}, update = {0};
    bool both = kind == IP_INSERT && ip_lower_updates_on_conflict(parts.conflict);
    if (table) {
        e = ip_lower_event(l, kind, table);
        update = ip_lower_event(l, IP_UPDATE, table);
        e.set = kind == IP_UPDATE ? columns_set(l, table, parts.assigned) : NULL;
        update.set = both ? columns_set(l, table, IP_ITEMS(parts.conflict, target_list)) : NULL;
        ip_lower_fire_statement(l, &e, IP_BEFORE);
        if (both)
            ip_lower_fire_statement(l, &update, IP_BEFORE);
    }
    if (kind == IP_INSERT)
        result = lower_insert(l, parts.insert, around);
    else
        result = lower_change(l, body, kind, around);
    if (table && both)
        ip_lower_fire_statement(l, &update, IP_AFTER);
    if (table)
        ip_lower_fire_statement(l, &e, IP_AFTER);
    return result;
}

ip_result *ip_lower_insert(ip_lowerer *l, const PgQuery__InsertStmt *insert, ip_scope *around)
{
    return with_statement_triggers(l, insert, IP_INSERT, around);
}

ip_result *ip_lower_update(ip_lowerer *l, const PgQuery__UpdateStmt *update, ip_scope *around)
{
    return with_statement_triggers(l, ip_lower_locking_source(l, update), IP_UPDATE, around);
}

ip_result *ip_lower_delete(ip_lowerer *l, const PgQuery__DeleteStmt *delete, ip_scope *around)
{
    return with_statement_triggers(l, ip_lower_locking_source(l, delete), IP_DELETE, around);
}
