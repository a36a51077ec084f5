/* INSERT, UPDATE, DELETE. */
#include "code/coder.h"
#include "catalog/partition.h"
#include "catalog/set_values.h"
#include "parse/statement.h"

#include <string.h>

/* Of a partition, its own; but what was drawn from a sequence of the whole still is. */
static const ip_code_expr *const *defaults_of(ip_compiler *c, const ip_code_write *write)
{
    const ip_table *whole = write->table, *named = write->named;
    if (named == whole || !named->code || !whole->code)
        return whole->code ? whole->code->defaults : NULL;
    const ip_code_expr **defaults = IP_NEW_ARRAY(c->arena, const ip_code_expr *, whole->columns.count);
    for (int i = 0; i < whole->columns.count && i < named->columns.count; i++) {
        const ip_column *column = &named->columns.items[i];
        bool drawn = column->sequence && !column->kept_default;
        if (drawn && !column->own_sequence && write->kind == IP_CODE_INSERT)
            ip_code_refuse(c, c->range, "INSERT into a partition with an identity column");
        defaults[i] = drawn ? whole->code->defaults[i] : named->code->defaults[i];
    }
    return defaults;
}

/* The rows of a partition are found by its bounds, and stay within them. */
static void stay_within(ip_compiler *c, ip_code_write *write, ip_code_scope *scope)
{
    ip_code_bound_list bounds = {0};
    ip_code_last_bounds(c, write->named, scope, &bounds);
    for (int i = 0; i < bounds.count && write->kind != IP_CODE_INSERT; i++)
        IP_PUSH(c->arena, &scope->conditions, bounds.items[i]);
    if (write->kind != IP_CODE_DELETE_ROWS)
        write->within = ip_code_all_of(c, &bounds);
    ip_code_check_write(c, write->named, write->kind == IP_CODE_INSERT, write->kind == IP_CODE_UPDATE_ROWS,
                        write->kind == IP_CODE_DELETE_ROWS, c->range);
    if (write->kind == IP_CODE_MERGE_ROWS)
        ip_code_refuse(c, c->range, "MERGE into a partition");
}

/* The write and the scope in which its conditions stand: the target is item 0. NULL: no such table. */
ip_code_write *ip_code_begin_write(ip_compiler *c, const ip_tree *body, ip_code_write_kind kind,
                                   const ip_code_scope *around, ip_code_scope **scope)
{
    const ip_statement_parts parts = ip_parse_parts_of(body);
    const PgQuery__RangeVar *relation = parts.target;
    *scope = ip_code_scope_new(c, NULL, false);
    if (around)
        (*scope)->ctes = around->ctes;
    if (parts.with)
        ip_code_with(c, parts.with, *scope);
    ip_code_columns *columns = IP_NEW(c->arena, ip_code_columns);
    ip_code_refuse_materialized(c, relation, "cannot change materialized view \"%s\"");
    const ip_code_from *below = ip_code_written_view(c, relation, kind, *scope, columns);
    const ip_table *named = below ? below->table : ip_code_table_named(c, relation);
    c->written = below ? columns : NULL;
    if (!named)
        return NULL;
    named = c->member ? c->member : named;
    ip_code_locks_table(c, named, IP_LOCK_TABLE_ROW_EXCLUSIVE);
    ip_code_write *write = IP_NEW(c->arena, ip_code_write);
    write->kind = kind;
    write->named = named;
    write->table = below ? named : ip_code_whole(c, relation, named);
    write->defaults = defaults_of(c, write);
    if (!below)
        ip_code_table_item(c, relation, write->table, *scope, NULL);
    if (named != write->table)
        stay_within(c, write, *scope);
    if (below && kind != IP_CODE_DELETE_ROWS && c->view_checks.count > 0) {
        ip_code_bound_list checks = {c->view_checks.items, c->view_checks.count, c->view_checks.count};
        write->within = ip_code_all_of(c, &checks);
        write->through_view = true;
        c->view_checks.items = NULL;
        c->view_checks.count = c->view_checks.capacity = 0;
    }
    return write;
}

static void returning(ip_compiler *c, const ip_list *list, ip_code_write *write, ip_code_scope *scope)
{
    ip_code_columns targets = {0};
    ip_code_targets(c, list, scope, &targets);
    write->returning = ip_code_target_list(c, &targets);
    write->returning_count = targets.count;
    write->item_count = scope->item_count;
}

/* (a, b) = (SELECT …): the column-th value of the subquery's row. */
static const ip_code_expr *value_of_row(ip_compiler *c, const PgQuery__SubLink *sublink, int column, int count,
                                        ip_code_scope *scope)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(sublink, subselect));
    ip_code_scope *around = ip_code_scope_new(c, scope, true);
    const ip_code_query *query = ip_code_select(c, select, ip_code_scope_new(c, around, true));
    ip_code_expr *value = ip_code_new(c, IP_CODE_SCALAR, c->range);
    if (query->target_count != count || ip_code_query_is_volatile(query)) {
        ip_code_refuse_wrong(c, c->range, query->target_count != count ? "42601" : NULL,
                             "number of columns does not match number of values",
                             "several columns set from a subquery with %d columns", query->target_count);
        return ip_code_null(c, c->range);
    }
    ip_code_query *one = IP_NEW(c->arena, ip_code_query);
    one->from = ip_code_derived_item(c, query, "row", NULL, around);
    one->item_count = around->item_count;
    const ip_code_columns columns = {&around->columns.items[column], 1, 1};
    one->targets = ip_code_target_list(c, &columns);
    one->target_count = 1;
    value->query = one;
    value->type = columns.items[0].expr->type;
    return value;
}

const ip_code_expr *ip_code_set_value(ip_compiler *c, const ip_tree *value, ip_code_scope *scope)
{
    const PgQuery__MultiAssignRef *multiple = ip_as_multi_assign_ref(value);
    const ip_tree *source = IP_GET(multiple, source);
    if (!multiple && ip_as_set_to_default(value))
        return ip_code_new(c, IP_CODE_DEFAULT, c->range);
    if (!multiple)
        return ip_code_expr_of(c, value, scope);
    int column = (int)IP_GET(multiple, colno) - 1, count = (int)IP_GET(multiple, ncolumns);
    const PgQuery__RowExpr *row = ip_as_row_expr(source);
    const PgQuery__SubLink *sublink = ip_as_sub_link(source);
    if (row && (int)ip_parse_list_size(IP_ITEMS(row, args)) == count)
        return ip_code_set_value(c, ip_parse_list_item(IP_ITEMS(row, args), (size_t)column), scope);
    if (sublink && IP_GET(sublink, sub_link_type) == PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK)
        return value_of_row(c, sublink, column, count, scope);
    ip_code_refuse(c, c->range, "several columns set from one value");
    return ip_code_null(c, c->range);
}

int ip_code_target_column(ip_compiler *c, const ip_table *table, const PgQuery__ResTarget *target, ip_range range)
{
    const char *name = IP_TEXT(target, name);
    int column = c->written ? -1 : ip_catalog_table_column(table, name);
    for (int i = 0; c->written && i < c->written->count && column < 0; i++)
        if (strcmp(c->written->items[i].name, name) == 0 && c->written->items[i].expr->kind == IP_CODE_COLUMN)
            column = c->written->items[i].expr->index; /* else it is refused already */
    if (column < 0)
        ip_code_refuse_name(
            c, range, "42703",
            ip_arena_printf(c->arena, "column \"%s\" of relation \"%s\" does not exist", name, table->name),
            "table \"%s\" has no column \"%s\"", table->name, name);
    return column;
}

/* SET c.f = value, SET c[i] = value: the column with another part; parts of one column are set one after the other. */
static const ip_code_expr *with_part(ip_compiler *c, const ip_tree *steps, const ip_table *table, ip_code_set set,
                                     const ip_code_expr *whole, ip_code_scope *scope)
{
    ip_code_path *path = IP_NEW(c->arena, ip_code_path);
    const ip_column *column = &table->columns.items[set.column];
    IP_VEC(const ip_code_expr *) args = {0};
    IP_PUSH(c->arena, &args, whole ? whole : ip_code_item_column(c, 0, set.column, column->name, column->type));
    IP_PUSH(c->arena, &args, set.expr);
    if (!ip_code_path_of(c, steps, scope, path) || set.expr->kind == IP_CODE_DEFAULT)
        ip_code_refuse(c, c->range, "such a part of column \"%s\" as target", column->name);
    for (int i = 0; i < path->count; i++)
        if (path->items[i].subscript)
            IP_PUSH(c->arena, &args, path->items[i].subscript);
    ip_code_expr *expr = ip_code_make(c, IP_CODE_WITH_PART, set.expr->range, args.count, args.items);
    expr->path = path;
    expr->type = column->type;
    return expr;
}

int ip_code_sets(ip_compiler *c, const ip_tree *list, const ip_table *table, ip_code_scope *scope, ip_code_set **sets)
{
    IP_VEC(ip_code_set) all = {0};
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(list, i, node)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(node);
        ip_range range = ip_code_place_of(c, node);
        ip_code_set set = {ip_code_target_column(c, table, target, range),
                           ip_code_set_value(c, IP_GET(target, val), scope)};
        if (set.column < 0)
            continue;
        const ip_column *column = &table->columns.items[set.column];
        if ((column->generated || column->always) && set.expr->kind != IP_CODE_DEFAULT)
            ip_code_refuse_wrong(
                c, range, "428C9",
                ip_arena_printf(c->arena, "column \"%s\" can only be updated to DEFAULT", column->name),
                "a value for generated column \"%s\"", column->name);
        const ip_tree *steps = IP_ITEMS(target, indirection);
        int before = 0;
        while (before < all.count && all.items[before].column != set.column)
            before++;
        const ip_code_expr *whole = before < all.count ? all.items[before].expr : NULL;
        if (whole && (!ip_parse_list_size(steps) || whole->kind != IP_CODE_WITH_PART))
            ip_code_refuse_wrong(c, range, "42601",
                                 ip_arena_printf(c->arena, "multiple assignments to same column \"%s\"", column->name),
                                 "column \"%s\" is set twice", column->name);
        if (ip_parse_list_size(steps) > 0)
            set.expr = with_part(c, steps, table, set, whole, scope);
        if (whole)
            all.items[before] = set;
        else
            IP_PUSH(c->arena, &all, set);
    }
    *sets = all.items;
    return all.count;
}

static void on_conflict(ip_compiler *c, const PgQuery__OnConflictClause *clause, const PgQuery__RangeVar *relation,
                        ip_code_write *write, const ip_code_scope *around)
{
    write->on_conflict = true;
    write->do_nothing = IP_GET(clause, action) == PG_QUERY__ON_CONFLICT_ACTION__ONCONFLICT_NOTHING;
    if (!IP_GET(clause, infer) && !write->do_nothing)
        ip_code_refuse_wrong(c, ip_code_place_of(c, clause), "42601",
                             "ON CONFLICT DO UPDATE requires inference specification or constraint name",
                             "ON CONFLICT DO UPDATE of no key");
    if (IP_GET(clause, infer))
        ip_code_arbiter(c, write, IP_GET(clause, infer), ip_code_place_of(c, clause));
    for (int i = 0; c->written && i < c->written->count; i++)
        if (c->written->items[i].expr->kind == IP_CODE_COLUMN &&
            strcmp(c->written->items[i].name, write->table->columns.items[c->written->items[i].expr->index].name) != 0)
            ip_code_refuse(c, c->range, "ON CONFLICT of a view with names of its own");
    if (write->do_nothing)
        return;
    ip_code_scope *scope = ip_code_scope_new(c, NULL, false);
    scope->ctes = around->ctes;
    ip_code_table_item(c, relation, write->table, scope, NULL);
    ip_code_table_item(c, NULL, write->table, scope, "excluded");
    IP_CODE_SETS(c, IP_ITEMS(clause, target_list), write->table, scope, &write->conflict_sets);
    if (IP_GET(clause, where_clause))
        write->conflict_where = ip_code_expr_of(c, IP_GET(clause, where_clause), scope);
}

/* Which column each of the source's targets goes to. */
static void insert_columns(ip_compiler *c, const PgQuery__InsertStmt *insert, ip_code_write *write)
{
    const ip_tree *list = IP_ITEMS(insert, cols);
    int targets = write->source ? write->source->target_count : 0;
    int width = c->written ? c->written->count : write->table->columns.count;
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(list, i, node)
    {
        int column = ip_code_target_column(c, write->table, ip_as_res_target(node), ip_code_place_of(c, node));
        for (int k = 0; k < write->columns.count; k++)
            if (column >= 0 && write->columns.items[k] == column)
                ip_code_refuse_wrong(c, ip_code_place_of(c, node), "42701",
                                     ip_arena_printf(c->arena, "column \"%s\" specified more than once",
                                                     write->table->columns.items[column].name),
                                     "a column is named twice");
        if (ip_parse_list_size(IP_ITEMS(ip_as_res_target(node), indirection)) > 0)
            ip_code_refuse(c, c->range, "a part of a column as target of INSERT");
        if (column < 0) /* refused; a table may have no column at all */
            return;
        IP_PUSH(c->arena, &write->columns, column);
    }
    for (int k = 0; ip_parse_list_size(list) == 0 && k < targets && k < width; k++) {
        if (c->written && c->written->items[k].expr->kind != IP_CODE_COLUMN)
            return;
        IP_PUSH(c->arena, &write->columns, c->written ? c->written->items[k].expr->index : k);
    }
    if (write->columns.count != targets) {
        ip_code_refuse_wrong(c, c->range, "42601",
                             targets > write->columns.count ? "INSERT has more expressions than target columns"
                                                            : "INSERT has more target columns than expressions",
                             "INSERT of %d values into %d columns", targets, write->columns.count);
        return;
    }
    for (int k = 0; k < write->columns.count; k++) {
        bool all_default = write->source && write->source->values;
        for (int r = 0; all_default && r < write->source->value_rows; r++)
            all_default = write->source->values[r][k]->kind == IP_CODE_DEFAULT;
        const ip_column *column = &write->table->columns.items[write->columns.items[k]];
        bool overriding = insert->override == PG_QUERY__OVERRIDING_KIND__OVERRIDING_SYSTEM_VALUE;
        if ((column->generated || (column->always && !overriding)) && !all_default)
            ip_code_refuse_wrong(
                c, c->range, "428C9",
                ip_arena_printf(c->arena, "cannot insert a non-DEFAULT value into column \"%s\"", column->name),
                "a value for a generated column");
    }
}

static ip_code_write *insert(ip_compiler *c, const PgQuery__InsertStmt *body, const ip_code_scope *around)
{
    ip_code_scope *scope;
    ip_code_write *write = ip_code_begin_write(c, body, IP_CODE_INSERT, around, &scope);
    const PgQuery__OnConflictClause *conflict = body->on_conflict_clause;
    if (!write)
        return NULL;
    if (body->override == PG_QUERY__OVERRIDING_KIND__OVERRIDING_USER_VALUE)
        ip_code_refuse(c, c->range, "INSERT … OVERRIDING USER VALUE");
    const PgQuery__SelectStmt *select = ip_catalog_inserted_query(c->coder->definitions, body);
    if (select) {
        c->default_allowed = IP_ITEMS(select, values_lists) != NULL;
        write->source = ip_code_select(c, select, ip_code_scope_new(c, scope, false));
        c->default_allowed = false;
        insert_columns(c, body, write);
    }
    if (conflict)
        on_conflict(c, conflict, IP_GET(body, relation), write, scope);
    ip_code_check_write(c, write->table, true, write->on_conflict && !write->do_nothing, false, c->range);
    bool in_parts = around || c->parts.count > 0;
    ip_code_triggers(c, write, IP_CODE_INSERT, NULL, 0, in_parts);
    if (write->on_conflict && !write->do_nothing)
        ip_code_triggers(c, write, IP_CODE_UPDATE_ROWS, write->conflict_sets.items, write->conflict_sets.count,
                         in_parts);
    returning(c, IP_ITEMS(body, returning_list), write, scope);
    write->item_count = write->on_conflict && !write->do_nothing ? 2 : 1;
    return write;
}

static ip_code_write *update(ip_compiler *c, const PgQuery__UpdateStmt *body, const ip_code_scope *around)
{
    ip_code_scope *scope;
    ip_code_write *write = ip_code_begin_write(c, body, IP_CODE_UPDATE_ROWS, around, &scope);
    if (!write)
        return NULL;
    scope->takes_conditions = true;
    const ip_tree *where = IP_GET(body, where_clause);
    write->from = ip_code_from_clause(c, IP_ITEMS(body, from_clause), scope);
    write->current = ip_code_current_of(c, where, write);
    write->where = ip_code_where(c, write->current ? NULL : where, scope);
    IP_CODE_SETS(c, IP_ITEMS(body, target_list), write->table, scope, &write->sets);
    ip_code_check_write(c, write->table, false, true, false, c->range);
    ip_code_triggers(c, write, IP_CODE_UPDATE_ROWS, write->sets.items, write->sets.count, around || c->parts.count > 0);
    returning(c, IP_ITEMS(body, returning_list), write, scope);
    return write;
}

static ip_code_write *delete_rows(ip_compiler *c, const PgQuery__DeleteStmt *body, const ip_code_scope *around)
{
    ip_code_scope *scope;
    ip_code_write *write = ip_code_begin_write(c, body, IP_CODE_DELETE_ROWS, around, &scope);
    if (!write)
        return NULL;
    scope->takes_conditions = true;
    const ip_tree *where = IP_GET(body, where_clause);
    write->from = ip_code_from_clause(c, IP_ITEMS(body, using_clause), scope);
    write->current = ip_code_current_of(c, where, write);
    write->where = ip_code_where(c, write->current ? NULL : where, scope);
    ip_code_check_write(c, write->table, false, false, true, c->range);
    ip_code_triggers(c, write, IP_CODE_DELETE_ROWS, NULL, 0, around || c->parts.count > 0);
    returning(c, IP_ITEMS(body, returning_list), write, scope);
    return write;
}

static ip_code_write *one_write(ip_compiler *c, const ip_tree *statement, const ip_code_scope *around)
{
    const ip_code_columns *outer = c->written;
    ip_code_write *write = ip_as_insert_stmt(statement)   ? insert(c, ip_as_insert_stmt(statement), around)
                           : ip_as_merge_stmt(statement)  ? ip_code_merge(c, ip_as_merge_stmt(statement))
                           : ip_as_update_stmt(statement) ? update(c, ip_as_update_stmt(statement), around)
                                                          : delete_rows(c, ip_as_delete_stmt(statement), around);
    c->written = outer;
    return write;
}

const ip_code_write *ip_code_write_of(ip_compiler *c, const ip_tree *statement, const ip_code_scope *around)
{
    const PgQuery__RangeVar *relation = ip_parse_written_relation(statement);
    const ip_code_write *instead = ip_code_instead_write(c, statement, around);
    if (instead)
        return instead;
    const ip_table *top = ip_code_relation_of(c, relation).table;
    ip_family family = top ? ip_catalog_family_of(c->coder->definitions, top) : (ip_family){0};
    ip_code_write *write = one_write(c, statement, around), *last = write;
    if (!write || family.count < 2 || write->kind == IP_CODE_INSERT || !IP_GET(relation, inh))
        return write;
    if (around || c->parts.count > 0 || write->kind == IP_CODE_MERGE_ROWS)
        ip_code_refuse(c, c->range, "a table that others inherit from, as target of %s",
                       write->kind == IP_CODE_MERGE_ROWS ? "MERGE" : "a statement with WITH");
    if (write->transitions)
        ip_code_refuse(c, c->range, "transition tables of a table that others inherit from");
    for (int i = 1; i < family.count && last; i++) {
        ip_code_sql *sql = c->sql;
        ip_code_locks_table(c, family.items[i], IP_LOCK_TABLE_ROW_EXCLUSIVE);
        c->sql = NULL; /* its places are known by now */
        c->member = family.items[i];
        ip_code_write *next = one_write(c, statement, around);
        c->member = NULL;
        c->sql = sql;
        last->next = next;
        last = next;
    }
    return write;
}
