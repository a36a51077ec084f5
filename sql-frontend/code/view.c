/* Views: each use is a derived table. */
#include "coder.h"

#include <string.h>

/* Its names are those of the schema alone: no variable, no WITH query, no column around it. */
static const ip_code_query *view_query(ip_compiler *c, const ip_view *view, ip_code_scope *scope)
{
    const ip_compiler saved = *c;
    ip_code_scope *inner = ip_code_scope_new(c, scope, false);
    json_t *tree = json_loads(view->query->json, JSON_DECODE_ANY, NULL);
    inner->seen = NULL;
    inner->ctes = NULL;
    static const ip_path nowhere;
    c->sql = NULL;
    c->path = view->path ? view->path : &nowhere;
    c->shift = 0;
    c->range = view->query->statement;
    c->names.count = 0;
    const ip_code_query *query = ip_code_select(c, ip_node_as(tree, "SelectStmt"), inner);
    c->sql = saved.sql;
    c->path = saved.path;
    c->shift = saved.shift;
    c->range = saved.range;
    c->names.count = saved.names.count;
    json_decref(tree);
    return query;
}

ip_code_from *ip_code_view(ip_compiler *c, const json_t *rangevar, ip_code_scope *scope)
{
    const ip_view *view = ip_code_relation_of(c, rangevar).view;
    if (!view)
        return NULL;
    if (view->stale)
        ip_code_refuse(c, ip_code_place_of(c, rangevar), "view \"%s\": its column \"%s\" was renamed", view->name,
                       view->stale);
    const json_t *alias = ip_field(rangevar, "alias");
    const ip_code_query *query = view_query(c, view, scope);
    json_t *names = json_array();
    for (int i = 0; i < query->target_count; i++) {
        const json_t *given = json_array_get(ip_field(alias, "colnames"), (size_t)i);
        const char *own = i < view->columns.count ? view->columns.items[i] : query->targets[i].name;
        json_array_append_new(names, json_pack("{s:{s:s}}", "String", "sval", given ? ip_string_node(given) : own));
    }
    const char *shown = alias ? ip_field_text(alias, "aliasname") : ip_field_text(rangevar, "relname");
    ip_code_from *from = ip_code_derived_item(c, query, ip_arena_strdup(c->arena, shown), names, scope);
    json_decref(names);
    return from;
}
