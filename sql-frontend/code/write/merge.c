/* MERGE. */
#include "code/coder.h"
#include "parse/statement.h"

#include <string.h>

/* A row that is not matched has the source's columns alone. */
static ip_code_scope *without_target(ip_compiler *c, const ip_code_scope *scope, int relations, int columns)
{
    ip_code_scope *source = IP_NEW(c->arena, ip_code_scope);
    *source = *scope;
    source->relations.items += relations;
    source->relations.count -= relations;
    source->columns.items += columns;
    source->columns.count -= columns;
    return source;
}

static void insert_values(ip_compiler *c, const PgQuery__MergeWhenClause *clause, const ip_table *table,
                          ip_code_scope *scope, ip_code_merge_when *when)
{
    const ip_tree *columns = IP_ITEMS(clause, target_list), *values = IP_ITEMS(clause, values);
    size_t i, given = ip_parse_list_size(columns) ? ip_parse_list_size(columns) : (size_t)table->columns.count;
    const ip_tree *item;
    if (ip_parse_list_size(values) > given || (ip_parse_list_size(columns) && ip_parse_list_size(values) < given)) {
        ip_code_refuse_wrong(c, c->range, "42601",
                             ip_parse_list_size(values) > given ? "INSERT has more expressions than target columns"
                                                                : "INSERT has more target columns than expressions",
                             "INSERT of %zu values into %zu columns", ip_parse_list_size(values), given);
        return;
    }
    IP_LIST_EACH(values, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(ip_parse_list_item(columns, i));
        ip_code_set set = {target ? ip_code_target_column(c, table, target, c->range) : (int)i,
                           ip_code_set_value(c, item, scope)};
        if (ip_parse_list_size(IP_ITEMS(target, indirection)) > 0)
            ip_code_refuse(c, c->range, "a part of a column as target of INSERT");
        if (set.column < 0)
            continue;
        const ip_column *column = &table->columns.items[set.column];
        if ((column->generated || column->always) && set.expr->kind != IP_CODE_DEFAULT)
            ip_code_refuse_wrong(
                c, c->range, "428C9",
                ip_arena_printf(c->arena, "cannot insert a non-DEFAULT value into column \"%s\"", column->name),
                "a value for a generated column");
        for (int k = 0; k < when->sets.count; k++)
            if (when->sets.items[k].column == set.column)
                ip_code_refuse_wrong(c, c->range, "42701",
                                     ip_arena_printf(c->arena, "column \"%s\" specified more than once", column->name),
                                     "a column is named twice");
        IP_PUSH(c->arena, &when->sets, set);
    }
}

static ip_code_merge_when when_of(ip_compiler *c, const PgQuery__MergeWhenClause *clause, const ip_table *table,
                                  ip_code_scope *scope, ip_code_scope *source)
{
    PgQuery__CmdType command = IP_GET(clause, command_type);
    ip_code_merge_when when = {.matched = ip_parse_merge_is_matched(clause),
                               .nothing = command == PG_QUERY__CMD_TYPE__CMD_NOTHING};
    ip_code_scope *seen = when.matched ? scope : source;
    when.kind = command == PG_QUERY__CMD_TYPE__CMD_UPDATE   ? IP_CODE_UPDATE_ROWS
                : command == PG_QUERY__CMD_TYPE__CMD_DELETE ? IP_CODE_DELETE_ROWS
                                                            : IP_CODE_INSERT;
    if (IP_GET(clause, condition))
        when.condition = ip_code_expr_of(c, IP_GET(clause, condition), seen);
    if (IP_GET(clause, override) == PG_QUERY__OVERRIDING_KIND__OVERRIDING_USER_VALUE ||
        IP_GET(clause, override) == PG_QUERY__OVERRIDING_KIND__OVERRIDING_SYSTEM_VALUE)
        ip_code_refuse(c, c->range, "MERGE … OVERRIDING");
    if (when.kind == IP_CODE_UPDATE_ROWS && !when.nothing)
        IP_CODE_SETS(c, IP_ITEMS(clause, target_list), table, seen, &when.sets);
    else if (when.kind == IP_CODE_INSERT && !when.nothing)
        insert_values(c, clause, table, seen, &when);
    return when;
}

/* UPDATE OF looks at the columns that any of its UPDATEs sets (execUtils.c, ExecGetAllUpdatedCols). */
static void fire_triggers(ip_compiler *c, ip_code_write *write, const bool *kinds)
{
    IP_VEC(ip_code_set) sets = {0};
    for (int i = 0; i < write->whens.count; i++)
        for (int k = 0; write->whens.items[i].kind == IP_CODE_UPDATE_ROWS && k < write->whens.items[i].sets.count; k++)
            IP_PUSH(c->arena, &sets, write->whens.items[i].sets.items[k]);
    for (ip_code_write_kind kind = IP_CODE_INSERT; kind < IP_CODE_MERGE_ROWS; kind++)
        if (kinds[kind])
            ip_code_triggers(c, write, kind, sets.items, sets.count, c->parts.count > 0);
}

ip_code_write *ip_code_merge(ip_compiler *c, const PgQuery__MergeStmt *body)
{
    ip_code_scope *scope;
    if (ip_parse_merge_addition(body))
        ip_code_refuse(c, c->range, "%s", ip_parse_merge_addition(body));
    ip_code_write *write = ip_code_begin_write(c, body, IP_CODE_MERGE_ROWS, NULL, &scope);
    if (!write)
        return NULL;
    int relations = scope->relations.count, columns = scope->columns.count;
    const ip_tree *list = ip_parse_list_one(c->arena, IP_GET(body, source_relation));
    const ip_code_from *source = ip_code_from_clause(c, list, scope);
    ip_code_from *target = IP_NEW(c->arena, ip_code_from);
    *target = (ip_code_from){.kind = IP_CODE_TABLE, .table = write->table, .width = write->table->columns.count};
    if (!source)
        return NULL;
    ip_code_from *join = ip_code_join(c, source, target);
    join->left_outer = true;
    join->condition = ip_code_expr_of(c, IP_GET(body, join_condition), scope);
    write->from = join;
    bool kinds[IP_CODE_MERGE_ROWS + 1] = {false};
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(body, merge_when_clauses), i, item)
    {
        ip_code_merge_when when = when_of(c, ip_as_merge_when_clause(item), write->table, scope,
                                          without_target(c, scope, relations, columns));
        kinds[when.kind] = kinds[when.kind] || !when.nothing;
        IP_PUSH(c->arena, &write->whens, when);
    }
    fire_triggers(c, write, kinds);
    ip_code_check_write(c, write->table, kinds[IP_CODE_INSERT], kinds[IP_CODE_UPDATE_ROWS], kinds[IP_CODE_DELETE_ROWS],
                        c->range);
    write->item_count = scope->item_count;
    return write;
}
