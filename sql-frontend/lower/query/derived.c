/* Subqueries in FROM as sources of the query around them: set operations, VALUES, groups, LIMIT. */
#include "catalog/set_values.h"
#include "lower/lower.h"

#include <string.h>

uint64_t ip_lower_sources(const ip_scope *scope)
{
    int count = scope->query->statement.sources.count;
    return count >= IP_MAX_SOURCES ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

void ip_lower_keep_to(const ip_scope *scope, int begin, int end, uint64_t sources)
{
    for (int i = begin; i < end; i++) {
        uint64_t *only = &scope->query->conjuncts.items[i].only;
        *only = *only & sources ? *only & sources : UINT64_C(1) << IP_MAX_SOURCES;
    }
}

/* A subquery locks every row that it returns, whatever the outer query does with it, or only the rows that are
 * requested: the locked rows are unknown, unless it runs to its end. */
static void lock_within(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, bool all)
{
    if (!IP_ITEMS(select, locking_clause))
        return;
    ip_lower_locks(l, select, scope);
    if (!all)
        scope->query->statement.uncertain = true;
}

/* HAVING is not followed: any of the groups may be left out. */
static void leave_out_groups(ip_lowerer *l, ip_scope *scope, int first)
{
    uint64_t own = ip_lower_sources(scope) & ~((UINT64_C(1) << first) - 1);
    ip_conjunct perhaps = {.expr = ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL), .only = own};
    if (own)
        IP_PUSH(l->arena, &scope->query->conjuncts, perhaps);
}

/* The query returns a row, whatever is stored and whatever the arguments are. */
static bool surely_gives_row(const ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    const ip_tree *targets = IP_ITEMS(select, target_list);
    if (ip_lower_may_limit_to_none(select))
        return false;
    if (IP_GET(select, larg))
        return IP_GET(select, op) == PG_QUERY__SET_OPERATION__SETOP_UNION &&
               (surely_gives_row(l, IP_GET(select, larg)) || surely_gives_row(l, IP_GET(select, rarg)));
    if (IP_ITEMS(select, values_lists))
        return true;
    if (IP_GET(select, having_clause) || ip_catalog_calls_set(l->definitions, targets))
        return false;
    bool of_all = ip_lower_has_aggregate(l->definitions, targets) && !ip_lower_has_window(targets) &&
                  !IP_ITEMS(select, group_clause);
    return of_all || (!IP_ITEMS(select, from_clause) && !IP_GET(select, where_clause));
}

void ip_lower_perhaps_no_rows(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, int first)
{
    bool of_tables = scope->query->statement.sources.count > first;
    bool left_out = ip_lower_may_limit_to_none(select) || IP_GET(select, having_clause) ||
                    (IP_GET(select, larg) && IP_GET(select, op) != PG_QUERY__SET_OPERATION__SETOP_UNION);
    if (of_tables ? !left_out : ip_lower_plain_select(l->definitions, select) || surely_gives_row(l, select))
        return;
    /* Its own rows are read in any case. */
    uint64_t own = of_tables ? ip_lower_sources(scope) & ~((UINT64_C(1) << first) - 1) : 0;
    ip_conjunct perhaps = {.expr = ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL),
                           .only = (scope->optional ? scope->optional : UINT64_MAX) & ~own};
    IP_PUSH(l->arena, &scope->query->conjuncts, perhaps);
    scope->query->statement.grouped = true;
}

bool ip_lower_has_grouping_sets(const PgQuery__SelectStmt *select)
{
    const ip_tree *groups = IP_ITEMS(select, group_clause);
    for (size_t i = 0; i < ip_parse_list_size(groups); i++)
        if (ip_as_grouping_set(ip_parse_list_item(groups, i)))
            return true;
    return false;
}

/* Rows of whole groups, by GROUP BY of expressions or DISTINCT: a condition on a group's columns selects the rows of
 * some groups and changes no other group. */
static bool is_of_groups(const ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    const void *const never[] = {IP_GET(select, limit_count), IP_GET(select, limit_offset),
                                 IP_ITEMS(select, window_clause), IP_GET(select, larg), IP_ITEMS(select, values_lists)};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (never[i])
            return false;
    if (ip_lower_has_grouping_sets(select))
        return false;
    if (IP_ITEMS(select, group_clause))
        return !IP_ITEMS(select, distinct_clause) && !ip_lower_has_window(IP_ITEMS(select, target_list));
    return ip_lower_is_distinct(select) && !IP_GET(select, having_clause) &&
           !ip_lower_has_aggregate(l->definitions, IP_ITEMS(select, target_list));
}

/* An outer condition on a column applies to the column of each side: rows of a side that cannot match are not read. Not
 * so for sides in an outer join's optional part: their rows prevent others from being extended with NULLs. */
static void mix(ip_lowerer *l, ip_scope *scope, const ip_expr *column, int first)
{
    ip_query *query = scope->query;
    IP_PUSH(l->arena, &query->mixed, column);
    for (int s = first; s < query->statement.sources.count; s++)
        if (!query->statement.sources.items[s].optional)
            query->members |= UINT64_C(1) << s;
}

/* Rows of WITH RECURSIVE lead to others: each may be read, whatever the conditions on the resulting rows. */
static bool in_rounds(const ip_scope *scope)
{
    for (; scope; scope = scope->parent)
        for (int i = 0; i < scope->ctes.count; i++)
            if (!scope->ctes.items[i].query && !scope->ctes.items[i].part)
                return true;
    return false;
}

/* UNION, INTERSECT, EXCEPT */
static void lower_set(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, ip_result *columns)
{
    ip_result right = {0}, *sides[2] = {columns, &right};
    uint64_t before = ip_lower_sources(scope);
    int first = scope->query->statement.sources.count;
    if (!scope->optional)
        scope->optional = ~before & (UINT64_MAX >> 1);
    ip_lower_with(l, select, scope);
    l->conditional++; /* the second may not be needed */
    for (int i = 0; i < 2; i++) {
        ip_scope *side = ip_lower_scope_new(l, scope, scope->query);
        int begin = scope->query->conjuncts.count;
        before = ip_lower_sources(scope);
        ip_lower_derived(l, i ? IP_GET(select, rarg) : IP_GET(select, larg), side, sides[i]);
        ip_lower_keep_to(scope, begin, scope->query->conjuncts.count, ip_lower_sources(scope) & ~before);
    }
    l->conditional--;
    bool rounds = in_rounds(scope);
    bool appended = IP_GET(select, op) == PG_QUERY__SET_OPERATION__SETOP_UNION && IP_GET(select, all);
    bool whole = !IP_GET(select, limit_count) && !IP_GET(select, limit_offset) && !rounds;
    for (int i = 0; i < columns->columns.count; i++) {
        ip_result_column *column = &columns->columns.items[i];
        ip_values args = {0};
        IP_PUSH(l->arena, &args, column->value);
        if (i < right.columns.count)
            IP_PUSH(l->arena, &args, right.columns.items[i].value);
        column->type = ip_lower_common(l, &args);
        column->value = ip_lower_unknown(l, column->type, args.count, args.items);
        if (!appended) /* the set of rows depends on their values */
            ip_lower_mark(scope->query, column->value, true);
        if (rounds) /* the rows of the next iteration depend on it, whether the outer query names it or not */
            ip_lower_mark(scope->query, column->value, false);
        if (whole && args.count == 2)
            mix(l, scope, column->value, first);
    }
}

void ip_lower_values(ip_lowerer *l, const ip_tree *rows, ip_scope *scope, ip_result *columns)
{
    const ip_tree *items = IP_ITEMS(ip_as_list(ip_parse_list_item(rows, 0)), items);
    for (size_t i = 0; i < ip_parse_list_size(items); i++) {
        ip_values args = {0};
        for (size_t row = 0; row < ip_parse_list_size(rows); row++) {
            const ip_tree *list = IP_ITEMS(ip_as_list(ip_parse_list_item(rows, row)), items);
            IP_PUSH(l->arena, &args, ip_lower_expr(l, ip_parse_list_item(list, i), scope));
        }
        ip_type type = args.count == 1 ? args.items[0]->type : ip_lower_common(l, &args);
        const ip_expr *value = args.count == 1 ? args.items[0] : ip_lower_unknown(l, type, args.count, args.items);
        ip_result_column column = {ip_arena_printf(l->arena, "column%zu", i + 1), value, -1, value->type};
        IP_PUSH(l->arena, &columns->columns, column);
    }
    if (ip_parse_list_size(rows) > 1)
        scope->query->statement.grouped = true;
}

void ip_lower_derived(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, ip_result *columns)
{
    PgQuery__SetOperation op = IP_GET(select, op);
    int first = scope->query->statement.sources.count, begin = scope->query->conjuncts.count;
    uint64_t before = ip_lower_sources(scope);
    bool all = l->takes_all;
    l->takes_all = false;
    if (IP_GET(select, larg) && op != PG_QUERY__SET_OPERATION__SETOP_NONE) {
        lower_set(l, select, scope, columns);
    } else if (IP_ITEMS(select, values_lists)) {
        l->conditional++; /* evaluated only if its rows and columns are used */
        ip_lower_values(l, IP_ITEMS(select, values_lists), scope, columns);
        l->conditional--;
        return;
    } else {
        bool simple = ip_lower_plain_select(l->definitions, select), groups = is_of_groups(l, select);
        /* Grouping, LIMIT and aggregates return a row even without input rows, or hide some. */
        if (!simple && !groups && !scope->optional)
            scope->optional = ~ip_lower_sources(scope) & (UINT64_MAX >> 1);
        bool partial = ip_lower_may_stop(select);
        ip_lower_with(l, select, scope);
        l->conditional += partial;
        ip_lower_from(l, IP_ITEMS(select, from_clause), scope);
        if (IP_GET(select, where_clause))
            ip_lower_condition(l, IP_GET(select, where_clause), scope);
        lock_within(l, select, scope, all && simple && !IP_GET(select, with_clause));
        scope->grouped = scope->grouped || !simple;
        ip_lower_rows_of_calls(l, select, scope);
        l->conditional += !partial; /* evaluated only if they are used */
        ip_lower_targets(l, IP_ITEMS(select, target_list), scope, columns);
        if (!simple)
            ip_lower_mark_keys(l, select, scope, columns);
        l->conditional--;
        if (simple)
            return;
        for (int i = 0; i < columns->columns.count; i++) {
            ip_result_column *c = &columns->columns.items[i];
            if (!groups || !ip_program_expr_stable(c->value)) /* else it is one of the group's columns */
                c->value = ip_lower_unknown(l, c->type, 1, &c->value);
        }
        if (groups) {
            scope->query->statement.grouped = true;
            if (IP_GET(select, having_clause))
                leave_out_groups(l, scope, first);
            return;
        }
    }
    for (int i = first; i < scope->query->statement.sources.count; i++)
        scope->query->statement.sources.items[i].optional = true;
    ip_lower_keep_to(scope, begin, scope->query->conjuncts.count, ip_lower_sources(scope) & ~before);
    scope->query->statement.grouped = true;
    ip_lower_note(l, select, "subquery with grouping, LIMIT or a set operation: its rows are not followed");
}
