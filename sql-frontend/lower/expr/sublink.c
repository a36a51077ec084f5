/* Subqueries in expressions and conditions. An uncorrelated subquery becomes a separate statement, before the query;
 * any other becomes one more source of that query. */
#include "lower/lower.h"
#include "program/total.h"

#include <string.h>

typedef enum ip_asked {
    IP_ASKED_EXISTS,
    IP_ASKED_IN,
    IP_ASKED_VALUE, /* of a scalar subquery */
    IP_ASKED_OTHER
} ip_asked;

typedef struct ip_sublink {
    const PgQuery__SelectStmt *select;
    const ip_tree *test;
    ip_asked asked;
    bool positive; /* a condition that has to be true */
    bool array;
    ip_type type;
} ip_sublink;

/* used: of the rows, the result tells nothing else. */
static const ip_expr *finish_exists(ip_lowerer *l, ip_query *query, const char *name, bool used)
{
    query->statement.kind = IP_SELECT;
    query->statement.aggregated = true;
    query->statement.only_whether = used;
    ip_output output = {IP_AGG_EXISTS, NULL, ip_lower_boolean_type};
    IP_PUSH(l->arena, &query->statement.outputs, output);
    int id = ip_lower_emit(l, query);
    ip_statement *created = &l->program->statements.items[id];
    if (ip_program_statement_locks_rows(created) && !ip_program_statement_names_one_row(created))
        created->uncertain = true; /* it stops at the first row */
    const ip_expr *value = ip_lower_variable(l, IP_VAR_RESULT, name, ip_lower_boolean_type, l->loop);
    l->program->variables.items[value->index].statement = id;
    return value;
}

/* DISTINCT changes nothing of what EXISTS and IN say, nor of the one value of a scalar subquery; LIMIT nothing of
 * EXISTS, where it is one row or more. */
static bool plain_rows(const ip_lowerer *l, const PgQuery__SelectStmt *select, bool exists)
{
    const ip_tree *limit = IP_GET(select, limit_count);
    long long rows = IP_GET(ip_const_ival(ip_as_a_const(limit)), ival);
    if ((limit && !(exists && rows >= 1)) || IP_ITEMS(select, locking_clause))
        return ip_lower_plain_select(l->definitions, select);
    PgQuery__SelectStmt *copy = ip_parse_message_copy(l->arena, select);
    if (ip_lower_is_distinct(select))
        copy->n_distinct_clause = 0;
    copy->limit_count = NULL;
    return ip_lower_plain_select(l->definitions, copy);
}

/* The two sides of IN, one or several values each. */
typedef struct ip_sides {
    ip_values left, right;
} ip_sides;

static bool both_sides(ip_lowerer *l, const ip_tree *test, ip_scope *parent, const ip_result *columns, ip_sides *sides)
{
    const ip_tree *row = IP_ITEMS(ip_as_row_expr(test), args);
    size_t width = row ? ip_parse_list_size(row) : 1;
    for (size_t i = 0; i < width; i++)
        IP_PUSH(l->arena, &sides->left, ip_lower_expr(l, row ? ip_parse_list_item(row, i) : test, parent));
    for (int i = 0; i < columns->columns.count; i++)
        IP_PUSH(l->arena, &sides->right, columns->columns.items[i].value);
    return sides->left.count == sides->right.count;
}

static void equate_sides(ip_lowerer *l, ip_scope *scope, const ip_sides *sides)
{
    int begin = scope->query->conjuncts.count;
    for (int i = 0; i < sides->left.count; i++)
        ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, sides->left.items[i], sides->right.items[i]));
    for (int i = begin; i < scope->query->conjuncts.count; i++) {
        scope->query->conjuncts.items[i].asked = scope;
        scope->query->conjuncts.items[i].lost = scope->query->lost;
    }
}

/* test IN (select), or EXISTS (select) when test is NULL, as a separate statement. NULL: it is not that simple. */
static const ip_expr *own_exists(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *parent,
                                 const ip_tree *test, bool may_be_null)
{
    if (!plain_rows(l, select, test == NULL))
        return NULL;
    ip_mark before = ip_lower_now(l);
    ip_query query = {0};
    ip_scope *scope = ip_lower_scope_new(l, parent, &query);
    ip_lower_with(l, select, scope);
    bool whole = !test && !ip_lower_may_stop(select);
    l->conditional -= whole;
    ip_lower_from(l, IP_ITEMS(select, from_clause), scope);
    l->conditional += whole;
    if (IP_GET(select, where_clause))
        ip_lower_condition(l, IP_GET(select, where_clause), scope);
    ip_lower_locks(l, select, scope);
    ip_lower_rows_of_calls(l, select, scope); /* an aggregate has a row in any case, for EXISTS, too */
    if (test) {
        ip_result columns = {0};
        ip_sides sides = {0};
        ip_lower_targets(l, IP_ITEMS(select, target_list), scope, &columns);
        /* Not on the rows of the outer query: a column of that name may be theirs, if the subquery has none. */
        bool fits =
            both_sides(l, test, parent, &columns, &sides) && !query.correlated && query.statement.sources.count > 0;
        bool nulls = false;
        for (int i = 0; i < sides.left.count && fits; i++) {
            const ip_expr *left = sides.left.items[i], *same = parent ? ip_lower_equated(parent->query, left) : NULL;
            nulls = nulls || !ip_lower_expr_never_null(left, parent ? parent->query : NULL) ||
                    !ip_lower_expr_never_null(sides.right.items[i], &query);
            sides.left.items[i] = same ? same : left;
            fits = ip_program_expr_sources(sides.left.items[i]) == 0;
        }
        if (!fits) {
            ip_lower_undo(l, before);
            return NULL;
        }
        if (!(may_be_null && nulls))
            equate_sides(l, scope, &sides);
        if (may_be_null && nulls) {
            for (int i = 0; i < sides.right.count; i++)
                ip_lower_mark(&query, sides.right.items[i], true);
            finish_exists(l, &query, "exists", false);
            ip_lower_note(l, select, "NOT IN over values that may be NULL: either outcome");
            return ip_lower_bind(l, "in", ip_lower_boolean_type, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL));
        }
        return finish_exists(l, &query, "in", true);
    }
    if (query.correlated) {
        ip_lower_undo(l, before);
        return NULL;
    }
    if (query.statement.sources.count == 0) {
        const ip_expr *all = NULL;
        for (int i = 0; i < query.conjuncts.count; i++)
            all = ip_program_expr_and(l->arena, all, query.conjuncts.items[i].expr);
        if (query.statement.grouped) /* rows of a function or a list: any number */
            return ip_lower_bind(l, "exists", ip_lower_boolean_type,
                                 ip_lower_unknown(l, ip_lower_boolean_type, all != NULL, &all));
        return all ? ip_lower_is_true(l, all) : ip_program_expr_true(l->arena);
    }
    l->conditional--; /* the search for rows happens if EXISTS is evaluated; only its columns are not evaluated */
    const ip_expr *exists = finish_exists(l, &query, "exists", true);
    l->conditional++;
    return exists;
}

/* An uncorrelated scalar subquery. NULL: correlated. */
static const ip_expr *own_scalar(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *parent)
{
    ip_mark before = ip_lower_now(l);
    bool correlated = false;
    ip_result *result = ip_lower_select(l, select, parent, &correlated);
    if (correlated) {
        ip_lower_undo(l, before);
        return NULL;
    }
    if (result->columns.count == 0 || l->why)
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    return ip_lower_result_value(l, result, 0, l->loop);
}

static const ip_expr *found_rows(ip_lowerer *l, const ip_result *result)
{
    if (result->statement < 0)
        return result->found ? result->found : ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL);
    const ip_expr *found = ip_lower_variable(l, IP_VAR_FOUND, "exists", ip_lower_boolean_type, l->loop);
    l->program->variables.items[found->index].statement = result->statement;
    return found;
}

/* Any other uncorrelated subquery as a separate statement; of its rows only EXISTS is followed. NULL: correlated. */
static const ip_expr *own_any(ip_lowerer *l, const ip_tree *sublink, const ip_sublink *s, ip_scope *parent)
{
    ip_mark before = ip_lower_now(l);
    bool correlated = false;
    ip_result *result = ip_lower_select(l, s->select, parent, &correlated);
    if (correlated || l->why) {
        ip_lower_undo(l, before);
        return NULL;
    }
    if (s->asked == IP_ASKED_EXISTS)
        return found_rows(l, result);
    ip_type type = s->type;
    if (s->array && result->columns.count == 1) {
        type = result->columns.items[0].type;
        type.array = true;
    } else {
        ip_lower_note(l, sublink, "subquery whose value is not followed");
    }
    if (s->test) /* its value is another one for each row */
        return ip_lower_not_understood(l, s->test, parent, type);
    return ip_lower_bind(l, "subquery", type, ip_lower_unknown(l, type, 0, NULL));
}

ip_result *ip_lower_own_rows(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope)
{
    ip_mark before = ip_lower_now(l);
    bool correlated = false;
    ip_result *result = ip_lower_select(l, select, scope, &correlated);
    if (!correlated && !l->why && result->statement >= 0 && !result->unknown && result->columns.count == 1)
        return result;
    ip_lower_undo(l, before);
    return NULL;
}

ip_result *ip_lower_own_row(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope)
{
    ip_mark before = ip_lower_now(l);
    bool correlated = false;
    l->conditional++; /* nothing may ask for it */
    ip_result *result = ip_lower_select(l, select, scope, &correlated);
    l->conditional--;
    if (!correlated && !l->why && !result->unknown && ip_lower_at_most_one(l, result))
        return result;
    ip_lower_undo(l, before);
    return NULL;
}

/* As further sources of the outer query. */
static const ip_expr *joined(ip_lowerer *l, const ip_sublink *s, ip_scope *parent)
{
    ip_query *query = parent->query;
    const PgQuery__SelectStmt *select = s->select;
    const ip_tree *test = s->test;
    int first = query->statement.sources.count, begin = query->conjuncts.count;
    ip_scope *scope = ip_lower_scope_new(l, parent, query);
    scope->around = parent;
    bool grouped = query->statement.grouped;
    bool simple = plain_rows(l, select, s->asked == IP_ASKED_EXISTS);
    ip_result columns = {0};
    uint64_t before = first < IP_MAX_SOURCES ? (UINT64_C(1) << first) - 1 : UINT64_MAX;
    bool inner =
        s->positive && simple && parent->optional == 0 && (s->asked == IP_ASKED_EXISTS || s->asked == IP_ASKED_IN);
    if (!inner)
        scope->optional = ~before & (UINT64_MAX >> 1);
    if (simple) {
        ip_lower_with(l, select, scope);
        ip_lower_from(l, IP_ITEMS(select, from_clause), scope);
        if (IP_GET(select, where_clause))
            ip_lower_condition(l, IP_GET(select, where_clause), scope);
        if (IP_ITEMS(select, locking_clause)) {
            ip_lower_locks(l, select, scope);
            query->statement.uncertain = true;
        }
        ip_lower_rows_of_calls(l, select, scope);
        if (test || !inner)
            ip_lower_targets(l, IP_ITEMS(select, target_list), scope, &columns);
    } else {
        ip_lower_derived(l, select, scope, &columns);
    }
    ip_values args = {0};
    for (int i = 0; i < columns.columns.count; i++)
        IP_PUSH(l->arena, &args, columns.columns.items[i].value);
    if (test) {
        ip_sides sides = {0};
        bool equality = s->asked == IP_ASKED_IN && both_sides(l, test, parent, &columns, &sides);
        if (equality && simple && (inner || !l->negated))
            equate_sides(l, scope, &sides);
        if (equality && inner)
            return ip_program_expr_true(l->arena);
        if (sides.left.count == 0)
            IP_PUSH(l->arena, &sides.left, ip_lower_expr(l, test, parent));
        for (int i = 0; i < sides.left.count; i++)
            IP_PUSH(l->arena, &args, sides.left.items[i]);
    } else if (inner) {
        return ip_program_expr_true(l->arena);
    }
    for (int i = first; i < query->statement.sources.count; i++)
        if (!inner)
            query->statement.sources.items[i].optional = true;
    if (!inner) { /* one value for each row of the query around */
        query->statement.grouped = grouped;
        ip_lower_keep_to(scope, begin, query->conjuncts.count, ip_lower_sources(scope) & ~before);
    }
    ip_lower_note(l, select, "correlated subquery: its value is not followed");
    ip_expr *value = (ip_expr *)ip_lower_unknown(l, s->type, args.count, args.items);
    bool total = simple && s->asked != IP_ASKED_VALUE;
    for (int i = begin; i < query->conjuncts.count && total; i++)
        total = ip_program_expr_total(query->conjuncts.items[i].expr) && query->conjuncts.items[i].lost.count == 0;
    value->text = total ? "subquery" : "subquery, which may fail";
    return value;
}

static const ip_expr *value_of(ip_lowerer *l, const ip_tree *sublink, const ip_sublink *s, ip_scope *scope);

/* A UNION B: in one of both. NULL: it is none, or more than that. */
static const ip_expr *in_either(ip_lowerer *l, const ip_tree *sublink, const ip_sublink *s, ip_scope *scope)
{
    const PgQuery__SelectStmt *select = s->select;
    if (IP_GET(select, op) != PG_QUERY__SET_OPERATION__SETOP_UNION || select->with_clause || select->limit_count ||
        select->limit_offset || IP_ITEMS(select, locking_clause))
        return NULL;
    const ip_expr *sides[2];
    l->conditional++; /* the second may not be needed */
    for (int i = 0; i < 2; i++) {
        ip_sublink side = *s;
        side.select = i ? select->rarg : select->larg;
        side.positive = false;
        sides[i] = value_of(l, sublink, &side, scope);
    }
    l->conditional--;
    return ip_program_expr_op(l->arena, IP_OP_OR, ip_lower_boolean_type, 2, sides);
}

static const ip_expr *known_value(ip_lowerer *l, const ip_tree *sublink, const ip_tree *test, ip_scope *scope)
{
    for (int i = 0; i < l->known_sublinks.count; i++)
        if (l->known_sublinks.items[i].node == sublink) {
            const ip_expr *value = l->known_sublinks.items[i].value;
            return test ? ip_lower_binary(l, IP_OP_EQ, ip_lower_expr(l, test, scope), value) : value;
        }
    return NULL;
}

/* The sublink occurs where there is no current row. */
static const ip_expr *without_rows(ip_lowerer *l, const ip_tree *sublink, const ip_sublink *s, ip_scope *scope)
{
    ip_query query = {0};
    ip_scope *own = ip_lower_scope_new(l, scope, &query);
    ip_result columns = {0};
    ip_type type = s->type;
    if (s->test)
        ip_lower_expr(l, s->test, scope);
    ip_lower_derived(l, s->select, own, &columns);
    query.statement.kind = IP_SELECT;
    query.statement.aggregated = true;
    for (int i = 0; i < columns.columns.count; i++) {
        ip_output output = {IP_AGG_OTHER, columns.columns.items[i].value, columns.columns.items[i].type};
        IP_PUSH(l->arena, &query.statement.outputs, output);
    }
    if (query.statement.sources.count > 0)
        ip_lower_emit(l, &query);
    if (s->array && columns.columns.count == 1) {
        type = columns.columns.items[0].type;
        type.array = true;
    } else {
        ip_lower_note(l, sublink, "subquery whose value is not followed");
    }
    return ip_lower_bind(l, "subquery", type, ip_lower_unknown(l, type, 0, NULL));
}

static ip_asked asked_of(const PgQuery__SubLink *body)
{
    PgQuery__SubLinkType kind = IP_GET(body, sub_link_type);
    const ip_tree *names = IP_ITEMS(body, oper_name);
    bool equality =
        ip_parse_list_size(names) == 0 || strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "=") == 0;
    if (kind == PG_QUERY__SUB_LINK_TYPE__EXISTS_SUBLINK)
        return IP_ASKED_EXISTS;
    if (kind == PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK)
        return equality ? IP_ASKED_IN : IP_ASKED_OTHER;
    return kind == PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK ? IP_ASKED_VALUE : IP_ASKED_OTHER;
}

static const ip_expr *value_of(ip_lowerer *l, const ip_tree *sublink, const ip_sublink *s, ip_scope *scope)
{
    bool rows = s->asked == IP_ASKED_EXISTS || s->asked == IP_ASKED_IN;
    const ip_expr *value = rows ? in_either(l, sublink, s, scope) : NULL;
    if (value)
        return value;
    bool negated = l->negated, of_rows = scope && scope->query->statement.sources.count > 0;
    l->negated = false;
    l->conditional += of_rows;
    /* In a row's condition x IN (SELECT …) is a join, unless x is the same for all rows. */
    if (rows)
        value = own_exists(l, s->select, scope, s->test, negated && !s->positive);
    else if (s->asked == IP_ASKED_VALUE)
        value = own_scalar(l, s->select, scope);
    if (!value && !(rows && plain_rows(l, s->select, s->asked == IP_ASKED_EXISTS)))
        value = own_any(l, sublink, s, scope);
    l->negated = negated;
    l->conditional -= of_rows;
    if (value)
        return value;
    if (!scope || scope->names_only)
        return without_rows(l, sublink, s, scope);
    return joined(l, s, scope);
}

const ip_expr *ip_lower_sublink(ip_lowerer *l, const ip_tree *sublink, ip_scope *scope, bool positive)
{
    const PgQuery__SubLink *body = ip_as_sub_link(sublink);
    l->conditional++;
    const ip_expr *known = known_value(l, sublink, IP_GET(body, testexpr), scope);
    l->conditional--;
    if (known)
        return known;
    ip_sublink s = {.select = ip_as_select_stmt(IP_GET(body, subselect)),
                    .test = IP_GET(body, testexpr),
                    .asked = asked_of(body),
                    .positive = positive};
    PgQuery__SubLinkType kind = IP_GET(body, sub_link_type);
    bool truth = s.asked == IP_ASKED_EXISTS || kind == PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK ||
                 kind == PG_QUERY__SUB_LINK_TYPE__ALL_SUBLINK;
    s.type = truth ? ip_lower_boolean_type : ip_lower_other_type;
    s.array = kind == PG_QUERY__SUB_LINK_TYPE__ARRAY_SUBLINK;
    /* EXISTS needs no columns, and what is compared with no rows, or with rows once one has decided, is not computed.
     */
    bool whole = s.asked == IP_ASKED_VALUE || s.array;
    l->conditional += !whole;
    const ip_expr *value = value_of(l, sublink, &s, scope);
    l->conditional -= !whole;
    return value;
}
