/* GROUP BY, HAVING, DISTINCT, ORDER BY, LIMIT and row locks: what is applied to the rows of FROM and WHERE. */
#include "base/words.h"
#include "code/coder.h"
#include "parse/statement.h"

#include <string.h>

/* Without casts to the type that it has, which a server leaves out (parse_coerce.c, coerce_type). */
static const ip_code_expr *without_casts(const ip_code_expr *expr)
{
    while (expr->kind == IP_CODE_CAST && expr->arg_count == 1 && !expr->cast.domain && !expr->cast.row &&
           expr->cast.precision < 0 && expr->cast.type.name && expr->args[0]->type.name && !expr->args[0]->unknown &&
           expr->cast.type.array == expr->args[0]->type.array &&
           strcmp(expr->cast.type.name, expr->args[0]->type.name) == 0)
        expr = expr->args[0];
    return expr;
}

/* The target that a bare name or a number means; -1: neither. */
static int output_of(ip_compiler *c, const ip_tree *node, const ip_code_query *query, const char *clause)
{
    const PgQuery__Integer *number = ip_const_ival(ip_as_a_const(node));
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    if (number) {
        long long position = IP_GET(number, ival);
        if (position < 1 || position > query->target_count) {
            ip_code_refuse_wrong(c, ip_code_place_of(c, node), "42P10",
                                 ip_arena_printf(c->arena, "%s position %lld is not in select list", clause, position),
                                 "position %lld is not in the SELECT list", position);
            return -1;
        }
        return (int)position - 1;
    }
    if (ip_as_a_const(node))
        ip_code_refuse_wrong(c, ip_code_place_of(c, node), "42601",
                             ip_arena_printf(c->arena, "non-integer constant in %s", clause),
                             "a constant that is no position in ORDER BY or GROUP BY");
    const char *name = ip_parse_list_size(fields) == 1 ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : "";
    int found = -1;
    for (int i = 0; *name && i < query->target_count; i++) {
        if (strcmp(query->targets[i].name, name) != 0)
            continue;
        if (found >= 0 && query->targets[i].expr &&
            !ip_code_same(without_casts(query->targets[found].expr), without_casts(query->targets[i].expr)))
            ip_code_refuse_wrong(c, ip_code_place_of(c, node), "42702",
                                 ip_arena_printf(c->arena, "%s \"%s\" is ambiguous", clause, name),
                                 "\"%s\" is ambiguous", name);
        if (found < 0)
            found = i;
    }
    return found;
}

static const ip_code_expr *output(ip_compiler *c, int index, const ip_code_query *query)
{
    ip_code_expr *expr = ip_code_new(c, IP_CODE_OUTPUT, c->range);
    expr->index = index;
    while (query->operation != IP_CODE_PLAIN && query->left)
        query = query->left;
    const ip_code_expr *value = query->values ? query->values[0][index] : query->targets[index].expr;
    if (value)
        expr->type = value->type;
    return expr;
}

/* SQL-92's rule, of ORDER BY and DISTINCT ON: an output column's name or number, else an expression over the rows. */
static const ip_code_expr *sort_expr(ip_compiler *c, const ip_tree *node, ip_code_query *query, ip_code_scope *scope,
                                     bool must_be_output)
{
    int index = output_of(c, node, query, "ORDER BY");
    if (index >= 0)
        return output(c, index, query);
    if (query->operation != IP_CODE_PLAIN || query->values) {
        const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
        const char *column =
            ip_parse_list_size(fields) == 1 ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : NULL;
        ip_code_refuse_wrong(c, ip_code_place_of(c, node), column ? "42703" : NULL,
                             column ? ip_arena_printf(c->arena, "column \"%s\" does not exist", column) : NULL,
                             "ORDER BY of something that is no result column");
        return ip_code_null(c, c->range);
    }
    const ip_code_expr *expr = ip_code_expr_of(c, node, scope);
    for (int i = 0; i < query->target_count; i++)
        if (query->targets[i].expr && ip_code_same(expr, query->targets[i].expr))
            return output(c, i, query);
    if (must_be_output)
        ip_code_refuse_wrong(c, ip_code_place_of(c, node), "42P10",
                             "for SELECT DISTINCT, ORDER BY expressions must appear in select list",
                             "SELECT DISTINCT: ORDER BY something that is not selected");
    return expr;
}

const ip_code_expr *ip_code_group_expr(ip_compiler *c, const ip_tree *node, const ip_code_query *query,
                                       ip_code_scope *scope)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const ip_code_expr *column;
    ip_code_scope own = *scope;
    own.seen = NULL;
    if (ip_parse_list_size(fields) == 1 &&
        ip_code_find_column(c, &own, NULL, NULL, ip_parse_string_node(ip_parse_list_item(fields, 0)), &column) > 0)
        return ip_code_expr_of(c, node, scope);
    int index = output_of(c, node, query, "GROUP BY");
    return index >= 0 && query->targets[index].expr ? query->targets[index].expr : ip_code_expr_of(c, node, scope);
}

/* All columns of a table depend on its primary key. */
static bool key_is_grouped(const ip_code_query *query, const ip_code_scope *scope, int item)
{
    for (int i = 0; i < scope->relations.count; i++) {
        const ip_table *table = scope->relations.items[i].table;
        if (scope->relations.items[i].item != item || !table || table->primary_key < 0 || query->group_sets.count > 0)
            continue;
        const ip_key *key = &table->keys.items[table->primary_key];
        int grouped = 0;
        for (int k = 0; k < key->column_count; k++)
            for (int g = 0; g < query->group_by.count; g++) {
                const ip_code_expr *by = query->group_by.items[g];
                if (by->kind == IP_CODE_COLUMN && by->level == 0 && by->item == item && by->index == key->columns[k]) {
                    grouped++;
                    break;
                }
            }
        return grouped == key->column_count;
    }
    return false;
}

/* Of other expressions it may not be seen here that two are the same. */
static bool groups_columns(const ip_code_query *query)
{
    for (int g = 0; g < query->group_by.count; g++)
        if (query->group_by.items[g]->kind != IP_CODE_COLUMN)
            return false;
    return true;
}

static const char *qualified(const ip_compiler *c, const ip_code_scope *scope, const ip_code_expr *column)
{
    const char *name = column->name ? column->name : "*";
    for (int i = 0; i < scope->relations.count; i++)
        if (scope->relations.items[i].item == column->item && scope->relations.items[i].alias)
            return ip_arena_printf(c->arena, "%s.%s", scope->relations.items[i].alias, name);
    return name;
}

static void check_grouped(ip_compiler *c, const ip_code_query *query, const ip_code_scope *scope,
                          const ip_code_expr *expr)
{
    for (int g = 0; g < query->group_by.count; g++)
        if (ip_code_same(expr, query->group_by.items[g]))
            return;
    if ((expr->kind == IP_CODE_COLUMN || expr->kind == IP_CODE_WHOLE_ROW) && expr->level == 0 &&
        !key_is_grouped(query, scope, expr->item))
        ip_code_refuse_wrong(c, expr->range, groups_columns(query) ? "42803" : NULL,
                             ip_arena_printf(c->arena,
                                             "column \"%s\" must appear in the GROUP BY clause or be used in an "
                                             "aggregate function",
                                             qualified(c, scope, expr)),
                             "column \"%s\" is neither grouped nor aggregated", expr->name ? expr->name : "row");
    for (int i = 0; i < expr->arg_count; i++)
        if (expr->args[i])
            check_grouped(c, query, scope, expr->args[i]);
}

static void check_windows_grouped(ip_compiler *c, const ip_code_query *query, const ip_code_scope *scope)
{
    for (int i = 0; i < query->windows.count; i++) {
        const ip_code_window *w = &query->windows.items[i];
        for (int k = 0; k < w->call.arg_count; k++)
            check_grouped(c, query, scope, w->call.args[k]);
        if (w->call.filter)
            check_grouped(c, query, scope, w->call.filter);
        for (int k = 0; k < w->partition_by.count; k++)
            check_grouped(c, query, scope, w->partition_by.items[k]);
        for (int k = 0; k < w->order_by.count; k++)
            check_grouped(c, query, scope, w->order_by.items[k].expr);
    }
}

void ip_code_group(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope)
{
    query->grouped = query->grouped || ip_parse_list_size(IP_ITEMS(select, group_clause)) > 0;
    if (IP_GET(select, having_clause)) {
        query->grouped = true;
        scope->query = query;
        scope->in_window = true; /* none may stand here */
        query->having = ip_code_expr_of(c, IP_GET(select, having_clause), scope);
        scope->in_window = false;
        scope->query = NULL;
    }
}

static void check_all_grouped(ip_compiler *c, const ip_code_query *query, const ip_code_scope *scope)
{
    for (int i = 0; i < query->target_count; i++)
        if (query->targets[i].expr)
            check_grouped(c, query, scope, query->targets[i].expr);
    if (query->having)
        check_grouped(c, query, scope, query->having);
    for (int i = 0; i < query->order_by.count; i++)
        check_grouped(c, query, scope, query->order_by.items[i].expr);
    check_windows_grouped(c, query, scope);
}

/* DISTINCT ON's expressions and the first of ORDER BY have to be the same set. */
static void check_distinct_on(ip_compiler *c, const ip_code_query *query)
{
    int first = 0;
    for (; first < query->order_by.count; first++) {
        bool same = false;
        for (int i = 0; i < query->distinct_on.count; i++)
            same = same || ip_code_same(query->order_by.items[first].expr, query->distinct_on.items[i]);
        if (!same)
            break;
    }
    if (first < query->order_by.count && first < query->distinct_on.count)
        ip_code_refuse_wrong(c, c->range, "42P10",
                             "SELECT DISTINCT ON expressions must match initial ORDER BY expressions",
                             "DISTINCT ON something else than the first of ORDER BY");
}

/* The expression of ORDER BY: that of the target which it names, if any. */
static const ip_code_expr *ordered(ip_compiler *c, const ip_code_query *query, const ip_code_expr *expr)
{
    const ip_code_expr *target =
        expr->kind == IP_CODE_OUTPUT && !query->values ? query->targets[expr->index].expr : NULL;
    return target && ip_code_enum_of(c, target) ? ip_code_ordered(c, target, c->range)
                                                : ip_code_ordered(c, expr, c->range);
}

static void order_by(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(select, sort_clause), i, node)
    {
        const PgQuery__SortBy *by = ip_as_sort_by(node);
        PgQuery__SortByDir direction = IP_GET(by, sortby_dir);
        bool descending = direction == PG_QUERY__SORT_BY_DIR__SORTBY_DESC;
        if (direction == PG_QUERY__SORT_BY_DIR__SORTBY_USING)
            ip_code_refuse(c, c->range, "ORDER BY … USING");
        ip_code_sort sort = {sort_expr(c, IP_GET(by, node), query, scope, query->distinct), descending,
                             ip_parse_nulls_first(by)};
        if (query->distinct || query->operation != IP_CODE_PLAIN || query->distinct_on.count > 0)
            ip_code_refuse_order(c, sort.expr, c->range);
        else
            sort.expr = ordered(c, query, sort.expr);
        IP_PUSH(c->arena, &query->order_by, sort);
    }
}

static bool has_column(const ip_code_expr *expr)
{
    if (expr->kind == IP_CODE_COLUMN && expr->level == 0)
        return true;
    for (int i = 0; i < expr->arg_count; i++)
        if (expr->args[i] && has_column(expr->args[i]))
            return true;
    return false;
}

static const ip_code_expr *without_columns(ip_compiler *c, const ip_code_expr *expr, const char *clause)
{
    if (has_column(expr))
        ip_code_refuse_wrong(c, expr->range, "42P10",
                             ip_arena_printf(c->arena, "argument of %s must not contain variables", clause),
                             "%s of a column", clause);
    return expr;
}

void ip_code_order(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope)
{
    const ip_tree *distinct = IP_ITEMS(select, distinct_clause);
    size_t i;
    const ip_tree *node;
    bool on = ip_parse_list_size(distinct) > 0 && *ip_parse_node_kind(ip_parse_list_item(distinct, 0));
    query->distinct = ip_parse_list_size(distinct) > 0 && !on;
    scope->query = query->operation == IP_CODE_PLAIN && !query->values ? query : NULL;
    if (on)
        IP_LIST_EACH(distinct, i, node)
    IP_PUSH(c->arena, &query->distinct_on, sort_expr(c, node, query, scope, false));
    order_by(c, select, query, scope);
    scope->query = NULL;
    if (query->distinct_on.count > 0)
        check_distinct_on(c, query);
    if (!query->grouped && scope->asks_grouping)
        ip_code_refuse(c, c->range, "GROUPING() without GROUP BY");
    if (query->grouped) {
        ip_code_grouping_sets(c, select, query, scope);
        ip_code_regroup(c, query);
        check_all_grouped(c, query, scope);
    }
    query->with_ties = select->limit_option == PG_QUERY__LIMIT_OPTION__LIMIT_OPTION_WITH_TIES;
    if (query->with_ties && (scope->sets.count > 0 || query->order_by.count == 0 || IP_ITEMS(select, locking_clause)))
        ip_code_refuse(c, c->range, "FETCH FIRST … WITH TIES of such rows");
    if (IP_GET(select, limit_count))
        query->limit = without_columns(c, ip_code_expr_of(c, IP_GET(select, limit_count), scope), "LIMIT");
    if (IP_GET(select, limit_offset))
        query->offset = without_columns(c, ip_code_expr_of(c, IP_GET(select, limit_offset), scope), "OFFSET");
}

typedef struct ip_code_locking {
    ip_lock lock;
    bool skip_locked, no_wait;
    const ip_code_scope *scope;
    const ip_tree *names; /* NULL: all */
} ip_code_locking;

static bool names_item(ip_compiler *c, const ip_code_locking *l, int item)
{
    size_t i;
    const ip_tree *node;
    if (!l->names)
        return true;
    IP_LIST_EACH(l->names, i, node)
    {
        const char *name = IP_TEXT(ip_as_range_var(node), relname);
        const ip_code_relation *relation = ip_code_find_relation(l->scope, NULL, name);
        if (!relation)
            ip_code_refuse_wrong(
                c, c->range, "42P01",
                ip_arena_printf(c->arena, "relation \"%s\" in FOR UPDATE clause not found in FROM clause", name),
                "FOR UPDATE of \"%s\", which is not in FROM", name);
        if (relation && relation->item == item)
            return true;
    }
    return false;
}

/* Tables take the lock; a derived table would pass it on to its own tables. */
static void lock_tables(ip_compiler *c, const ip_code_locking *l, const ip_code_from *from, bool nullable)
{
    ip_code_from *item = (ip_code_from *)from;
    if (!from)
        return;
    if (from->kind == IP_CODE_JOIN) {
        lock_tables(c, l, from->left, nullable || from->right_outer);
        lock_tables(c, l, from->right, nullable || from->left_outer);
        return;
    }
    if (!names_item(c, l, from->item))
        return;
    if (from->kind == IP_CODE_DERIVED)
        ip_code_refuse(c, c->range, "FOR UPDATE over a subquery in FROM");
    if (from->kind != IP_CODE_TABLE)
        return;
    if (nullable)
        ip_code_refuse(c, c->range, "FOR UPDATE of the optional side of an outer join");
    const ip_definitions *d = c->coder->definitions;
    if (d->served && ip_catalog_materialized_of(d, from->table))
        ip_code_refuse_name(
            c, c->range, "42809",
            ip_arena_printf(c->arena, "cannot lock rows in materialized view \"%s\"", ip_last_part(from->table->name)),
            "FOR UPDATE of a materialized view");
    ip_code_locks_table(c, from->table, IP_LOCK_TABLE_ROW_SHARE);
    if (item->lock >= l->lock && item->lock != IP_LOCK_NONE) {
        item->skip_locked = item->skip_locked || l->skip_locked;
        item->no_wait = item->no_wait || l->no_wait;
        return;
    }
    item->lock = l->lock;
    item->skip_locked = item->skip_locked || l->skip_locked;
    item->no_wait = item->no_wait || l->no_wait;
}

void ip_code_locks(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, const ip_code_scope *scope)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(select, locking_clause), i, node)
    {
        const PgQuery__LockingClause *clause = ip_as_locking_clause(node);
        PgQuery__LockClauseStrength strength = IP_GET(clause, strength);
        PgQuery__LockWaitPolicy wait = IP_GET(clause, wait_policy);
        ip_code_locking l = {strength == PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORUPDATE        ? IP_LOCK_UPDATE
                             : strength == PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORNOKEYUPDATE ? IP_LOCK_NO_KEY_UPDATE
                             : strength == PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORSHARE       ? IP_LOCK_SHARE
                                                                                              : IP_LOCK_KEY_SHARE,
                             wait == PG_QUERY__LOCK_WAIT_POLICY__LockWaitSkip,
                             wait == PG_QUERY__LOCK_WAIT_POLICY__LockWaitError, scope, IP_ITEMS(clause, locked_rels)};
        if (query->operation != IP_CODE_PLAIN || query->grouped || query->distinct || query->distinct_on.count > 0 ||
            query->values || scope->sets.count > 0 || query->windows.count > 0)
            ip_code_refuse(c, c->range, "FOR UPDATE of rows that are not those of a table");
        else
            lock_tables(c, &l, query->from, false);
    }
}
