/* FROM, WITH and WHERE: row sources and the conditions that restrict them. */
#include "lower/lower.h"
#include "base/words.h"
#include "catalog/sequence.h"
#include "program/total.h"

#include <string.h>

ip_scope *ip_lower_scope_new(ip_lowerer *l, ip_scope *parent, ip_query *query)
{
    ip_scope *scope = IP_NEW(l->arena, ip_scope);
    scope->parent = parent;
    scope->query = query;
    if (parent && parent->query == query)
        scope->optional = parent->optional;
    return scope;
}

void ip_lower_conjunct(ip_lowerer *l, ip_scope *scope, const ip_expr *expr)
{
    if (ip_program_expr_is_true(expr))
        return;
    if (expr->kind == IP_EXPR_OPERATOR && expr->op == IP_OP_AND) {
        for (int i = 0; i < expr->arg_count; i++)
            ip_lower_conjunct(l, scope, expr->args[i]);
        return;
    }
    ip_conjunct conjunct = {.expr = expr, .only = scope->optional ? scope->optional : UINT64_MAX};
    IP_PUSH(l->arena, &scope->query->conjuncts, conjunct);
}

/* Except its own groups' aggregates, the columns that they are computed from. */
static void evaluate_column(ip_lowerer *l, const ip_scope *scope, const ip_expr *value, ip_values *all)
{
    if (scope->grouped && value->kind == IP_EXPR_UNKNOWN) {
        for (int i = 0; i < value->arg_count; i++)
            evaluate_column(l, scope, value->args[i], all);
    } else if (!ip_program_expr_total(value)) {
        IP_PUSH(l->arena, all, value);
    }
}

/* The columns of a subquery whose rows may be computed before it is known which of them are used. */
static void evaluate_columns(ip_lowerer *l, ip_scope *scope, const ip_result *columns, int lost)
{
    ip_conjunct all = {.expr = ip_program_expr_true(l->arena), .only = scope->optional ? scope->optional : UINT64_MAX};
    all.asked = scope;
    all.late = true;
    for (int i = 0; i < columns->columns.count; i++)
        evaluate_column(l, scope, columns->columns.items[i].value, &all.lost);
    for (int i = lost; i < scope->query->lost.count; i++)
        IP_PUSH(l->arena, &all.lost, scope->query->lost.items[i]);
    if (all.lost.count > 0)
        IP_PUSH(l->arena, &scope->query->conjuncts, all);
}

static bool has_sublink(const ip_tree *node)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (has_sublink(value)) return true;
    if (!ip_parse_tree_is_message(node))
        return false;
    if (ip_as_sub_link(node))
        return true;
    IP_TREE_EACH(node, key, value) if (has_sublink(value)) return true;
    return false;
}

/* Columns, parameters, constants and operators: what the planner counts for it is known. */
static bool is_plain(const ip_tree *node)
{
    if (ip_as_column_ref(node) || ip_as_param_ref(node) || ip_as_a_const(node))
        return true;
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    const PgQuery__NullTest *test = ip_as_null_test(node);
    const PgQuery__AExpr *apply = ip_as_a_expr(node);
    const ip_tree *bounds = IP_ITEMS(ip_as_list(node), items);
    if (cast) /* of a constant: evaluated when the statement is planned */
        return ip_as_a_const(IP_GET(cast, arg)) || ip_as_param_ref(IP_GET(cast, arg));
    if (test)
        return is_plain(IP_GET(test, arg));
    bool all = bounds != NULL;
    for (size_t i = 0; i < ip_parse_list_size(bounds); i++)
        all = all && is_plain(ip_parse_list_item(bounds, i));
    if (!apply)
        return all;
    PgQuery__AExprKind kind = IP_GET(apply, kind);
    return (kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP || kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN) &&
           IP_GET(apply, lexpr) && is_plain(IP_GET(apply, lexpr)) && is_plain(IP_GET(apply, rexpr));
}

void ip_lower_condition(ip_lowerer *l, const ip_tree *node, ip_scope *scope)
{
    const PgQuery__BoolExpr *body = ip_as_bool_expr(node);
    if (body && IP_GET(body, boolop) == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR) {
        size_t i;
        const ip_tree *arg;
        l->conditional++; /* they are evaluated in the server's order */
        /* Subqueries last: they use the other conditions on columns (lower/expr/equated.c). */
        for (int last = 0; last < 2; last++)
            IP_LIST_EACH(IP_ITEMS(body, args), i, arg)
        if (has_sublink(arg) == last)
            ip_lower_condition(l, arg, scope);
        l->conditional--;
        return;
    }
    ip_values outside = l->lost;
    l->lost = (ip_values){0};
    l->filtering++;
    const ip_expr *expr = ip_as_sub_link(node) ? ip_lower_sublink(l, node, scope, true) : ip_lower_expr(l, node, scope);
    l->filtering--;
    int begin = scope->query->conjuncts.count;
    ip_lower_conjunct(l, scope, expr);
    if (begin == scope->query->conjuncts.count &&
        l->lost.count > 0) { /* it only has an effect by the errors that it may raise */
        ip_conjunct none = {.expr = ip_program_expr_true(l->arena),
                            .only = scope->optional ? scope->optional : UINT64_MAX};
        IP_PUSH(l->arena, &scope->query->conjuncts, none);
    }
    for (int i = begin; i < scope->query->conjuncts.count; i++) {
        ip_conjunct *conjunct = &scope->query->conjuncts.items[i];
        conjunct->asked = scope;
        conjunct->plain = is_plain(node);
        conjunct->lost = l->lost;
    }
    l->lost = outside;
}

static ip_entry *push_entry(ip_lowerer *l, ip_scope *scope, ip_entry entry)
{
    IP_PUSH(l->arena, &scope->entries, entry);
    return &scope->entries.items[scope->entries.count - 1];
}

static const char *alias_of(ip_lowerer *l, const PgQuery__Alias *alias, const char *otherwise)
{
    const char *name = IP_TEXT(alias, aliasname);
    return ip_arena_strdup(l->arena, *name ? name : otherwise);
}

/* (a, b, c) after an alias renames the first columns. */
static void rename_columns(ip_lowerer *l, const ip_tree *names, ip_entry *entry)
{
    for (int i = 0; i < entry->names.count && i < (int)ip_parse_list_size(names); i++)
        entry->names.items[i] = ip_arena_strdup(l->arena, ip_parse_string_node(ip_parse_list_item(names, (size_t)i)));
}

static ip_entry entry_of_columns(ip_lowerer *l, const char *alias, const ip_result *columns)
{
    ip_entry entry = {.alias = alias, .source = -1};
    entry.merged = IP_NEW_ARRAY(l->arena, bool, columns->columns.count);
    for (int i = 0; i < columns->columns.count; i++) {
        IP_PUSH(l->arena, &entry.names, columns->columns.items[i].name);
        IP_PUSH(l->arena, &entry.columns, columns->columns.items[i].value);
        entry.any_column = entry.any_column || columns->columns.items[i].name == ip_lower_any_columns;
    }
    return entry;
}

/* The result of functions in FROM for an earlier row depends on that row: on these values. */
static void rows_by_values(ip_lowerer *l, ip_scope *scope, const ip_values *values)
{
    ip_lower_conjunct(l, scope, ip_lower_unknown(l, ip_lower_boolean_type, values->count, values->items));
    scope->query->statement.grouped = true;
}

void ip_lower_any_rows(ip_lowerer *l, ip_scope *scope)
{
    rows_by_values(l, scope, &(ip_values){0});
}

static void add_cte(ip_lowerer *l, ip_scope *scope, const ip_cte *cte, const char *alias, const ip_tree *names)
{
    if (cte->part) {
        ip_result rows = ip_lower_part_rows(l, cte, scope);
        ip_entry entry = entry_of_columns(l, alias, &rows);
        rename_columns(l, cte->column_names, &entry);
        rename_columns(l, names, &entry);
        push_entry(l, scope, entry);
        return;
    }
    if (!cte->query) {
        ip_entry any = {.alias = alias, .source = -1, .any_column = true};
        ip_lower_any_rows(l, scope);
        push_entry(l, scope, any);
        return;
    }
    /* The names around WITH are in scope of the query, not those of the FROM it is used in. */
    ip_scope *inner = ip_lower_scope_new(l, cte->scope, scope->query);
    inner->optional = scope->optional;
    inner->around = scope;
    ip_result columns = {0};
    int first = scope->query->statement.sources.count, lost = scope->query->lost.count;
    ip_lower_derived(l, cte->query, inner, &columns);
    ip_lower_perhaps_no_rows(l, cte->query, scope, first);
    evaluate_columns(l, inner, &columns, lost);
    ip_entry entry = entry_of_columns(l, alias, &columns);
    entry.first_source = first;
    entry.last_source = scope->query->statement.sources.count;
    for (int s = first; s < entry.last_source; s++)
        scope->query->of_with |= UINT64_C(1) << s;
    rename_columns(l, cte->column_names, &entry);
    rename_columns(l, names, &entry);
    push_entry(l, scope, entry);
}

ip_entry *ip_lower_scope_columns(ip_lowerer *l, ip_scope *scope, const char *alias, const ip_result *columns,
                                 int first_source, const ip_tree *names)
{
    ip_entry entry = entry_of_columns(l, alias, columns);
    entry.first_source = first_source;
    entry.last_source = scope->query->statement.sources.count;
    entry.any_column = entry.any_column || l->why != NULL;
    rename_columns(l, names, &entry);
    return push_entry(l, scope, entry);
}

ip_entry *ip_lower_scope_rows(ip_lowerer *l, ip_scope *scope, const ip_table *table, const char *alias)
{
    ip_entry entry = {.alias = alias, .table = table, .source = scope->query->statement.sources.count};
    ip_row_source source = {.table = table, .alias = alias};
    source.filter_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    source.output_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    /* One table twice under one name (in two subqueries) is distinguished for readers. */
    for (int i = 0, twin = 2; i < scope->query->statement.sources.count; i++)
        if (strcmp(scope->query->statement.sources.items[i].alias, source.alias) == 0) {
            source.alias = ip_arena_printf(l->arena, "%s_%d", alias, twin++);
            i = -1;
        }
    entry.merged = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    IP_PUSH(l->arena, &scope->query->statement.sources, source);
    return push_entry(l, scope, entry);
}

static ip_entry *no_rows(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, const ip_relation *relation,
                         const char *alias)
{
    ip_entry entry = {.alias = alias, .source = -1, .any_column = true};
    if (relation->table)
        ip_lower_too_wide(l, rangevar);
    else if (relation->catalog)
        ip_lower_note(l, rangevar, "%s %s: its rows are not modelled",
                      ip_catalog_sequence_is(l->definitions, ip_last_part(relation->name)) ? "sequence"
                                                                                           : "system catalog",
                      relation->name);
    else
        ip_lower_no_such_table(l, rangevar, relation);
    return push_entry(l, scope, entry);
}

ip_entry *ip_lower_scope_table(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, const char *alias)
{
    const ip_relation relation = ip_lower_relation(l, rangevar);
    const ip_tree *names = IP_ITEMS(IP_GET(rangevar, alias), colnames);
    int first = scope->query->statement.sources.count;
    if (!alias)
        alias = alias_of(l, IP_GET(rangevar, alias), relation.name);
    const ip_temporary *temporary = ip_lower_find_temporary(l, rangevar);
    if (temporary)
        return ip_lower_scope_temporary(l, scope, temporary, alias, names);
    if (relation.table && relation.table->temporary) {
        ip_lower_refuse(l, rangevar, "temporary table %s, which may have rows of earlier transactions", relation.name);
        ip_lower_break(l, l->range, l->why);
    }
    if (relation.view) {
        ip_result columns = {0};
        ip_lower_view(l, scope, relation.view, rangevar, &columns);
        return ip_lower_scope_columns(l, scope, alias, &columns, first, names);
    }
    const ip_family family =
        relation.table && IP_GET(rangevar, inh) ? ip_catalog_family_of(l->definitions, relation.table) : (ip_family){0};
    if (!relation.table || first + family.count >= IP_MAX_SOURCES)
        return no_rows(l, scope, rangevar, &relation, alias);
    if (family.count > 1) {
        ip_entry *all = ip_lower_scope_family(l, scope, &family, alias, names);
        ip_lower_policies(l, scope, rangevar, all, relation.name);
        return all;
    }
    ip_partition_path path = {0};
    const ip_table *whole = ip_catalog_partition_whole(l->definitions, relation.table, &path);
    if (whole && ip_catalog_partition_unfollowed(&path))
        ip_lower_refuse(l, rangevar, "partition %s with %s", relation.name, ip_catalog_partition_unfollowed(&path));
    ip_entry *entry = ip_lower_scope_rows(l, scope, whole ? whole : relation.table, alias);
    ip_lower_bounds(l, scope, entry, &path);
    ip_lower_policies(l, scope, rangevar, entry, relation.name);
    return entry;
}

static const ip_tree *call_in(const PgQuery__RangeFunction *function, size_t at)
{
    /* {"functions": [{"List": {"items": [call, column definitions]}}, …]} */
    const ip_tree *item = ip_parse_list_item(IP_ITEMS(function, functions), at);
    return ip_parse_list_item(IP_ITEMS(ip_as_list(item), items), 0);
}

/* ROWS FROM (f(), g()): the second one and those after it, for what they read and write. */
static void further_functions(ip_lowerer *l, const PgQuery__RangeFunction *function, ip_scope *scope, ip_values *values)
{
    const ip_tree *node;
    for (size_t i = 1; (node = call_in(function, i)) != NULL; i++) {
        const PgQuery__FuncCall *call = ip_as_func_call(node);
        ip_result columns = {0};
        ip_called called = {.columns = &columns};
        if (call && ip_lower_user_call(l, call, node, scope, &called))
            ip_lower_columns_in(l, IP_ITEMS(call, args), scope, values);
        else
            IP_PUSH(l->arena, values, ip_lower_expr(l, node, scope));
    }
}

/* unnest(array) of rows: any of them. */
static void elements_of(ip_lowerer *l, const ip_expr *rows, ip_result *columns)
{
    const ip_expr *array = rows->arg_count == 1 ? rows->args[0] : NULL;
    ip_type type = array && array->type.array ? ip_lower_element_type(l, array->type) : ip_lower_other_type;
    const ip_table *row = ip_lower_row_type(l, type);
    if (row)
        ip_lower_fields_of(l, ip_lower_any_row(l, row, type, 1, &array), columns);
}

/* AS t (a integer, b text) */
static void defined_columns(ip_lowerer *l, const ip_tree *definitions, ip_result *columns)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(definitions, i, node)
    {
        const PgQuery__ColumnDef *definition = ip_as_column_def(node);
        ip_type type = ip_parse_type_collated(l->arena, ip_parse_typename_type(l->arena, IP_GET(definition, type_name)),
                                              IP_GET(definition, coll_clause));
        ip_result_column column = {ip_arena_strdup(l->arena, IP_TEXT(definition, colname)),
                                   ip_lower_unknown(l, type, 0, NULL), -1, type};
        IP_PUSH(l->arena, &columns->columns, column);
    }
}

static void ordinality(ip_lowerer *l, ip_entry *entry)
{
    IP_PUSH(l->arena, &entry->names, "ordinality");
    IP_PUSH(l->arena, &entry->columns, ip_lower_unknown(l, ip_lower_integer_type, 0, NULL));
    entry->merged = IP_NEW_ARRAY(l->arena, bool, entry->columns.count);
}

static void add_function(ip_lowerer *l, const PgQuery__RangeFunction *function, ip_scope *scope)
{
    const ip_tree *node = call_in(function, 0);
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    const char *name = call ? ip_parse_call_name(l->arena, call) : "";
    ip_entry entry = {.alias = alias_of(l, IP_GET(function, alias), name), .source = -1, .any_column = true};
    ip_result columns = {0};
    ip_called called = {.columns = &columns};
    ip_values values = {0};
    bool alone = ip_parse_list_size(IP_ITEMS(function, functions)) == 1;
    if (call && ip_lower_user_call(l, call, node, scope, &called)) {
        ip_lower_columns_in(l, IP_ITEMS(call, args), scope, &values);
        if (!called.unit || !alone || ip_parse_list_size(IP_ITEMS(function, coldeflist)) > 0)
            columns.columns.count = 0;
        /* The one column of a scalar is called as the alias is. */
        if (columns.columns.count == 1 && columns.columns.items[0].name == called.unit->name)
            columns.columns.items[0].name = entry.alias;
    } else if (node) {
        const ip_expr *value = ip_lower_expr(l, node, scope);
        IP_PUSH(l->arena, &values, value);
        if (alone && strcmp(name, "unnest") == 0 && ip_parse_list_size(IP_ITEMS(call, args)) == 1)
            elements_of(l, value, &columns);
    }
    further_functions(l, function, scope, &values);
    if (alone && columns.columns.count == 0)
        defined_columns(l, IP_ITEMS(function, coldeflist), &columns);
    if (columns.columns.count > 0) {
        entry = entry_of_columns(l, entry.alias, &columns);
        if (IP_GET(function, ordinality))
            ordinality(l, &entry);
        rename_columns(l, IP_ITEMS(IP_GET(function, alias), colnames), &entry);
    }
    if (!call || !called.unit || called.unit->returns_set || entry.any_column)
        rows_by_values(l, scope, &values);
    push_entry(l, scope, entry);
}

static void add_item(ip_lowerer *l, const ip_tree *item, ip_scope *scope);

static void using_column(ip_lowerer *l, ip_scope *scope, int middle, const char *name, bool keep_right)
{
    const ip_expr *sides[2] = {NULL, NULL};
    for (int side = 0; side < 2; side++) {
        int from = side ? middle : 0, to = side ? scope->entries.count : middle;
        for (int i = from; i < to; i++) {
            ip_entry *entry = &scope->entries.items[i];
            int column = ip_lower_entry_column(entry, name);
            if (column < 0 || (entry->merged && entry->merged[column]))
                continue;
            if (!sides[side])
                sides[side] = ip_lower_column(l, entry, column);
            if (entry->merged && (side == 1) != keep_right)
                entry->merged[column] = true;
        }
    }
    if (sides[0] && sides[1])
        ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, sides[0], sides[1]));
    else
        ip_lower_bad_name(l, NULL, "column \"%s\" of USING is not in both tables", name);
}

static void natural_columns(ip_lowerer *l, ip_scope *scope, int left, int middle, bool keep_right)
{
    for (int i = middle; i < scope->entries.count; i++)
        for (int k = 0; k < ip_lower_entry_width(&scope->entries.items[i]); k++) {
            const char *name = ip_lower_entry_name(&scope->entries.items[i], k);
            bool both = false;
            for (int m = left; m < middle; m++)
                both = both || ip_lower_entry_column(&scope->entries.items[m], name) >= 0;
            if (both)
                using_column(l, scope, middle, name, keep_right);
        }
}

/* Where an outer join adds NULLs, a subquery's computed columns are NULL, whatever they would be for NULL inputs. */
static void extend_with_null(ip_lowerer *l, ip_scope *scope, int begin, int end)
{
    for (int i = begin; i < end; i++)
        for (int k = 0; k < scope->entries.items[i].columns.count; k++) {
            const ip_expr **column = &scope->entries.items[i].columns.items[k];
            if ((*column)->kind != IP_EXPR_COLUMN)
                *column = ip_lower_unknown(l, (*column)->type, 1, column);
        }
}

static void add_join(ip_lowerer *l, const PgQuery__JoinExpr *join, ip_scope *scope)
{
    PgQuery__JoinType type = IP_GET(join, jointype);
    bool left = type == PG_QUERY__JOIN_TYPE__JOIN_LEFT, right = type == PG_QUERY__JOIN_TYPE__JOIN_RIGHT,
         full = type == PG_QUERY__JOIN_TYPE__JOIN_FULL;
    uint64_t before = ip_lower_sources(scope);
    int first_entry = scope->entries.count, first = scope->query->conjuncts.count;
    add_item(l, IP_GET(join, larg), scope);
    uint64_t left_side = ip_lower_sources(scope) & ~before;
    int middle = scope->entries.count, of_right = scope->query->conjuncts.count;
    add_item(l, IP_GET(join, rarg), scope);
    uint64_t right_side = ip_lower_sources(scope) & ~before & ~left_side;
    if (left || full) {
        /* Conditions of the subqueries in a side apply to its rows before NULLs are added. */
        extend_with_null(l, scope, middle, scope->entries.count);
        ip_lower_keep_to(scope, of_right, scope->query->conjuncts.count, right_side);
    }
    if (right || full) {
        extend_with_null(l, scope, first_entry, middle);
        ip_lower_keep_to(scope, first, of_right, left_side);
    }
    uint64_t optional = left ? right_side : right ? left_side : full ? left_side | right_side : 0;
    uint64_t outside = scope->optional;
    ip_outer outer = {optional, scope->query->conjuncts.count, 0};
    if (left || right || full)
        /* FULL, or only values on the optional side: rows are kept whatever ON says. */
        scope->optional = full || !optional ? UINT64_C(1) << IP_MAX_SOURCES : optional;
    const ip_tree *names = IP_ITEMS(join, using_clause);
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(names, i, name)
    using_column(l, scope, middle, ip_arena_strdup(l->arena, ip_parse_string_node(name)), right);
    if (IP_GET(join, is_natural))
        natural_columns(l, scope, first_entry, middle, right);
    if (IP_GET(join, quals))
        ip_lower_condition(l, IP_GET(join, quals), scope);
    scope->optional = outside;
    if (!optional)
        return;
    outer.count = scope->query->conjuncts.count - outer.first;
    for (int s = 0; s < scope->query->statement.sources.count; s++)
        if ((optional >> s) & 1)
            scope->query->statement.sources.items[s].optional = true;
    scope->query->members &= ~optional;
    if (!full && outside == 0)
        IP_PUSH(l->arena, &scope->query->outers, outer);
}

/* Its one row comes from a separate statement. Names of the enclosing FROM are not in scope there. */
static bool add_one_row(ip_lowerer *l, const PgQuery__RangeSubselect *item, ip_scope *scope)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(item, subquery));
    if (IP_GET(item, lateral) || !ip_lower_gives_one_row(l, select))
        return false;
    ip_scope *seen = ip_lower_scope_new(l, scope->parent, IP_NEW(l->arena, ip_query));
    seen->names_only = true;
    for (int i = 0; i < scope->ctes.count; i++)
        IP_PUSH(l->arena, &seen->ctes, scope->ctes.items[i]);
    ip_result *row = ip_lower_own_row(l, select, seen);
    if (!row)
        return false;
    const ip_result columns = ip_lower_row_of(l, row, scope);
    ip_entry entry = entry_of_columns(l, alias_of(l, IP_GET(item, alias), "subquery"), &columns);
    rename_columns(l, IP_ITEMS(IP_GET(item, alias), colnames), &entry);
    push_entry(l, scope, entry);
    return true;
}

static void add_subselect(ip_lowerer *l, const PgQuery__RangeSubselect *item, ip_scope *scope)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(item, subquery));
    ip_scope *inner = ip_lower_scope_new(l, IP_GET(item, lateral) ? scope : scope->parent, scope->query);
    inner->optional = scope->optional;
    inner->around = scope;
    for (int i = 0; i < scope->ctes.count; i++)
        IP_PUSH(l->arena, &inner->ctes, scope->ctes.items[i]);
    ip_result columns = {0};
    int first = scope->query->statement.sources.count;
    ip_lower_derived(l, select, inner, &columns);
    ip_lower_perhaps_no_rows(l, select, scope, first);
    ip_entry entry = entry_of_columns(l, alias_of(l, IP_GET(item, alias), "subquery"), &columns);
    entry.first_source = first;
    entry.last_source = scope->query->statement.sources.count;
    rename_columns(l, IP_ITEMS(IP_GET(item, alias), colnames), &entry);
    push_entry(l, scope, entry);
}

/* Rows that the firing statement has written: any number of rows, with any values. */
static void add_transition(ip_lowerer *l, ip_scope *scope, const ip_event *event, const PgQuery__RangeVar *rangevar)
{
    ip_entry entry = {.alias = alias_of(l, IP_GET(rangevar, alias), IP_TEXT(rangevar, relname)), .source = -1};
    entry.merged = IP_NEW_ARRAY(l->arena, bool, event->shape->names.count);
    for (int i = 0; i < event->shape->names.count; i++) {
        const ip_expr *value = ip_lower_unknown(l, event->shape->types.items[i], 0, NULL);
        IP_PUSH(l->arena, &entry.names, event->shape->names.items[i]);
        IP_PUSH(l->arena, &entry.columns, value);
    }
    rename_columns(l, IP_ITEMS(IP_GET(rangevar, alias), colnames), &entry);
    scope->query->statement.grouped = true;
    ip_lower_note(l, rangevar, "transition table %s: any rows", IP_TEXT(rangevar, relname));
    push_entry(l, scope, entry);
}

static void add_item(ip_lowerer *l, const ip_tree *item, ip_scope *scope)
{
    const PgQuery__RangeVar *rangevar = ip_as_range_var(item);
    if (rangevar) {
        const ip_cte *cte =
            *IP_TEXT(rangevar, schemaname) ? NULL : ip_lower_find_cte(scope, IP_TEXT(rangevar, relname));
        const ip_event *event =
            cte || *IP_TEXT(rangevar, schemaname) ? NULL : ip_lower_transition(l, IP_TEXT(rangevar, relname));
        if (cte)
            add_cte(l, scope, cte, alias_of(l, IP_GET(rangevar, alias), cte->name),
                    IP_ITEMS(IP_GET(rangevar, alias), colnames));
        else if (event)
            add_transition(l, scope, event, rangevar);
        else
            ip_lower_scope_table(l, scope, rangevar, NULL);
    } else if (ip_as_join_expr(item)) {
        add_join(l, ip_as_join_expr(item), scope);
    } else if (ip_as_range_subselect(item)) {
        add_subselect(l, ip_as_range_subselect(item), scope);
    } else if (ip_as_range_function(item)) {
        add_function(l, ip_as_range_function(item), scope);
    } else {
        ip_lower_refuse(l, item, "%s in FROM", ip_parse_node_kind(item));
    }
}

void ip_lower_from(ip_lowerer *l, const ip_tree *from, ip_scope *scope)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(from, i, item)
    {
        const PgQuery__RangeSubselect *subselect = scope->runs_rows ? ip_as_range_subselect(item) : NULL;
        if (!subselect || !add_one_row(l, subselect, scope))
            add_item(l, item, scope);
    }
}
