/* SELECT as a separate statement. */
#include "lower/expr/collation.h"
#include "lower/body/concurrent_outcome.h"
#include "lower/lower.h"
#include "catalog/set_values.h"

#include <string.h>

static bool over_window(const void *context, const PgQuery__FuncCall *call)
{
    (void)context;
    return IP_GET(call, over) != NULL;
}

static bool over_rows(const void *definitions, const PgQuery__FuncCall *call)
{
    return ip_lower_is_aggregate(definitions, call) || over_window(NULL, call);
}

bool ip_lower_has_window(const ip_tree *node)
{
    return ip_parse_own_call(node, over_window, NULL) != NULL;
}

bool ip_lower_has_aggregate(const ip_definitions *d, const ip_tree *node)
{
    return ip_parse_own_call(node, over_rows, d) != NULL;
}

bool ip_lower_is_distinct(const PgQuery__SelectStmt *select)
{
    const ip_tree *distinct = IP_ITEMS(select, distinct_clause), *on = ip_parse_list_item(distinct, 0);
    return distinct && !ip_parse_node_body(on);
}

bool ip_lower_plain_select(const ip_definitions *d, const PgQuery__SelectStmt *select)
{
    const void *const never[] = {IP_ITEMS(select, group_clause),    IP_GET(select, having_clause),
                                 IP_GET(select, limit_count),       IP_GET(select, limit_offset),
                                 IP_ITEMS(select, distinct_clause), IP_GET(select, larg),
                                 IP_ITEMS(select, values_lists),    IP_ITEMS(select, window_clause)};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (never[i])
            return false;
    return !ip_lower_has_aggregate(d, IP_ITEMS(select, target_list));
}

static const char *target_name(ip_lowerer *l, const PgQuery__ResTarget *target)
{
    const char *name = IP_TEXT(target, name);
    const ip_tree *value = IP_GET(target, val);
    while (!*name && ip_as_type_cast(value))
        value = IP_GET(ip_as_type_cast(value), arg);
    if (!*name && ip_as_column_ref(value)) {
        const ip_tree *fields = IP_ITEMS(ip_as_column_ref(value), fields);
        name = ip_parse_last_string(fields);
    }
    if (!*name && ip_as_func_call(value)) {
        const ip_tree *names = IP_ITEMS(ip_as_func_call(value), funcname);
        name = ip_parse_last_string(names);
    }
    if (!*name && ip_as_coalesce_expr(value))
        name = "coalesce";
    if (!*name && ip_as_case_expr(value))
        name = "case";
    if (!*name && IP_GET(ip_as_sub_link(value), sub_link_type) == PG_QUERY__SUB_LINK_TYPE__EXISTS_SUBLINK)
        name = "exists";
    return ip_arena_strdup(l->arena, *name ? name : "?column?");
}

void ip_lower_rows_of_calls(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope)
{
    const void *const clauses[] = {IP_ITEMS(select, target_list),  IP_GET(select, having_clause),
                                   IP_ITEMS(select, sort_clause),  IP_ITEMS(select, distinct_clause),
                                   IP_ITEMS(select, group_clause), IP_ITEMS(select, window_clause)};
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        const ip_tree *clause = clauses[i];
        bool set = ip_catalog_calls_set(l->definitions, clause);
        scope->many = scope->many || set;
        ip_lower_module_rows(l, clause);
        if (set) { /* their number depends on values that may be used nowhere else */
            ip_values values = {0};
            ip_lower_columns_in(l, clause, scope, &values);
            ip_lower_conjunct(l, scope, ip_lower_unknown(l, ip_lower_boolean_type, values.count, values.items));
        }
    }
}

void ip_lower_targets(ip_lowerer *l, const ip_tree *list, ip_scope *scope, ip_result *result)
{
    size_t i;
    const ip_tree *item;
    ip_values outside = l->lost;
    l->lost = (ip_values){0};
    IP_LIST_EACH(list, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        const ip_tree *value = IP_GET(target, val);
        if (ip_lower_is_star(value)) {
            ip_lower_star(l, value, scope, result);
            continue;
        }
        const ip_expr *expr = ip_lower_expr(l, value, scope);
        ip_result_column column = {target_name(l, target), expr, -1, expr->type};
        IP_PUSH(l->arena, &result->columns, column);
    }
    for (int k = 0; k < l->lost.count; k++)
        IP_PUSH(l->arena, &scope->query->lost, l->lost.items[k]);
    l->lost = outside;
}

static void lock_source(ip_query *query, int source, ip_lock lock)
{
    ip_lock *held = &query->statement.sources.items[source].lock;
    if (lock > *held)
        *held = lock;
}

/* Rows of tables that the query itself names are used or passed over one by one; for rows inside a subquery, and rows
 * that OFFSET skips, it is unknown which are locked. */
static void pass_over(ip_lowerer *l, const PgQuery__SelectStmt *select, const ip_tree *clause, ip_scope *scope)
{
    ip_statement *s = &scope->query->statement;
    bool by_row = !IP_GET(select, limit_offset);
    for (int k = 0; k < scope->entries.count; k++) {
        const ip_entry *entry = &scope->entries.items[k];
        by_row = by_row && entry->source >= 0 && !s->sources.items[entry->source].optional;
    }
    for (int k = 0; k < scope->entries.count; k++)
        if (scope->entries.items[k].source >= 0) {
            int source = scope->entries.items[k].source;
            ip_conjunct free = {.expr = ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL),
                                .only = UINT64_C(1) << source};
            IP_PUSH(l->arena, &scope->query->conjuncts, free);
            s->sources.items[source].passes_over = by_row;
        }
    s->uncertain = s->uncertain || !by_row;
    ip_lower_choice_of_result(l, ip_lower_place(l, clause), "SKIP LOCKED", NULL);
    if (!by_row)
        ip_lower_note(l, clause, "SKIP LOCKED: any of the rows may be passed over");
}

void ip_lower_locks(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(select, locking_clause), i, item)
    {
        const PgQuery__LockingClause *clause = ip_as_locking_clause(item);
        PgQuery__LockClauseStrength strength = IP_GET(clause, strength);
        ip_lock lock = strength == PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORNOKEYUPDATE ? IP_LOCK_NO_KEY_UPDATE
                       : strength == PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORUPDATE    ? IP_LOCK_UPDATE
                       : strength == PG_QUERY__LOCK_CLAUSE_STRENGTH__LCS_FORKEYSHARE  ? IP_LOCK_KEY_SHARE
                                                                                      : IP_LOCK_SHARE;
        const ip_tree *only = IP_ITEMS(clause, locked_rels);
        for (int k = 0; k < scope->entries.count; k++) {
            const ip_entry *entry = &scope->entries.items[k];
            bool named = !only;
            for (size_t m = 0; m < ip_parse_list_size(only); m++)
                named =
                    named || strcmp(entry->alias, IP_TEXT(ip_as_range_var(ip_parse_list_item(only, m)), relname)) == 0;
            if (named && entry->source >= 0)
                lock_source(scope->query, entry->source, lock);
            /* A subquery's tables are locked with it, all rows that it reads, but not the tables of a query of WITH. */
            for (int s = entry->first_source; named && s < entry->last_source; s++)
                if (!(scope->query->of_with >> s & 1))
                    lock_source(scope->query, s, lock);
        }
        if (IP_GET(clause, wait_policy) == PG_QUERY__LOCK_WAIT_POLICY__LockWaitSkip)
            pass_over(l, select, item, scope);
        bool no_wait = IP_GET(clause, wait_policy) == PG_QUERY__LOCK_WAIT_POLICY__LockWaitError;
        l->nowaits += no_wait;
        scope->query->statement.no_wait = scope->query->statement.no_wait || no_wait;
    }
}

/* LIMIT ALL is LIMIT NULL, which is no LIMIT. */
static bool limits(const PgQuery__SelectStmt *select)
{
    const ip_tree *count = IP_GET(select, limit_count);
    return count && !IP_GET(ip_as_a_const(count), isnull);
}

static long long constant_limit(const PgQuery__SelectStmt *select)
{
    const ip_tree *count = IP_GET(select, limit_count);
    return IP_GET(ip_const_ival(ip_as_a_const(count)), ival);
}

bool ip_lower_may_limit_to_none(const PgQuery__SelectStmt *select)
{
    return IP_GET(select, limit_offset) || (limits(select) && constant_limit(select) < 1);
}

/* It is unknown whether all of it is evaluated: calls in it may not happen. */
bool ip_lower_may_stop(const PgQuery__SelectStmt *select)
{
    const void *const reasons[] = {IP_GET(select, where_clause), IP_GET(select, having_clause),
                                   IP_GET(select, limit_offset), IP_ITEMS(select, group_clause)};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i])
            return true;
    const ip_tree *from = IP_ITEMS(select, from_clause);
    if (IP_GET(select, larg))
        return true;
    return (limits(select) && constant_limit(select) < 1) || ip_parse_list_size(from) > 1 ||
           ip_as_join_expr(ip_parse_list_item(from, 0));
}

/* Which rows the result has depends on their order: LIMIT, OFFSET, DISTINCT ON. */
static bool leaves_out(const PgQuery__SelectStmt *select)
{
    bool on = IP_ITEMS(select, distinct_clause) && !ip_lower_is_distinct(select);
    return limits(select) || select->limit_offset || on;
}

/* ORDER BY 2 and ORDER BY name refer to the result. */
static const ip_expr *sort_key(ip_lowerer *l, const ip_tree *node, ip_scope *scope, const ip_result *result)
{
    const PgQuery__Integer *number = ip_const_ival(ip_as_a_const(node));
    long long position = IP_GET(number, ival);
    if (number && position >= 1 && position <= result->columns.count)
        return result->columns.items[position - 1].value;
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    if (ip_parse_list_size(fields) == 1)
        for (int i = 0; i < result->columns.count; i++)
            if (strcmp(result->columns.items[i].name, ip_parse_string_node(ip_parse_list_item(fields, 0))) == 0)
                return result->columns.items[i].value;
    return ip_lower_expr(l, node, scope);
}

void ip_lower_mark_keys(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, const ip_result *result)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(select, sort_clause), i, item)
    {
        const ip_expr *key = sort_key(l, IP_GET(ip_as_sort_by(item), node), scope, result);
        ip_lower_mark(scope->query, key, false);
        ip_lower_sorted(l, scope, item, key, leaves_out(select));
    }
    IP_LIST_EACH(IP_ITEMS(select, group_clause), i, item)
    {
        /* A name is a column first, and only then one of the result. */
        const ip_tree *fields = IP_ITEMS(ip_as_column_ref(item), fields);
        const char *name = ip_parse_string_node(ip_parse_list_item(fields, 0));
        bool of_result = ip_parse_list_size(fields) == 1 && !ip_lower_names_column(scope, name);
        bool position = ip_const_ival(ip_as_a_const(item)) != NULL;
        ip_lower_mark(scope->query,
                      of_result || position ? sort_key(l, item, scope, result)
                                            : ip_lower_not_understood(l, item, scope, ip_lower_other_type),
                      false);
    }
    for (int c = 0; ip_lower_is_distinct(select) && c < result->columns.count; c++)
        ip_lower_mark(scope->query, result->columns.items[c].value, true); /* how many rows there are depends on it */
    const void *const others[] = {IP_GET(select, having_clause), IP_ITEMS(select, distinct_clause),
                                  IP_ITEMS(select, window_clause), IP_GET(select, limit_count),
                                  IP_GET(select, limit_offset)};
    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i])
            ip_lower_mark(scope->query, ip_lower_not_understood(l, others[i], scope, ip_lower_other_type), false);
}

static void lower_order(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, const ip_result *result,
                        int joined)
{
    ip_statement *s = &scope->query->statement;
    const ip_tree *keys = IP_ITEMS(select, sort_clause);
    bool offset = IP_GET(select, limit_offset) != NULL, count = limits(select);
    bool some = count && !offset && constant_limit(select) >= 1;
    bool first = some && constant_limit(select) == 1 &&
                 IP_GET(select, limit_option) != PG_QUERY__LIMIT_OPTION__LIMIT_OPTION_WITH_TIES;
    ip_query *query = scope->query;
    size_t i;
    const ip_tree *item;
    const ip_expr *leading = NULL;
    IP_LIST_EACH(keys, i, item)
    {
        const ip_expr *key = sort_key(l, IP_GET(ip_as_sort_by(item), node), scope, result);
        /* The order of rows is part of the result, and LIMIT depends on it. */
        if (ip_program_expr_sources(key) != 0 || !query->has_aggregate)
            ip_lower_mark(query, key, !count && !offset);
        ip_lower_sorted(l, scope, item, key, leaves_out(select));
        if (i == 0)
            leading = key;
    }
    const PgQuery__SortBy *sort = ip_as_sort_by(ip_parse_list_item(keys, 0));
    PgQuery__SortByNulls nulls = IP_GET(sort, sortby_nulls);
    bool descending = IP_GET(sort, sortby_dir) == PG_QUERY__SORT_BY_DIR__SORTBY_DESC;
    /* NULLs sort as the largest values by default. */
    bool usual = nulls == PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_DEFAULT ||
                 (leading && ip_lower_expr_never_null(leading, query)) ||
                 nulls == (descending ? PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_FIRST
                                      : PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_LAST);
    bool using_operator = IP_GET(sort, sortby_dir) == PG_QUERY__SORT_BY_DIR__SORTBY_USING;
    if (first && leading && !s->grouped && !query->has_aggregate && usual && !using_operator &&
        ip_lower_order_is_known(l, leading, NULL)) {
        s->order_expr = leading;
        s->order_descending = descending;
        s->order_exact = ip_parse_list_size(keys) == 1;
    } else if (count || offset) {
        s->limited = !(some && query->has_aggregate && !s->grouped);
    }
    query->joined = some && !scope->many ? joined : 0;
    const void *const bounds[] = {IP_GET(select, limit_count), IP_GET(select, limit_offset)};
    for (int k = 0; k < 2; k++)
        if (bounds[k])
            ip_lower_mark(query, ip_lower_expr(l, bounds[k], scope), false);
}

/* Each target is an output; expressions of aggregates only are computed from them. */
static void make_outputs(ip_lowerer *l, ip_query *query, ip_result *result, bool grouped)
{
    for (int i = 0; i < result->columns.count; i++) {
        ip_result_column *c = &result->columns.items[i];
        if (query->has_aggregate && !grouped && ip_program_expr_sources(c->value) == 0)
            continue;
        bool of_group = grouped && c->value->kind == IP_EXPR_UNKNOWN;
        ip_output output = {of_group ? IP_AGG_OTHER : IP_AGG_NONE, c->value, c->type};
        if (of_group && c->value->arg_count == 1)
            output.expr = c->value->args[0];
        c->output = query->statement.outputs.count;
        IP_PUSH(l->arena, &query->statement.outputs, output);
    }
}

static ip_result *without_source(ip_lowerer *l, ip_query *query, ip_result *result)
{
    const ip_expr *all = NULL;
    for (int i = 0; i < query->conjuncts.count; i++)
        all = ip_program_expr_and(l->arena, all, query->conjuncts.items[i].expr);
    const ip_statement *s = &query->statement;
    result->statement = -1;
    result->unknown = s->grouped;
    if (s->aggregated) {
        all = NULL;
        result->found = ip_program_expr_true(l->arena);
    } else if (s->grouped || s->limited || s->order_expr) {
        /* A function or a list gives any number of rows, LIMIT and OFFSET may leave none. */
        all = ip_lower_unknown(l, ip_lower_boolean_type, all != NULL, &all);
        all = ip_lower_bind(l, "found", ip_lower_boolean_type, all);
        result->found = ip_lower_is_true(l, all);
    } else {
        result->found = all ? ip_lower_is_true(l, all) : ip_program_expr_true(l->arena);
    }
    for (int i = 0; i < result->columns.count; i++) {
        ip_result_column *c = &result->columns.items[i];
        if (query->has_aggregate)
            c->value = ip_lower_bind(l, c->name, c->type, ip_lower_unknown(l, c->type, 0, NULL));
        else if (all) {
            const ip_expr *const args[] = {result->found, c->value, ip_lower_null(l, c->type)};
            c->value = ip_program_expr_op(l->arena, IP_OP_IF, c->type, 3, args);
        }
    }
    return result;
}

/* Whether a function there, or a window, turns one row into several. */
static bool targets(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, ip_result *result)
{
    bool *grouped = &scope->query->statement.grouped, before = *grouped;
    *grouped = false;
    ip_lower_targets(l, IP_ITEMS(select, target_list), scope, result);
    bool several = *grouped;
    *grouped = before || several;
    return several;
}

/* LIMIT or OFFSET may leave out the one row of an aggregate, whose variables are then NULL. */
static bool may_leave_none(const ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    const ip_tree *targets = IP_ITEMS(select, target_list);
    return ip_lower_may_limit_to_none(select) && ip_lower_has_aggregate(l->definitions, targets) &&
           !ip_lower_has_window(targets);
}

/* One row for all rows of a subquery. */
static bool takes_all(const ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    const ip_tree *from = IP_ITEMS(select, from_clause), *targets = IP_ITEMS(select, target_list);
    return ip_parse_list_size(from) == 1 && ip_as_range_subselect(ip_parse_list_item(from, 0)) &&
           !IP_GET(select, where_clause) && !IP_ITEMS(select, group_clause) && !IP_GET(select, having_clause) &&
           !IP_GET(select, limit_count) && !IP_GET(select, limit_offset) && !IP_ITEMS(select, distinct_clause) &&
           ip_lower_has_aggregate(l->definitions, targets) && !ip_lower_has_window(targets);
}

ip_result *ip_lower_select(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *parent, bool *correlated)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    ip_result *result = IP_NEW(l->arena, ip_result);
    ip_scope *scope = ip_lower_scope_new(l, parent, query);
    query->statement.kind = IP_SELECT;
    bool set_operation = IP_GET(select, larg) || IP_ITEMS(select, values_lists) || ip_lower_has_grouping_sets(select);
    bool grouped = IP_ITEMS(select, group_clause) || IP_GET(select, having_clause) || may_leave_none(l, select);
    bool partial = ip_lower_may_stop(select), rows = ip_parse_list_size(IP_ITEMS(select, from_clause)) > 0;
    bool one_of_values = ip_parse_list_size(IP_ITEMS(select, values_lists)) == 1 && !partial &&
                         !IP_GET(select, limit_count) && !IP_ITEMS(select, sort_clause);
    if (one_of_values && !IP_GET(select, with_clause)) {
        ip_lower_values(l, IP_ITEMS(select, values_lists), scope, result);
    } else if (set_operation) {
        l->conditional++;
        ip_lower_derived(l, select, scope, result);
        ip_lower_perhaps_no_rows(l, select, scope, 0);
        l->conditional--;
    } else {
        ip_lower_with(l, select, scope);
        scope->runs_rows = !IP_ITEMS(select, locking_clause); /* else it locks rows below FROM, too */
        l->conditional += partial;
        bool around = l->takes_all;
        l->takes_all = takes_all(l, select);
        ip_lower_from(l, IP_ITEMS(select, from_clause), scope);
        l->takes_all = around;
        int joined = scope->entries.count == query->statement.sources.count ? scope->entries.count : 0;
        if (IP_GET(select, where_clause))
            ip_lower_condition(l, IP_GET(select, where_clause), scope);
        l->conditional -= partial;
        scope->grouped = grouped;
        ip_lower_rows_of_calls(l, select, scope);
        bool uncertain = query->statement.sources.count == 0 && (partial || rows || scope->many);
        l->conditional += uncertain;
        bool several = targets(l, select, scope, result);
        l->conditional += !uncertain; /* what rows are grouped and sorted by, and how many, need not be computed */
        PgQuery__SelectStmt *keys = ip_parse_message_copy(l->arena, select);
        keys->n_sort_clause = 0; /* and LIMIT: lower_order */
        keys->limit_count = keys->limit_offset = NULL;
        ip_lower_mark_keys(l, keys, scope, result);
        bool one_row = query->has_aggregate && !grouped;
        if (grouped || (IP_ITEMS(select, distinct_clause) && !one_row))
            query->statement.grouped = true;
        query->statement.aggregated =
            one_row && !several && !(query->statement.grouped && IP_ITEMS(select, sort_clause));
        lower_order(l, select, scope, result, joined);
        l->conditional--;
        ip_lower_locks(l, select, scope);
    }
    *correlated = query->correlated;
    if (l->why || *correlated)
        return result;
    if (query->statement.sources.count == 0)
        return without_source(l, query, result);
    make_outputs(l, query, result, grouped || set_operation || query->statement.grouped);
    result->statement = ip_lower_emit(l, query);
    return result;
}
