/* Temporary tables that a program creates for itself: no other session sees their rows, so reads and writes of them are
 * not accesses, and their values are any. A temporary table that existed before may hold rows from earlier transactions
 * of the session; a program that uses one is undecided. */
#include "workload/definition_pieces.h"
#include "lower/body/raised.h"
#include "lower/lower.h"
#include "parse/statement.h"

#include <string.h>

const ip_temporary *ip_lower_find_temporary(const ip_lowerer *l, const PgQuery__RangeVar *rangevar)
{
    const char *schema = IP_TEXT(rangevar, schemaname), *name = IP_TEXT(rangevar, relname);
    if (*schema && strcmp(schema, "pg_temp") != 0)
        return NULL;
    for (int i = l->temporaries.count - 1; i >= 0; i--)
        if (strcmp(l->temporaries.items[i].name, name) == 0)
            return &l->temporaries.items[i];
    return NULL;
}

bool ip_lower_is_temporary(const ip_lowerer *l, const char *name)
{
    for (int i = 0; i < l->temporaries.count; i++)
        if (strcmp(l->temporaries.items[i].name, name) == 0)
            return true;
    return false;
}

ip_entry *ip_lower_scope_temporary(ip_lowerer *l, ip_scope *scope, const ip_temporary *table, const char *alias,
                                   const ip_tree *names)
{
    ip_result columns = {0};
    for (int i = 0; i < table->columns.columns.count; i++) {
        ip_result_column column = table->columns.columns.items[i];
        column.value = ip_lower_unknown(l, column.type, 0, NULL);
        column.output = -1;
        IP_PUSH(l->arena, &columns.columns, column);
    }
    ip_lower_any_rows(l, scope);
    return ip_lower_scope_columns(l, scope, alias, &columns, scope->query->statement.sources.count, names);
}

static ip_result *any_result(ip_lowerer *l)
{
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->statement = -1;
    result->unknown = true;
    return result;
}

/* No other transaction sees its rows, but its defaults and checks may read other tables. LIKE may copy those of another
 * table. */
static void find_evaluated(ip_lowerer *l, const ip_tree *elements, ip_temporary *table)
{
    IP_VEC(const ip_summary *) all = {0};
    if (ip_parse_list_size(elements) > 0)
        IP_PUSH(l->arena, &all, ip_summary_of_kept(l->summaries, ip_ddl_keep_tree(l->arena, elements, l->range)));
    for (size_t i = 0; i < ip_parse_list_size(elements); i++) {
        const PgQuery__TableLikeClause *like = ip_as_table_like_clause(ip_parse_list_item(elements, i));
        const ip_table *model = like ? ip_lower_relation(l, IP_GET(like, relation)).table : NULL;
        if (model && IP_GET(like, options) != 0)
            IP_PUSH(l->arena, &all, ip_summary_of_triggers(l->summaries, model));
    }
    for (int i = 0; i < all.count; i++)
        if (all.items[i]->touches)
            IP_PUSH(l->arena, &table->evaluated, all.items[i]);
}

static void evaluate(ip_lowerer *l, const ip_temporary *table)
{
    for (int i = 0; i < table->evaluated.count; i++)
        ip_lower_emit_beside(l, table->evaluated.items[i], l->range,
                             ip_arena_printf(l->arena,
                                             "a default or check of temporary table %s calls a function "
                                             "that reads tables",
                                             table->name));
}

static void add(ip_lowerer *l, const PgQuery__RangeVar *rangevar, ip_result columns, const ip_list *elements,
                PgQuery__OnCommitAction on_commit, bool if_not_exists)
{
    ip_temporary table = {.name = ip_arena_strdup(l->arena, IP_TEXT(rangevar, relname)), .columns = columns};
    find_evaluated(l, elements, &table);
    bool emptied = on_commit == PG_QUERY__ON_COMMIT_ACTION__ONCOMMIT_DROP ||
                   on_commit == PG_QUERY__ON_COMMIT_ACTION__ONCOMMIT_DELETE_ROWS;
    /* A permanent table with this name would be meant where this one is not created. */
    if (ip_lower_table_named(l, table.name) || (if_not_exists && !emptied)) {
        ip_lower_refuse(l, rangevar,
                        if_not_exists && !emptied ? "temporary table %s, which may have rows of earlier transactions"
                                                  : "temporary table %s, which hides another table",
                        table.name);
        ip_lower_break(l, l->range, l->why);
    }
    ip_lower_note(l, rangevar, "temporary table %s: its rows are not followed", table.name);
    IP_PUSH(l->arena, &l->temporaries, table);
}

/* CREATE TEMPORARY TABLE, also AS a query, and DROP TABLE of one; NULL: the statement is none. */
ip_result *ip_lower_temporary_table(ip_lowerer *l, const ip_tree *statement)
{
    const PgQuery__CreateStmt *create = ip_as_create_stmt(statement);
    const PgQuery__CreateTableAsStmt *create_as = ip_as_create_table_as_stmt(statement);
    const PgQuery__IndexStmt *index = ip_as_index_stmt(statement);
    const PgQuery__DropStmt *drop = ip_as_drop_stmt(statement);
    const PgQuery__IntoClause *into = IP_GET(create_as, into);
    const PgQuery__RangeVar *rangevar = create ? create->relation : IP_GET(into, rel);
    const PgQuery__SelectStmt *query = ip_as_select_stmt(IP_GET(create_as, query));
    bool temporary = strcmp(IP_TEXT(rangevar, relpersistence), "t") == 0;
    bool if_not_exists = create ? create->if_not_exists : IP_GET(create_as, if_not_exists);
    size_t i;
    const ip_tree *node;
    if (create && temporary) {
        ip_result columns = {0};
        IP_LIST_EACH(IP_ITEMS(create, table_elts), i, node)
        {
            const PgQuery__ColumnDef *definition = ip_as_column_def(node);
            ip_type type =
                ip_parse_type_collated(l->arena, ip_parse_typename_type(l->arena, IP_GET(definition, type_name)),
                                       IP_GET(definition, coll_clause));
            ip_result_column column = {ip_arena_strdup(l->arena, IP_TEXT(definition, colname)), NULL, -1, type};
            if (definition)
                IP_PUSH(l->arena, &columns.columns, column);
            if (ip_as_table_like_clause(node)) {
                const ip_table *model = ip_lower_relation(l, ip_as_table_like_clause(node)->relation).table;
                for (int c = 0; model && c < model->columns.count; c++)
                    IP_PUSH(l->arena, &columns.columns,
                            ((ip_result_column){model->columns.items[c].name, NULL, -1, model->columns.items[c].type}));
            }
        }
        add(l, rangevar, columns, IP_ITEMS(create, table_elts), create->oncommit, if_not_exists);
        return any_result(l);
    }
    if (query && temporary) {
        bool correlated = false, perhaps = if_not_exists || IP_GET(into, skip_data);
        l->conditional += perhaps;
        ip_result *rows = ip_lower_select(l, query, NULL, &correlated);
        l->conditional -= perhaps;
        ip_result columns = *rows;
        IP_LIST_EACH(IP_ITEMS(into, col_names), i, node)
        if ((int)i < columns.columns.count)
            columns.columns.items[i].name = ip_arena_strdup(l->arena, ip_parse_string_node(node));
        if (!l->why)
            add(l, rangevar, columns, NULL, into->on_commit, if_not_exists);
        return any_result(l);
    }
    if (index && ip_lower_find_temporary(l, index->relation))
        return any_result(l);
    if (IP_GET(drop, remove_type) != PG_QUERY__OBJECT_TYPE__OBJECT_TABLE)
        return NULL;
    IP_LIST_EACH(IP_ITEMS(drop, objects), i, node)
    {
        const ip_tree *names = IP_ITEMS(ip_as_list(node), items);
        const char *name = ip_parse_last_string(names);
        bool known = false;
        for (int k = 0; k < l->temporaries.count; k++)
            known = known || strcmp(l->temporaries.items[k].name, name) == 0;
        if (!known && (!drop->missing_ok || ip_lower_table_named(l, name)))
            return NULL;
    }
    return any_result(l);
}

/* A write to one reads everything that its query, FROM and conditions read. */
ip_result *ip_lower_temporary_write(ip_lowerer *l, const ip_tree *body, const ip_temporary *table, ip_scope *around)
{
    const ip_statement_parts parts = ip_parse_parts_of(body);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(parts.insert, select_stmt));
    const char *alias = IP_TEXT(IP_GET(parts.target, alias), aliasname);
    bool correlated = false;
    ip_lower_raises_any(l);
    around = ip_lower_with_names(l, body, around);
    if (select)
        ip_lower_select(l, select, around, &correlated);
    ip_query *query = IP_NEW(l->arena, ip_query);
    ip_scope *scope = ip_lower_scope_new(l, around, query);
    ip_result *result = any_result(l), returned = {0};
    size_t i;
    const ip_tree *item;
    query->statement.kind = IP_SELECT;
    l->conditional++; /* it may have no rows */
    ip_lower_scope_temporary(l, scope, table, *alias ? ip_arena_strdup(l->arena, alias) : table->name, NULL);
    ip_lower_from(l, parts.from, scope);
    if (parts.where)
        ip_lower_condition(l, parts.where, scope);
    IP_LIST_EACH(parts.assigned, i, item)
    {
        const ip_tree *value = IP_GET(ip_as_res_target(item), val);
        if (!ip_as_set_to_default(value))
            ip_lower_mark(query, ip_lower_not_understood(l, value, scope, ip_lower_other_type), true);
    }
    ip_lower_targets(l, parts.returning, scope, &returned);
    l->conditional--;
    for (int k = 0; k < returned.columns.count; k++) {
        ip_result_column column = returned.columns.items[k];
        ip_lower_mark(query, column.value, true);
        column.value = ip_lower_any(l, column.name, column.type, l->loop);
        IP_PUSH(l->arena, &result->columns, column);
    }
    if (query->statement.sources.count > 0 && !l->why)
        ip_lower_emit(l, query);
    evaluate(l, table);
    return result;
}
