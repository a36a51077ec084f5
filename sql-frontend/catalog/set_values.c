/* Finds set-returning functions in the single row of INSERT … VALUES. */
#include "catalog/set_values.h"
#include "catalog/builtin.h"
#include "catalog/unit_index.h"

#include <string.h>

static bool may_return_set(const void *context, const json_t *call)
{
    const ip_definitions *definitions = context;
    const json_t *names = ip_field(call, "funcname");
    const char *name = ip_string_node(json_array_get(names, json_array_size(names) - 1));
    for (int at = ip_first_named(definitions, name); at < definitions->names.count; at++) {
        const ip_named_unit *named = &definitions->names.items[at];
        if (strcmp(named->name, name) != 0)
            break;
        if (definitions->units.items[named->unit]->returns_set)
            return true;
    }
    int count;
    const ip_builtin *builtin = ip_builtin_named(name, &count);
    for (int i = 0; builtin && i < count; i++)
        if (builtin[i].set)
            return true;
    return false;
}

bool ip_calls_set(const ip_definitions *definitions, const json_t *node)
{
    return ip_own_call(node, may_return_set, definitions) != NULL;
}

json_t *ip_inserted_query(const ip_definitions *definitions, const json_t *insert)
{
    const json_t *select = ip_node_as(ip_field(insert, "selectStmt"), "SelectStmt");
    const json_t *lists = ip_field(select, "valuesLists");
    const json_t *row = ip_field(ip_node_as(json_array_get(lists, 0), "List"), "items");
    if (json_array_size(lists) != 1 || !ip_calls_set(definitions, row))
        return json_incref((json_t *)select);
    json_t *query = json_copy((json_t *)select), *targets = json_array(), *value;
    size_t i;
    json_array_foreach(row, i, value) json_array_append_new(targets, json_pack("{s:{s:O}}", "ResTarget", "val", value));
    json_object_del(query, "valuesLists");
    json_object_set_new(query, "targetList", targets);
    return query;
}
