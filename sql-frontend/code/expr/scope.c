/* Columns in scope: the FROM items of a query and of those around it. */
#include "code/coder.h"

#include <string.h>

ip_code_scope *ip_code_scope_new(ip_compiler *c, ip_code_scope *around, bool sees_around)
{
    ip_code_scope *scope = IP_NEW(c->arena, ip_code_scope);
    scope->around = around;
    scope->seen = around && !sees_around ? around->seen : around;
    scope->depth = around ? around->depth + 1 : 0;
    scope->ctes = around ? around->ctes : NULL;
    return scope;
}

const ip_code_expr *ip_code_item_column(ip_compiler *c, int item, int index, const char *name, ip_type type)
{
    ip_code_expr *expr = ip_code_new(c, IP_CODE_COLUMN, (ip_range){NULL, 0, 0});
    expr->item = item;
    expr->index = index;
    expr->name = name;
    expr->type = type;
    return expr;
}

const ip_code_relation *ip_code_find_relation(const ip_code_scope *scope, const char *schema, const char *alias)
{
    for (int i = 0; scope && i < scope->relations.count; i++) {
        const ip_code_relation *r = &scope->relations.items[i];
        if (!schema && r->alias && strcmp(r->alias, alias) == 0)
            return r;
        if (!schema || !r->table || !r->qualified)
            continue;
        size_t length = strlen(schema);
        if (strncmp(r->qualified, schema, length) == 0 && r->qualified[length] == '.' &&
            strcmp(r->qualified + length + 1, alias) == 0)
            return r;
    }
    return NULL;
}

static int columns_named(const ip_code_columns *columns, const char *name, const ip_code_expr **expr)
{
    int found = 0;
    for (int i = 0; i < columns->count; i++)
        if (strcmp(columns->items[i].name, name) == 0 && found++ == 0)
            *expr = columns->items[i].expr;
    return found;
}

/* Seen from so many queries further in. */
static const ip_code_expr *moved_in(ip_compiler *c, const ip_code_expr *expr, int levels)
{
    if (levels == 0)
        return expr;
    ip_code_expr *moved = IP_NEW(c->arena, ip_code_expr);
    *moved = *expr;
    moved->level += levels;
    if (expr->arg_count > 0)
        moved->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++)
        moved->args[i] = moved_in(c, expr->args[i], levels);
    return moved;
}

int ip_code_find_column(ip_compiler *c, ip_code_scope *scope, const char *schema, const char *alias, const char *name,
                        const ip_code_expr **expr)
{
    for (ip_code_scope *s = scope; s; s = s->seen) {
        const ip_code_relation *relation = alias ? ip_code_find_relation(s, schema, alias) : NULL;
        int found = 0;
        if (relation)
            found = columns_named(&relation->columns, name, expr);
        else if (!alias)
            found = columns_named(&s->columns, name, expr);
        if (found > 0)
            ip_code_read_transition(c, s, *expr);
        if (found > 0)
            *expr = moved_in(c, *expr, scope->depth - s->depth);
        if (found > 0 || relation)
            return found;
    }
    return 0;
}

static const ip_code_expr *row_of(ip_compiler *c, const ip_code_relation *relation, int levels)
{
    ip_code_expr *expr = ip_code_new(c, IP_CODE_WHOLE_ROW, (ip_range){NULL, 0, 0});
    expr->item = relation->item;
    expr->level = levels;
    return expr;
}

const ip_code_expr *ip_code_whole_row(ip_compiler *c, ip_code_scope *scope, const char *alias)
{
    for (ip_code_scope *s = scope; s; s = s->seen) {
        const ip_code_relation *relation = ip_code_find_relation(s, NULL, alias);
        if (!relation)
            continue;
        if (relation->item < 0 || relation->partial)
            ip_code_refuse(c, c->range, relation->partial ? "the row of a view" : "the row of a join");
        ip_code_read_transition(c, s, NULL);
        if (relation->scalar)
            return moved_in(c, relation->columns.items[0].expr, scope->depth - s->depth);
        return row_of(c, relation, scope->depth - s->depth);
    }
    return NULL;
}

void ip_code_push_fields(ip_compiler *c, const ip_code_expr *value, const ip_table *row, ip_code_columns *columns)
{
    for (int i = 0; i < row->columns.count; i++) {
        ip_code_expr *field = ip_code_make(c, IP_CODE_FIELD, value->range, 1, &value);
        field->name = row->columns.items[i].name;
        field->type = row->columns.items[i].type;
        ip_code_column column = {field->name, field};
        IP_PUSH(c->arena, columns, column);
    }
}

/* r.* of a record variable with known fields: each is a target, all at one place of the text. */
static bool expand_variable(ip_compiler *c, const ip_tree *node, const char *const *parts, int count,
                            ip_code_columns *columns)
{
    ip_range range = ip_code_place_of(c, node);
    int used, slot = ip_code_find_variable(c, parts, count, &used);
    if (slot < 0 || used != count)
        return false;
    const ip_code_expr *record = ip_code_variable_expr(c, slot, range);
    const ip_table *row = ip_code_row_of(c, record);
    ip_code_read_row(c, slot, NULL);
    if (!row) {
        ip_code_refuse(c, range, "\"%s.*\", whose fields only a run knows", parts[count - 1]);
        return true;
    }
    ip_code_expr *all = ip_code_new(c, IP_CODE_ROW, range);
    int before = columns->count;
    ip_code_push_fields(c, record, row, columns);
    all->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, row->columns.count);
    for (int i = before; i < columns->count; i++)
        all->args[all->arg_count++] = columns->items[i].expr;
    ip_code_add_place(c, IP_GET(ip_as_column_ref(node), location), count + 1, all);
    return true;
}

bool ip_code_expand_star(ip_compiler *c, const ip_tree *column_ref, ip_code_scope *scope, ip_code_columns *columns)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(column_ref), fields);
    int count = (int)ip_parse_list_size(fields) - 1;
    if (count < 0 || count > 2)
        return false;
    for (const ip_code_scope *s = scope; s; s = s->seen)
        ip_code_read_transition(c, s, NULL);
    if (count == 0) {
        for (int i = 0; scope && i < scope->columns.count; i++)
            IP_PUSH(c->arena, columns, scope->columns.items[i]);
        if (!scope || scope->columns.count == 0)
            ip_code_refuse_wrong(c, ip_code_place_of(c, column_ref),
                                 !scope || scope->relations.count == 0 ? "42601" : NULL,
                                 "SELECT * with no tables specified is not valid", "* without FROM");
        return true;
    }
    const char *parts[2] = {ip_parse_string_node(ip_parse_list_item(fields, 0)),
                            ip_parse_string_node(ip_parse_list_item(fields, 1))};
    for (ip_code_scope *s = scope; s; s = s->seen) {
        const ip_code_relation *relation = ip_code_find_relation(s, count == 2 ? parts[0] : NULL, parts[count - 1]);
        if (!relation)
            continue;
        for (int i = 0; i < relation->columns.count; i++) {
            ip_code_column column = relation->columns.items[i];
            column.expr = moved_in(c, column.expr, scope->depth - s->depth);
            IP_PUSH(c->arena, columns, column);
        }
        return true;
    }
    if (expand_variable(c, column_ref, parts, count, columns))
        return true;
    ip_code_refuse_wrong(c, ip_code_place_of(c, column_ref), "42P01",
                         ip_arena_printf(c->arena, "missing FROM-clause entry for table \"%s\"", parts[count - 1]),
                         "no table or record \"%s\" here", parts[count - 1]);
    return false;
}
