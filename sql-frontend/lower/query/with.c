/* WITH. Queries that could equally be subqueries in FROM are lowered there, at each use. The others are parts: separate
 * statements, before the statement that uses them and in its step. PostgreSQL runs each part once, on the snapshot that
 * all parts and the statement share, so that no part sees another's writes (documentation, 7.8.4). */
#include "lower/lower.h"
#include "parse/statement.h"

#include <string.h>

typedef struct ip_with_part {
    ip_result *rows;
    bool one_row;
    int loop; /* the loop that currently runs over its rows; -1: none */
} ip_with_part;

const ip_cte *ip_lower_find_cte(ip_scope *scope, const char *name)
{
    for (; scope; scope = scope->parent)
        for (int i = scope->ctes.count - 1; i >= 0; i--)
            if (strcmp(scope->ctes.items[i].name, name) == 0)
                return &scope->ctes.items[i];
    return NULL;
}

static bool writes(const ip_tree *query)
{
    return ip_as_insert_stmt(query) || ip_as_update_stmt(query) || ip_as_delete_stmt(query);
}

/* Its rows are locked once, however they are used; or there is one row, of aggregates. */
static bool stands_alone(const ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    return IP_ITEMS(select, locking_clause) ||
           (!ip_lower_plain_select(l->definitions, select) && !IP_ITEMS(select, group_clause) &&
            !IP_GET(select, larg) && !IP_ITEMS(select, values_lists) && !IP_ITEMS(select, distinct_clause));
}

bool ip_lower_gives_one_row(const ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    bool first = IP_ITEMS(select, sort_clause) && IP_GET(select, limit_count) && !IP_GET(select, limit_offset);
    return stands_alone(l, select) && !IP_ITEMS(select, locking_clause) && !IP_GET(select, with_clause) &&
           (first || !IP_GET(select, limit_count));
}

bool ip_lower_at_most_one(const ip_lowerer *l, const ip_result *rows)
{
    if (l->why || rows->unknown || rows->any_count)
        return false;
    if (rows->statement < 0)
        return true;
    const ip_statement *s = &l->program->statements.items[rows->statement];
    if (s->loop != l->loop)
        return false;
    return s->aggregated || s->kind == IP_INSERT || (s->order_expr && s->order_exact) ||
           ip_program_statement_names_one_row(s);
}

/* If the target has no rows, a query over the same table has no rows to lock. */
static bool same_table(const PgQuery__RangeVar *relation, const PgQuery__SelectStmt *select)
{
    const ip_tree *from = IP_ITEMS(select, from_clause);
    const PgQuery__RangeVar *range = ip_as_range_var(ip_parse_list_item(from, 0));
    return relation && range && ip_parse_list_size(from) == 1 &&
           strcmp(IP_TEXT(relation, relname), IP_TEXT(range, relname)) == 0 &&
           strcmp(IP_TEXT(relation, schemaname), IP_TEXT(range, schemaname)) == 0;
}

static bool column_of(const ip_tree *node, const char *name)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    return ip_parse_list_size(fields) == 2 && strcmp(ip_parse_string_node(ip_parse_list_item(fields, 0)), name) == 0;
}

/* UPDATE or DELETE of rows of the table itself, only by the query's column: no row of the target is skipped before the
 * query has run. */
static bool surely_run(const ip_tree *statement, const PgQuery__SelectStmt *select, const char *name)
{
    const ip_statement_parts parts = ip_parse_parts_of(statement);
    const PgQuery__RangeVar *range = ip_as_range_var(ip_parse_list_item(parts.from, 0));
    const PgQuery__AExpr *where = ip_as_a_expr(parts.where);
    const ip_tree *left = IP_GET(where, lexpr), *right = IP_GET(where, rexpr);
    return same_table(parts.target, select) && ip_parse_list_size(parts.from) == 1 && range &&
           strcmp(IP_TEXT(range, relname), name) == 0 && !IP_GET(range, alias) &&
           ip_parse_list_size(IP_ITEMS(parts.with, ctes)) == 1 && ip_as_column_ref(left) && ip_as_column_ref(right) &&
           column_of(left, name) != column_of(right, name);
}

static const PgQuery__SelectStmt *select_of(const ip_tree *statement) /* a node, or its content */
{
    return ip_message_as(ip_as_node(statement) ? ip_parse_node_body(statement) : statement,
                         &pg_query__select_stmt__descriptor);
}

/* A query of only the part's rows, without a condition: it fetches at least the first of them. */
static bool takes_rows(const ip_tree *statement, const char *name)
{
    const PgQuery__SelectStmt *select = select_of(statement);
    const ip_tree *from = IP_ITEMS(select, from_clause);
    const PgQuery__RangeVar *range = ip_as_range_var(ip_parse_list_item(from, 0));
    const void *const never[] = {IP_GET(select, where_clause),   IP_ITEMS(select, group_clause),
                                 IP_GET(select, having_clause),  IP_GET(select, limit_count),
                                 IP_GET(select, limit_offset),   IP_ITEMS(select, distinct_clause),
                                 IP_GET(select, larg),           IP_ITEMS(select, window_clause),
                                 IP_ITEMS(select, values_lists), IP_ITEMS(select, locking_clause)};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (never[i])
            return false;
    return range && ip_parse_list_size(from) == 1 && strcmp(IP_TEXT(range, relname), name) == 0 &&
           !*IP_TEXT(range, schemaname) && ip_parse_list_size(IP_ITEMS(ip_parse_parts_of(statement).with, ctes)) == 1;
}

/* If that is its only row, or the query aggregates all of them, it runs to its end. */
static void doubt_rest(ip_lowerer *l, const ip_with_part *part, const ip_tree *statement)
{
    const ip_tree *targets = IP_ITEMS(select_of(statement), target_list);
    bool all = ip_lower_has_aggregate(l->definitions, targets) && !ip_lower_has_window(targets);
    if (!part->one_row && !all && !l->why && part->rows->statement >= 0)
        l->program->statements.items[part->rows->statement].uncertain = true;
}

static ip_with_part *part_of(ip_lowerer *l, const ip_tree *query, ip_scope *seen, bool sure)
{
    ip_with_part *part = IP_NEW(l->arena, ip_with_part);
    bool correlated = false;
    part->loop = -1;
    if (ip_as_insert_stmt(query))
        part->rows = ip_lower_insert(l, ip_as_insert_stmt(query), seen);
    else if (ip_as_update_stmt(query))
        part->rows = ip_lower_update(l, ip_as_update_stmt(query), seen);
    else if (ip_as_delete_stmt(query))
        part->rows = ip_lower_delete(l, ip_as_delete_stmt(query), seen);
    else {
        l->conditional += !sure; /* it runs only as far as its rows are requested */
        part->rows = ip_lower_select(l, ip_as_select_stmt(query), seen, &correlated);
        l->conditional -= !sure;
    }
    part->one_row = !l->why && ip_lower_at_most_one(l, part->rows);
    return part;
}

/* Of several changes of one row by one statement only one takes place, and which is open (documentation, 7.8.4). */
static void doubt_repeated_writes(ip_lowerer *l, const ip_tree *with, int first)
{
    bool noted = false;
    for (int i = first; i < l->program->statements.count; i++) {
        ip_statement *a = &l->program->statements.items[i];
        for (int k = first; k < l->program->statements.count; k++) {
            ip_statement *b = &l->program->statements.items[k];
            bool changes = a->kind == IP_UPDATE || a->kind == IP_DELETE;
            if (i == k || !changes || (b->kind != IP_UPDATE && b->kind != IP_DELETE) || a->step != b->step ||
                a->step != l->step || a->sources.items[0].table != b->sources.items[0].table)
                continue;
            a->uncertain = b->uncertain = true;
            if (!noted)
                ip_lower_note(l, with,
                              "several parts of one statement change table %s: of a row that two of them change, "
                              "either may be left to the other",
                              a->sources.items[0].table->name);
            noted = true;
        }
    }
}

static bool at_top(const ip_scope *scope)
{
    return (!scope->parent || scope->parent->names_only) && scope->entries.count <= 1;
}

static void add_query(ip_lowerer *l, const ip_tree *item, bool recursive, const ip_tree *statement, ip_scope *scope)
{
    const PgQuery__CommonTableExpr *body = ip_as_common_table_expr(item);
    const ip_tree *query = IP_GET(body, ctequery);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(query);
    ip_scope *seen = ip_lower_scope_new(l, scope->parent, scope->query);
    for (int k = 0; k < scope->ctes.count; k++)
        IP_PUSH(l->arena, &seen->ctes, scope->ctes.items[k]);
    ip_cte cte = {ip_arena_strdup(l->arena, IP_TEXT(body, ctename)), select, IP_ITEMS(body, aliascolnames), seen, NULL};
    if (recursive && ip_parse_names_relation(query, cte.name)) {
        /* All iterations only read rows that satisfy the conditions without the query itself. */
        const ip_cte self = {cte.name, NULL, NULL, NULL, NULL};
        ip_lower_note(l, item, "WITH RECURSIVE: the rounds are not followed, any rows may come of them");
        IP_PUSH(l->arena, &seen->ctes, self);
    } else if (select ? at_top(scope) && stands_alone(l, select) && ip_parse_names_relation(statement, cte.name)
                      : writes(query)) {
        if (!at_top(scope)) {
            ip_lower_refuse(l, item, "a WITH query that writes, below the top level");
            return;
        }
        seen->query = IP_NEW(l->arena, ip_query);
        seen->names_only = true;
        bool taken = select && takes_rows(statement, cte.name);
        cte.part = part_of(l, query, seen, taken || (select && surely_run(statement, select, cte.name)));
        if (taken)
            doubt_rest(l, cte.part, statement);
    } else if (!select) {
        ip_lower_refuse(l, item, "WITH of %s", ip_parse_node_kind(query));
    }
    IP_PUSH(l->arena, &scope->ctes, cte);
}

void ip_lower_with(ip_lowerer *l, const ip_tree *statement, ip_scope *scope)
{
    const PgQuery__WithClause *with = ip_parse_with_of(statement);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(with, ctes), i, item)
    add_query(l, item, IP_GET(with, recursive), statement, scope);
}

ip_scope *ip_lower_with_names(ip_lowerer *l, const ip_tree *statement, ip_scope *around)
{
    if (!ip_parse_with_of(statement))
        return around;
    ip_scope *scope = ip_lower_scope_new(l, around, IP_NEW(l->arena, ip_query));
    scope->names_only = true;
    ip_lower_with(l, statement, scope);
    return scope;
}

void ip_lower_settle_parts(ip_lowerer *l, const ip_tree *statement, int first)
{
    if (ip_parse_with_of(statement))
        doubt_repeated_writes(l, ip_parse_with_of(statement), first);
}

static const ip_expr *has_row(ip_lowerer *l, const ip_result *rows)
{
    if (rows->statement < 0)
        return rows->found;
    const ip_statement *s = &l->program->statements.items[rows->statement];
    if (s->aggregated)
        return NULL;
    const ip_expr *found = ip_lower_variable(l, IP_VAR_FOUND, "found", ip_lower_boolean_type, l->loop);
    l->program->variables.items[found->index].statement = rows->statement;
    return ip_lower_is_true(l, found);
}

static ip_result columns_of(ip_lowerer *l, ip_result *rows, bool followed, int loop)
{
    ip_result columns = {.statement = -1};
    for (int i = 0; i < rows->columns.count; i++) {
        ip_result_column column = rows->columns.items[i];
        column.value = followed ? ip_lower_result_value(l, rows, i, loop) : ip_lower_unknown(l, column.type, 0, NULL);
        column.output = -1;
        IP_PUSH(l->arena, &columns.columns, column);
    }
    return columns;
}

ip_result ip_lower_row_of(ip_lowerer *l, ip_result *rows, ip_scope *scope)
{
    const ip_expr *found = has_row(l, rows);
    if (found)
        ip_lower_conjunct(l, scope, found);
    return columns_of(l, rows, true, l->loop);
}

ip_result ip_lower_part_rows(ip_lowerer *l, const ip_cte *cte, ip_scope *scope)
{
    ip_with_part *part = cte->part;
    if (part->one_row && part->loop < 0)
        return ip_lower_row_of(l, part->rows, scope);
    if (part->loop < 0)
        ip_lower_any_rows(l, scope);
    return columns_of(l, part->rows, part->loop >= 0, part->loop);
}

/* ---- statements that are run for each row of a part ---- */

static void go_through(ip_lowerer *l, ip_with_part *part)
{
    part->loop = ip_lower_open_loop(l, IP_LOOP_QUERY, l->range);
    l->program->loops.items[part->loop].query = part->rows->statement;
    l->loop = part->loop;
}

int ip_lower_open_part_loops(ip_lowerer *l, const ip_tree *from, ip_scope *scope)
{
    int outside = l->loop;
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(from, i, item)
    {
        const PgQuery__RangeVar *range = ip_as_range_var(item);
        const ip_cte *cte =
            range && !*IP_TEXT(range, schemaname) ? ip_lower_find_cte(scope, IP_TEXT(range, relname)) : NULL;
        if (cte && cte->part && !cte->part->one_row && cte->part->loop < 0 && !cte->part->rows->unknown &&
            cte->part->rows->statement >= 0)
            go_through(l, cte->part);
    }
    return outside;
}

static void add_sublink(ip_lowerer *l, const ip_tree *sublink, ip_scope *scope, const PgQuery__RangeVar *alone)
{
    const PgQuery__SubLink *body = ip_as_sub_link(sublink);
    const ip_tree *names = IP_ITEMS(body, oper_name);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(body, subselect));
    PgQuery__SubLinkType kind = IP_GET(body, sub_link_type);
    bool equals =
        ip_parse_list_size(names) == 0 || strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "=") == 0;
    bool fits = kind == PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK ||
                (kind == PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK && equals && !ip_as_row_expr(IP_GET(body, testexpr)));
    bool some = IP_ITEMS(select, locking_clause) || IP_GET(select, limit_count);
    if (!fits || !some || l->conditional > 0)
        return;
    bool sure = kind == PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK && same_table(alone, select);
    l->conditional += !sure;
    ip_result *rows = ip_lower_own_rows(l, select, scope);
    l->conditional -= !sure;
    if (!rows)
        return;
    if (!ip_lower_at_most_one(l, rows)) {
        int loop = ip_lower_open_loop(l, IP_LOOP_QUERY, l->range);
        l->program->loops.items[loop].query = rows->statement;
        l->loop = loop;
    }
    const ip_known_sublink known = {sublink, ip_lower_result_value(l, rows, 0, l->loop)};
    IP_PUSH(l->arena, &l->known_sublinks, known);
}

void ip_lower_open_sublink_loops(ip_lowerer *l, const ip_tree *where, ip_scope *scope, const PgQuery__RangeVar *alone)
{
    const PgQuery__BoolExpr *both = ip_as_bool_expr(where);
    const PgQuery__AExpr *equation = ip_as_a_expr(where);
    if (both && IP_GET(both, boolop) == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR)
        for (size_t i = 0; i < ip_parse_list_size(IP_ITEMS(both, args)) && !l->why; i++)
            ip_lower_open_sublink_loops(l, ip_parse_list_item(IP_ITEMS(both, args), i), scope, NULL);
    if (ip_as_sub_link(where))
        add_sublink(l, where, scope, NULL);
    if (IP_GET(equation, kind) == PG_QUERY__A__EXPR__KIND__AEXPR_OP &&
        strcmp(ip_parse_string_node(ip_parse_list_item(IP_ITEMS(equation, name), 0)), "=") == 0)
        for (int side = 0; side < 2; side++)
            if (ip_as_sub_link(side ? IP_GET(equation, rexpr) : IP_GET(equation, lexpr)))
                add_sublink(l, side ? IP_GET(equation, rexpr) : IP_GET(equation, lexpr), scope, alone);
}

void ip_lower_close_part_loops(ip_lowerer *l, int outside, ip_scope *scope)
{
    l->loop = outside;
    l->known_sublinks.count = 0;
    for (; scope; scope = scope->parent)
        for (int i = 0; i < scope->ctes.count; i++)
            if (scope->ctes.items[i].part)
                scope->ctes.items[i].part->loop = -1;
}

ip_result *ip_lower_rows_of_loop(ip_lowerer *l, const ip_result *rows)
{
    ip_result *any = IP_NEW(l->arena, ip_result);
    any->statement = -1;
    any->unknown = true;
    for (int i = 0; i < rows->columns.count; i++) {
        ip_result_column column = rows->columns.items[i];
        column.value = ip_lower_any(l, column.name, column.type, l->loop);
        column.output = -1;
        IP_PUSH(l->arena, &any->columns, column);
    }
    return any;
}
