/* INSERT, UPDATE and DELETE of a view that has INSTEAD OF triggers (PostgreSQL 15 documentation, CREATE TRIGGER): a
 * query gives OLD, and what of NEW differs from it; the functions do the rest. */
#include "code/coder.h"
#include "catalog/set_values.h"
#include "parse/statement.h"

#include <string.h>

static bool is_fired(const ip_trigger *t, const ip_view_definition *view, ip_code_write_kind kind)
{
    bool on_event = kind == IP_CODE_INSERT ? t->on_insert : kind == IP_CODE_UPDATE_ROWS ? t->on_update : t->on_delete;
    return !t->disabled && t->instead && t->row && on_event && strcmp(t->table, view->name) == 0;
}

/* A hidden table that stands for the view's rows. */
static const ip_table *rows_of(ip_compiler *c, const ip_view_definition *view)
{
    for (int i = 0; i < c->schema->own.count; i++)
        if (c->schema->own.items[i]->view == view)
            return c->schema->own.items[i];
    if (c->code != c->self->code) /* by now, tables have been counted */
        ip_code_refuse(c, c->range, "a write of view \"%s\" in a computed text", view->name);
    ip_table *table = IP_NEW(c->arena, ip_table);
    *table = *view->row;
    table->own = true;
    table->view = view;
    table->id = c->coder->schema->own.count;
    table->code = IP_NEW(c->arena, ip_code_table);
    IP_PUSH(c->arena, &c->coder->schema->own, table);
    return table;
}

static const ip_tree *star_of(ip_arena *arena, const PgQuery__RangeVar *relation)
{
    const char *shown = relation->alias ? relation->alias->aliasname : relation->relname;
    return ip_parse_target_of(arena, ip_parse_column_of(arena, shown, NULL));
}

static void add_column(ip_compiler *c, ip_code_write *write, const PgQuery__ResTarget *target)
{
    int column = ip_catalog_table_column(write->table, IP_TEXT(target, name));
    if (column < 0 || ip_parse_list_size(IP_ITEMS(target, indirection)) > 0)
        ip_code_refuse(c, c->range, "column \"%s\" as target in view \"%s\"", IP_TEXT(target, name),
                       write->table->name);
    IP_PUSH(c->arena, &write->columns, column < 0 ? 0 : column);
}

/* SELECT view.*, value, … FROM view, … WHERE …: its first targets are OLD's columns. */
static void changes(ip_compiler *c, const ip_statement_parts *parts, ip_code_write *write, ip_code_scope *scope)
{
    PgQuery__SelectStmt *query = ip_parse_message_new(c->arena, &pg_query__select_stmt__descriptor);
    ip_list targets = {0}, from = {0};
    const ip_tree *item;
    size_t i;
    ip_parse_list_add(c->arena, &targets, star_of(c->arena, parts->target));
    ip_parse_list_add(c->arena, &from, ip_parse_node_of(c->arena, parts->target));
    for (int k = 0; k < write->table->columns.count; k++)
        IP_PUSH(c->arena, &write->columns, k);
    IP_LIST_EACH(parts->from, i, item) ip_parse_list_add(c->arena, &from, item);
    IP_LIST_EACH(parts->assigned, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        const ip_tree *value = IP_GET(target, val);
        if (ip_as_set_to_default(value) || ip_as_multi_assign_ref(value))
            ip_code_refuse(c, c->range, "what is assigned to a column of a view with INSTEAD OF triggers");
        add_column(c, write, target);
        ip_parse_list_add(c->arena, &targets, ip_parse_target_of(c->arena, value));
    }
    IP_SET_LIST(query, target_list, targets);
    IP_SET_LIST(query, from_clause, from);
    query->where_clause = (PgQuery__Node *)parts->where;
    write->source = ip_code_select(c, query, scope);
}

static void inserts(ip_compiler *c, const PgQuery__InsertStmt *body, ip_code_write *write,
                    const ip_view_definition *view, ip_code_scope *scope)
{
    const ip_tree *list = IP_ITEMS(body, cols);
    const PgQuery__SelectStmt *select = ip_catalog_inserted_query(c->coder->definitions, body);
    size_t i;
    const ip_tree *item;
    if (!select || view->defaults.count > 0)
        ip_code_refuse(c, c->range, "a default of view \"%s\"", view->name);
    write->source = ip_code_select(c, select, scope);
    IP_LIST_EACH(list, i, item) add_column(c, write, ip_as_res_target(item));
    for (int k = 0; !list && k < write->source->target_count && k < write->table->columns.count; k++)
        IP_PUSH(c->arena, &write->columns, k);
}

const ip_code_write *ip_code_instead_write(ip_compiler *c, const ip_tree *statement, const ip_code_scope *around)
{
    const ip_statement_parts parts = ip_parse_parts_of(statement);
    const ip_view_definition *view = ip_code_relation_of(c, parts.target).view;
    ip_code_write_kind kind = parts.insert                   ? IP_CODE_INSERT
                              : ip_as_update_stmt(statement) ? IP_CODE_UPDATE_ROWS
                                                             : IP_CODE_DELETE_ROWS;
    bool fired = false;
    for (int i = 0; view && i < c->coder->definitions->triggers.count; i++)
        fired = fired || is_fired(&c->coder->definitions->triggers.items[i], view, kind);
    if (!fired || ip_as_merge_stmt(statement))
        return NULL;
    if (!view->row || around || c->parts.count > 0 || parts.returning || parts.conflict ||
        ip_as_current_of_expr(parts.where)) {
        ip_code_refuse(c, c->range, "a write of view \"%s\", which has INSTEAD OF triggers, of this kind", view->name);
        return NULL;
    }
    ip_code_scope *scope = ip_code_scope_new(c, NULL, false);
    ip_code_write *write = IP_NEW(c->arena, ip_code_write);
    if (parts.with)
        ip_code_with(c, parts.with, scope);
    write->kind = kind;
    write->instead = true;
    write->table = write->named = rows_of(c, view);
    write->item_count = 1;
    c->accesses = c->self->touches = true;
    if (kind == IP_CODE_INSERT)
        inserts(c, parts.insert, write, view, ip_code_scope_new(c, scope, false));
    else
        changes(c, &parts, write, ip_code_scope_new(c, scope, false));
    if (write->columns.count != write->source->target_count)
        ip_code_refuse(c, c->range, "a write of %d values into %d columns of view \"%s\"", write->source->target_count,
                       write->columns.count, view->name);
    ip_code_instead_triggers(c, write, view);
    return write;
}
