/* Views: each use is a derived table. */
#include "coder.h"

#include <string.h>

static const ip_view *find_view(const ip_definitions *d, const char *name)
{
    const ip_view *found = NULL;
    for (int i = 0; i < d->view_queries.count; i++) /* the last one replaces those before */
        if (strcmp(d->view_queries.items[i].name, name) == 0)
            found = &d->view_queries.items[i];
    return found;
}

/* Its names are those of the schema alone: no variable, no WITH query, no column around it. */
static const ip_code_query *view_query(ip_compiler *c, const ip_view *view, ip_code_scope *scope)
{
    const ip_compiler saved = *c;
    ip_code_scope *inner = ip_code_scope_new(c, scope, false);
    json_t *tree = json_loads(view->query->json, JSON_DECODE_ANY, NULL);
    inner->seen = NULL;
    inner->ctes = NULL;
    c->sql = NULL;
    c->shift = 0;
    c->range = view->query->statement;
    c->names.count = 0;
    const ip_code_query *query = ip_code_select(c, ip_node_as(tree, "SelectStmt"), inner);
    c->sql = saved.sql;
    c->shift = saved.shift;
    c->range = saved.range;
    c->names.count = saved.names.count;
    json_decref(tree);
    return query;
}

ip_code_from *ip_code_view(ip_compiler *c, const json_t *rangevar, ip_code_scope *scope)
{
    const char *name = ip_rangevar_name(c->arena, rangevar);
    const ip_view *view = ip_schema_table(c->schema, name) ? NULL : find_view(c->coder->definitions, name);
    if (!view || !view->query)
        return NULL;
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
