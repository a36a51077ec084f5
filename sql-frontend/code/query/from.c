/* FROM and WITH: the rows that a query reads, and the names of their columns. */
#include "base/words.h"
#include "code/coder.h"
#include "catalog/partition.h"

#include <string.h>

ip_code_from *ip_code_new_item(ip_compiler *c, ip_code_from_kind kind, ip_code_scope *scope)
{
    ip_code_from *from = IP_NEW(c->arena, ip_code_from);
    from->kind = kind;
    from->item = scope->item_count++;
    return from;
}

/* Makes the item's columns known under its alias; names: the alias's own column names, a prefix. */
void ip_code_add_relation(ip_compiler *c, ip_code_scope *scope, ip_code_relation relation, const ip_tree *names)
{
    int given = (int)ip_parse_list_size(names);
    if (given > relation.columns.count)
        ip_code_refuse_wrong(c, c->range, "42P10",
                             ip_arena_printf(c->arena, "table \"%s\" has %d columns available but %d columns specified",
                                             relation.alias, relation.columns.count, given),
                             "more column names than \"%s\" has columns", relation.alias);
    for (int i = 0; i < given && i < relation.columns.count; i++)
        relation.columns.items[i].name =
            ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(names, (size_t)i)));
    for (int i = 0; i < relation.columns.count; i++) {
        ip_code_column *column = &relation.columns.items[i];
        if (relation.item >= 0)
            column->expr = ip_code_item_column(c, relation.item, i, column->name, column->expr->type);
        IP_PUSH(c->arena, &scope->columns, *column);
    }
    if (ip_code_find_relation(scope, NULL, relation.alias ? relation.alias : ""))
        ip_code_refuse_wrong(c, c->range, "42712",
                             ip_arena_printf(c->arena, "table name \"%s\" specified more than once", relation.alias),
                             "table name \"%s\" stands twice", relation.alias);
    IP_PUSH(c->arena, &scope->relations, relation);
}

ip_code_relation *ip_code_add_columns(ip_compiler *c, ip_code_scope *scope, const char *alias,
                                      const ip_code_columns *columns, const ip_tree *names)
{
    ip_code_relation relation = {.alias = alias, .item = -1};
    for (int i = 0; i < columns->count; i++)
        IP_PUSH(c->arena, &relation.columns, columns->items[i]);
    ip_code_add_relation(c, scope, relation, names);
    return &scope->relations.items[scope->relations.count - 1];
}

const ip_code_expr *ip_code_where(ip_compiler *c, const ip_tree *clause, ip_code_scope *scope)
{
    if (clause) {
        const ip_code_expr *own = ip_code_expr_of(c, clause, scope);
        IP_PUSH(c->arena, &scope->conditions, own);
    }
    const ip_code_expr **all = scope->conditions.items;
    int count = scope->conditions.count;
    memset(&scope->conditions, 0, sizeof scope->conditions);
    for (int i = 0; i < count; i++)
        ip_code_share_condition(c, scope, all[i]);
    return count == 0 ? NULL : count == 1 ? all[0] : ip_code_make(c, IP_CODE_AND, c->range, count, all);
}

const char *ip_code_alias_of(ip_compiler *c, const PgQuery__Alias *alias)
{
    return alias ? ip_arena_strdup(c->arena, IP_TEXT(alias, aliasname)) : NULL;
}

void ip_code_locks_table(ip_compiler *c, const ip_table *table, ip_lock lock)
{
    const ip_table *whole = ip_catalog_partition_whole(c->coder->definitions, table, NULL);
    if (!c->sql)
        return;
    table = whole ? whole : table; /* LOCK TABLE of a partition is refused */
    for (int i = 0; i < c->sql->tables.count; i++)
        if (c->sql->tables.items[i].table == table) {
            if (c->sql->tables.items[i].lock < lock)
                c->sql->tables.items[i].lock = lock;
            return;
        }
    IP_PUSH(c->arena, &c->sql->tables, ((ip_code_table_lock){table, lock}));
}

ip_relation ip_code_relation_of(const ip_compiler *c, const PgQuery__RangeVar *rangevar)
{
    ip_table *own = ip_code_temporary_named(c, rangevar);
    if (own)
        return (ip_relation){.name = own->name, .table = own};
    return ip_catalog_relation_of(c->coder->definitions, c->path ? c->path : c->unit->path, rangevar);
}

/* What clients of a server read is filled by REFRESH: rows that the schema's files would have given it are not known.
 */
static void need_filled(ip_compiler *c, const ip_table *table, ip_range range)
{
    const ip_definitions *d = c->coder->definitions;
    const ip_materialized *view = d->served && d->filling != table ? ip_catalog_materialized_of(d, table) : NULL;
    if (view && view->filled == IP_FILLED_UNKNOWN)
        ip_code_refuse(c, range, "materialized view \"%s\" of the schema's files before its REFRESH", table->name);
    else if (view && view->filled == IP_FILLED_NOT)
        ip_code_refuse_name(
            c, range, "55000",
            ip_arena_printf(c->arena, "materialized view \"%s\" has not been populated", ip_last_part(table->name)),
            "materialized view \"%s\", which has not been populated", table->name);
}

void ip_code_refuse_materialized(ip_compiler *c, const PgQuery__RangeVar *rangevar, const char *error)
{
    const ip_definitions *d = c->coder->definitions;
    const ip_table *table = d->served ? ip_code_relation_of(c, rangevar).table : NULL;
    if (table && d->filling != table && ip_catalog_materialized_of(d, table))
        ip_code_refuse_name(c, ip_code_place_of(c, rangevar), "42809",
                            ip_arena_printf(c->arena, error, ip_last_part(table->name)),
                            "a change of materialized view \"%s\"", table->name);
}

const ip_table *ip_code_table_named(ip_compiler *c, const PgQuery__RangeVar *rangevar)
{
    const ip_relation relation = ip_code_relation_of(c, rangevar);
    const ip_table *table = relation.table;
    ip_range range = ip_code_place_of(c, rangevar);
    c->accesses = c->self->touches = true;
    const bool by_caller = !c->path && c->unit->kind == IP_UNIT_ROUTINE && !c->unit->sets_path;
    if (by_caller && c->coder->definitions->paths_differ &&
        ip_catalog_relation_in_several(c->coder->definitions, rangevar))
        ip_code_refuse(c, range,
                       "table \"%s\", which several schemas have: which is meant depends on the caller's path",
                       relation.name);
    if (table) {
        ip_code_locks_table(c, table, IP_LOCK_TABLE_ACCESS_SHARE);
        need_filled(c, table, range);
        const ip_table *foreign = ip_catalog_foreign_part(c->coder->definitions, table);
        if (foreign)
            ip_code_refuse(c, range, "foreign table \"%s\"", foreign->name);
        return table;
    }
    c->no_such_table |= !c->code->why_not && !relation.view && !relation.catalog && !relation.several &&
                        !ip_code_is_anyones_temporary(c, rangevar);
    if (relation.view || relation.catalog || relation.several)
        ip_code_refuse(c, range, relation.view ? "view \"%s\"" : "use of the undefined table \"%s\"", relation.name);
    else
        ip_code_refuse_name(c, range, "42P01",
                            ip_arena_printf(c->arena, "relation \"%s\" does not exist", relation.name),
                            "use of the undefined table \"%s\"", relation.name);
    return NULL;
}

ip_code_from *ip_code_table_item(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table,
                                 ip_code_scope *scope, const char *alias)
{
    const PgQuery__Alias *given = IP_GET(rangevar, alias);
    ip_code_from *from = ip_code_new_item(c, IP_CODE_TABLE, scope);
    ip_code_relation relation = {
        .alias = alias ? alias : ip_code_alias_of(c, given), .table = table, .item = from->item};
    if (!relation.alias) {
        const char *schema = IP_TEXT(rangevar, schemaname);
        relation.alias = ip_arena_strdup(c->arena, IP_TEXT(rangevar, relname));
        relation.qualified = ip_arena_printf(c->arena, "%s.%s", *schema ? schema : "public", relation.alias);
    }
    from->table = table;
    from->width = table->columns.count;
    for (int i = 0; i < from->width; i++) {
        const ip_column *column = &table->columns.items[i];
        ip_code_column seen = {column->name, ip_code_item_column(c, from->item, i, column->name, column->type)};
        IP_PUSH(c->arena, &relation.columns, seen);
    }
    ip_code_add_relation(c, scope, relation, IP_ITEMS(given, colnames));
    return from;
}

ip_code_from *ip_code_rows_of(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table,
                              ip_code_scope *scope)
{
    const ip_table *whole = ip_code_whole(c, rangevar, table);
    if (whole != table && !scope->takes_conditions)
        return NULL;
    ip_code_from *from = ip_code_table_item(c, rangevar, whole, scope, NULL);
    ip_code_bound_list bounds = {0};
    ip_code_last_bounds(c, table, scope, &bounds);
    for (int i = 0; i < bounds.count; i++)
        IP_PUSH(c->arena, &scope->conditions, bounds.items[i]);
    return from;
}

/* The same as a derived table. */
static ip_code_from *derived_rows(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table,
                                  ip_code_scope *scope)
{
    const PgQuery__Alias *alias = IP_GET(rangevar, alias);
    ip_code_scope *inner = ip_code_scope_new(c, scope, false);
    ip_code_query *query = IP_NEW(c->arena, ip_code_query);
    const PgQuery__RangeVar *plain = ip_parse_rangevar_of(c->arena, "", table->name);
    inner->takes_conditions = true;
    query->from = ip_code_rows_of(c, plain, table, inner);
    query->item_count = inner->item_count;
    query->where = ip_code_where(c, NULL, inner);
    query->targets = ip_code_target_list(c, &inner->columns);
    query->target_count = inner->columns.count;
    const char *shown = alias ? IP_TEXT(alias, aliasname) : IP_TEXT(rangevar, relname);
    return ip_code_derived_item(c, query, ip_arena_strdup(c->arena, shown), IP_ITEMS(alias, colnames), scope);
}

static ip_type column_type(const ip_code_query *query, int column)
{
    while (query->operation != IP_CODE_PLAIN || query->is_working)
        query = query->left;
    if (query->values)
        return query->values[0][column]->type;
    return query->targets[column].expr ? query->targets[column].expr->type : (ip_type){IP_OTHER, false, NULL};
}

ip_code_from *ip_code_derived_item(ip_compiler *c, const ip_code_query *query, const char *alias, const ip_tree *names,
                                   ip_code_scope *scope)
{
    ip_code_from *from = ip_code_new_item(c, IP_CODE_DERIVED, scope);
    ip_code_relation relation = {.alias = alias, .item = from->item};
    from->query = query;
    from->width = query->target_count;
    from->names = IP_NEW_ARRAY(c->arena, const char *, from->width);
    for (int i = 0; i < from->width; i++) {
        ip_code_column seen = {query->targets[i].name,
                               ip_code_item_column(c, from->item, i, query->targets[i].name, column_type(query, i))};
        IP_PUSH(c->arena, &relation.columns, seen);
    }
    ip_code_add_relation(c, scope, relation, names);
    for (int i = 0; i < from->width; i++)
        from->names[i] = i < (int)ip_parse_list_size(names)
                             ? ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(names, (size_t)i)))
                             : query->targets[i].name;
    return from;
}

static ip_code_from *range_var(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_scope *scope)
{
    ip_code_from *from_with = ip_code_with_item(c, rangevar, scope);
    if (from_with)
        return from_with;
    ip_code_from *changed = ip_code_transition_item(c, rangevar, scope);
    if (changed)
        return changed;
    ip_code_from *view = ip_code_view(c, rangevar, scope);
    if (view)
        return view;
    const ip_table *table = ip_code_table_named(c, rangevar);
    if (!table)
        return NULL;
    ip_code_check_read(c, table, ip_code_place_of(c, rangevar));
    ip_code_from *family = ip_code_family_item(c, rangevar, table, scope);
    if (family)
        return family;
    ip_code_from *rows = ip_code_rows_of(c, rangevar, table, scope);
    return rows ? rows : derived_rows(c, rangevar, table, scope);
}

static ip_code_from *subselect(ip_compiler *c, const PgQuery__RangeSubselect *body, ip_code_scope *scope)
{
    const PgQuery__Alias *alias = IP_GET(body, alias);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(body, subquery));
    bool lateral = IP_GET(body, lateral);
    const ip_code_query *query = ip_code_select(c, select, ip_code_scope_new(c, scope, lateral));
    ip_code_from *from = ip_code_derived_item(c, query, ip_code_alias_of(c, alias), IP_ITEMS(alias, colnames), scope);
    from->lateral = lateral;
    return from;
}

ip_code_from *ip_code_join(ip_compiler *c, const ip_code_from *left, const ip_code_from *right)
{
    ip_code_from *join = IP_NEW(c->arena, ip_code_from);
    join->kind = IP_CODE_JOIN;
    join->item = -1;
    join->left = left;
    join->right = right;
    return join;
}

static ip_code_from *item(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);

static const ip_code_expr *named(ip_compiler *c, const ip_code_columns *columns, int begin, int end, const char *name)
{
    const ip_code_expr *expr = NULL;
    for (int i = begin; i < end; i++)
        if (strcmp(columns->items[i].name, name) == 0) {
            if (expr)
                ip_code_refuse_wrong(
                    c, c->range, "42702",
                    ip_arena_printf(c->arena, "common column name \"%s\" appears more than once in left table", name),
                    "column \"%s\" of USING is ambiguous", name);
            expr = columns->items[i].expr;
        }
    return expr;
}

/* USING: the columns merged come first, once; then what is left of both sides. */
static const ip_code_expr *merge(ip_compiler *c, ip_code_scope *scope, int begin, int middle, const char *const *names,
                                 int count, bool left_outer, bool right_outer)
{
    IP_VEC(const ip_code_expr *) tests = {0};
    ip_code_columns merged = {0};
    int end = scope->columns.count;
    for (int i = 0; i < count; i++) {
        const ip_code_expr *const both[] = {named(c, &scope->columns, begin, middle, names[i]),
                                            named(c, &scope->columns, middle, end, names[i])};
        if (!both[0] || !both[1]) {
            ip_code_refuse_wrong(c, c->range, "42703",
                                 ip_arena_printf(c->arena,
                                                 "column \"%s\" specified in USING clause does not exist in %s table",
                                                 names[i], both[0] ? "right" : "left"),
                                 "column \"%s\" of USING is not on both sides", names[i]);
            return NULL;
        }
        IP_PUSH(c->arena, &tests, ip_code_compare(c, "=", both[0], both[1], c->range));
        ip_code_column column = {names[i], right_outer ? both[1] : both[0]};
        if (left_outer && right_outer)
            column.expr = ip_code_make(c, IP_CODE_COALESCE, c->range, 2, both);
        IP_PUSH(c->arena, &merged, column);
    }
    for (int i = begin; i < end; i++) {
        bool taken = false;
        for (int k = 0; k < count; k++)
            taken = taken || strcmp(scope->columns.items[i].name, names[k]) == 0;
        if (!taken)
            IP_PUSH(c->arena, &merged, scope->columns.items[i]);
    }
    scope->columns.count = begin;
    for (int i = 0; i < merged.count; i++)
        IP_PUSH(c->arena, &scope->columns, merged.items[i]);
    if (tests.count == 0)
        return NULL;
    return tests.count == 1 ? tests.items[0] : ip_code_make(c, IP_CODE_AND, c->range, tests.count, tests.items);
}

/* ON sees the columns of its two sides alone. */
static const ip_code_expr *on(ip_compiler *c, const ip_tree *quals, ip_code_scope *scope, int relations, int columns)
{
    ip_code_scope *sides = IP_NEW(c->arena, ip_code_scope);
    *sides = *scope;
    sides->relations.items += relations;
    sides->relations.count -= relations;
    sides->columns.items += columns;
    sides->columns.count -= columns;
    return ip_code_expr_of(c, quals, sides);
}

static ip_code_from *join_expr(ip_compiler *c, const PgQuery__JoinExpr *body, ip_code_scope *scope)
{
    PgQuery__JoinType type = IP_GET(body, jointype);
    int relations = scope->relations.count, begin = scope->columns.count;
    bool left_outer = type == PG_QUERY__JOIN_TYPE__JOIN_LEFT || type == PG_QUERY__JOIN_TYPE__JOIN_FULL;
    bool right_outer = type == PG_QUERY__JOIN_TYPE__JOIN_RIGHT || type == PG_QUERY__JOIN_TYPE__JOIN_FULL;
    bool takes = scope->takes_conditions;
    scope->takes_conditions = takes && !right_outer;
    ip_code_from *left = item(c, IP_GET(body, larg), scope);
    int middle = scope->columns.count;
    scope->takes_conditions = takes && !left_outer;
    ip_code_from *right = item(c, IP_GET(body, rarg), scope);
    scope->takes_conditions = takes;
    if (!left || !right)
        return NULL;
    ip_code_from *join = ip_code_join(c, left, right);
    join->left_outer = left_outer;
    join->right_outer = right_outer;
    IP_VEC(const char *) names = {0};
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(IP_ITEMS(body, using_clause), i, name)
    IP_PUSH(c->arena, &names, (const char *)ip_arena_strdup(c->arena, ip_parse_string_node(name)));
    if (IP_GET(body, is_natural))
        for (int k = begin; k < middle; k++)
            if (named(c, &scope->columns, middle, scope->columns.count, scope->columns.items[k].name))
                IP_PUSH(c->arena, &names, scope->columns.items[k].name);
    if (names.count > 0)
        ip_code_read_transition(c, scope, NULL);
    if (names.count > 0)
        join->condition = merge(c, scope, begin, middle, names.items, names.count, join->left_outer, join->right_outer);
    else if (IP_GET(body, quals))
        join->condition = on(c, IP_GET(body, quals), scope, relations, begin);
    if (IP_GET(body, join_using_alias))
        ip_code_refuse(c, c->range, "an alias of USING");
    const PgQuery__Alias *alias = IP_GET(body, alias);
    if (alias) { /* hides what it joins */
        ip_code_relation whole = {.alias = ip_code_alias_of(c, alias), .item = -1};
        for (int k = begin; k < scope->columns.count; k++)
            IP_PUSH(c->arena, &whole.columns, scope->columns.items[k]);
        scope->relations.count = relations;
        scope->columns.count = begin;
        ip_code_add_relation(c, scope, whole, IP_ITEMS(alias, colnames));
    }
    return join;
}

static ip_code_from *item(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const char *kind = ip_parse_node_kind(node);
    if (ip_as_range_var(node))
        return range_var(c, ip_as_range_var(node), scope);
    if (ip_as_range_subselect(node))
        return subselect(c, ip_as_range_subselect(node), scope);
    if (ip_as_range_function(node))
        return ip_code_range_function(c, ip_as_range_function(node), scope);
    if (ip_as_join_expr(node))
        return join_expr(c, ip_as_join_expr(node), scope);
    ip_code_refuse(c, c->range, "%s in FROM", *kind ? kind : "nothing");
    return NULL;
}

const ip_code_from *ip_code_from_clause(ip_compiler *c, const ip_tree *list, ip_code_scope *scope)
{
    const ip_code_from *from = NULL;
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(list, i, node)
    {
        const ip_code_from *next = item(c, node, scope);
        from = from && next ? ip_code_join(c, from, next) : next;
    }
    return from;
}
