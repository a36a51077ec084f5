/* Views. Each use is a subquery in FROM; a write through a view is a write to its table. */
#include "lower/lower.h"

#include <string.h>

enum { DEEPEST_VIEW = 16 };

/* The outer names, which are saved while the view's query is lowered, since they are not in its scope. */
typedef struct ip_view_surroundings {
    const ip_view_definition *view;
    const ip_path *path;
    const ip_source *source;
    long shift;
    ip_range range;
    const char *text;
    IP_VEC(ip_visible) visible;
} ip_view_surroundings;

static ip_view_surroundings put_aside(ip_lowerer *l, const ip_view_definition *view)
{
    static const ip_path nowhere;
    ip_view_surroundings around = {view,
                                   l->path_of_names,
                                   l->source,
                                   l->shift,
                                   l->range,
                                   l->text,
                                   {l->visible.items, l->visible.count, l->visible.capacity}};
    l->path_of_names = view->path ? view->path : &nowhere;
    l->source = view->query->statement.source;
    l->shift = (long)view->query->statement.begin;
    memset(&l->visible, 0, sizeof l->visible);
    l->view_depth++;
    return around;
}

static void put_back(ip_lowerer *l, const ip_view_surroundings *around)
{
    l->path_of_names = around->path;
    l->source = around->source;
    l->shift = around->shift;
    l->range = around->range;
    l->text = around->text;
    l->visible.items = around->visible.items;
    l->visible.count = around->visible.count;
    l->visible.capacity = around->visible.capacity;
    l->view_depth--;
}

bool ip_lower_views_are_of(const ip_lowerer *l, const char *owner)
{
    for (int i = 0; i < l->views.count; i++)
        if (!ip_lower_same_role(l->views.items[i]->view->owner, owner))
            return false;
    return true;
}

const ip_tree *ip_lower_enter_view(ip_lowerer *l, const ip_view_definition *view, const PgQuery__RangeVar *rangevar)
{
    if (view->stale || l->view_depth >= DEEPEST_VIEW)
        ip_lower_refuse(l, rangevar, view->stale ? "view %s, which names %s, renamed since" : "view %s", view->name,
                        view->stale);
    if (l->why)
        return NULL;
    ip_view_surroundings *around = IP_NEW(l->arena, ip_view_surroundings);
    *around = put_aside(l, view);
    IP_PUSH(l->arena, &l->views, around);
    return view->query->tree;
}

void ip_lower_leave_view(ip_lowerer *l, const ip_tree *tree)
{
    if (tree)
        put_back(l, l->views.items[--l->views.count]);
}

void ip_lower_view(ip_lowerer *l, ip_scope *scope, const ip_view_definition *view, const PgQuery__RangeVar *rangevar,
                   ip_result *columns)
{
    const ip_tree *tree = ip_lower_enter_view(l, view, rangevar);
    ip_scope *inner = ip_lower_scope_new(l, NULL, scope->query);
    inner->optional = scope->optional;
    inner->around = scope;
    int first = scope->query->statement.sources.count;
    if (tree) {
        ip_lower_derived(l, ip_as_select_stmt(tree), inner, columns);
        ip_lower_perhaps_no_rows(l, ip_as_select_stmt(tree), scope, first);
    }
    ip_lower_leave_view(l, tree);
    for (int i = 0; i < columns->columns.count && i < view->columns.count; i++)
        columns->columns.items[i].name = view->columns.items[i];
}

bool ip_lower_has_subquery(const ip_tree *node)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (ip_lower_has_subquery(value)) return true;
    if (!ip_parse_tree_is_message(node))
        return false;
    if (ip_as_sub_link(node) || ip_as_func_call(node))
        return true;
    IP_TREE_EACH(node, key, value) if (ip_lower_has_subquery(value)) return true;
    return false;
}

/* PostgreSQL 15, CREATE VIEW, "Updatable Views". */
bool ip_lower_view_is_updatable(const ip_view_definition *view)
{
    const ip_tree *tree = view->query->tree;
    const PgQuery__SelectStmt *select = ip_as_select_stmt(tree);
    const ip_tree *from = IP_ITEMS(select, from_clause);
    bool updatable = select && ip_lower_plain_select(NULL, select) && !IP_GET(select, with_clause) &&
                     ip_parse_list_size(from) == 1 && ip_as_range_var(ip_parse_list_item(from, 0));
    return updatable;
}
