/* Finds set-returning functions in the single row of INSERT … VALUES. */
#include "catalog/set_values.h"
#include "catalog/builtin.h"
#include "catalog/unit_index.h"

#include <string.h>

static bool may_return_set(const void *context, const PgQuery__FuncCall *call)
{
    const ip_definitions *definitions = context;
    const ip_tree *names = IP_ITEMS(call, funcname);
    const char *name = ip_parse_last_string(names);
    for (int at = ip_catalog_first_named(definitions, name); at < definitions->names.count; at++) {
        const ip_named_unit *named = &definitions->names.items[at];
        if (strcmp(named->name, name) != 0)
            break;
        if (definitions->units.items[named->unit]->returns_set)
            return true;
    }
    int count;
    const ip_builtin *builtin = ip_catalog_builtin_named(name, &count);
    for (int i = 0; builtin && i < count; i++)
        if (builtin[i].set)
            return true;
    return false;
}

bool ip_catalog_surely_returns_set(const ip_definitions *definitions, const PgQuery__FuncCall *call)
{
    const ip_tree *names = IP_ITEMS(call, funcname);
    const char *name = ip_parse_last_string(names);
    int at = ip_catalog_first_named(definitions, name), count = 0;
    const ip_builtin *builtin = ip_catalog_builtin_named(name, &count);
    bool all = builtin && !(at < definitions->names.count && strcmp(definitions->names.items[at].name, name) == 0);
    for (int i = 0; i < count; i++)
        all = all && builtin[i].set;
    return all;
}

bool ip_catalog_calls_set(const ip_definitions *definitions, const ip_tree *node)
{
    return ip_parse_own_call(node, may_return_set, definitions) != NULL;
}

const PgQuery__SelectStmt *ip_catalog_inserted_query(const ip_definitions *definitions,
                                                     const PgQuery__InsertStmt *insert)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(insert, select_stmt));
    const ip_tree *lists = IP_ITEMS(select, values_lists);
    const ip_tree *row = IP_ITEMS(ip_as_list(ip_parse_list_item(lists, 0)), items);
    if (ip_parse_list_size(lists) != 1 || !ip_catalog_calls_set(definitions, row))
        return select;
    PgQuery__SelectStmt *query = ip_parse_message_copy(definitions->arena, select);
    ip_list targets = {0};
    const ip_tree *value;
    size_t i;
    IP_LIST_EACH(row, i, value)
    ip_parse_list_add(definitions->arena, &targets, ip_parse_target_of(definitions->arena, value));
    query->n_values_lists = 0;
    IP_SET_LIST(query, target_list, targets);
    return query;
}

const ip_tree *ip_catalog_inserted_values(const PgQuery__SelectStmt *select)
{
    const void *const others[] = {IP_ITEMS(select, sort_clause), IP_GET(select, limit_count),
                                  IP_GET(select, limit_offset), IP_ITEMS(select, locking_clause),
                                  IP_GET(select, with_clause)};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i])
            return NULL;
    return IP_ITEMS(select, values_lists);
}
