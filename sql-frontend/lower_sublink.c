/* Subqueries in expressions and conditions. One that names nothing of the
 * query around it is a statement of its own, before; any other becomes one more
 * source of that query. */
#include "lower.h"

#include <string.h>

typedef struct ip_mark {
    int statements, variables, nodes, loops, unknowns;
    ip_diagnostics_mark said;
    const char *why;
    bool bad_name;
    const char *broken;
} ip_mark;

static ip_mark mark(const ip_lowerer *l)
{
    return (ip_mark){l->program->statements.count,
                     l->program->variables.count,
                     l->variable_nodes.count,
                     l->program->loops.count,
                     l->unknowns,
                     ip_diagnostics_now(l->diagnostics),
                     l->why,
                     l->bad_name,
                     l->program->broken};
}

static void undo(ip_lowerer *l, ip_mark m)
{
    l->program->statements.count = m.statements;
    l->program->variables.count = m.variables;
    l->variable_nodes.count = m.nodes;
    l->program->loops.count = m.loops;
    ip_diagnostics_undo(l->diagnostics, m.said);
    l->unknowns = m.unknowns;
    l->why = m.why;
    l->bad_name = m.bad_name;
    l->program->broken = m.broken;
}

static const ip_expr *finish_exists(ip_lowerer *l, ip_query *query, const char *name)
{
    query->statement.kind = IP_SELECT;
    query->statement.aggregated = true;
    ip_output output = {IP_AGG_EXISTS, NULL, ip_boolean_type};
    IP_PUSH(l->arena, &query->statement.outputs, output);
    int id = ip_lower_emit(l, query);
    const ip_expr *value = ip_lower_variable(l, IP_VAR_RESULT, name, ip_boolean_type, l->loop);
    l->program->variables.items[value->index].statement = id;
    return value;
}

/* test IN (select), or EXISTS (select) when test is NULL, as a statement of its own. NULL: it is not that simple. */
static const ip_expr *own_exists(ip_lowerer *l, const json_t *select, ip_scope *parent, const json_t *test,
                                 bool may_be_null)
{
    if (!ip_lower_plain_select(l->definitions, select))
        return NULL;
    ip_mark before = mark(l);
    ip_query query = {0};
    ip_scope *scope = ip_scope_new(l, parent, &query);
    ip_lower_with(l, select, scope);
    ip_lower_from(l, ip_field(select, "fromClause"), scope);
    if (ip_field(select, "whereClause"))
        ip_lower_condition(l, ip_field(select, "whereClause"), scope);
    if (ip_field(select, "lockingClause")) {
        ip_lower_locks(l, ip_field(select, "lockingClause"), scope);
        query.statement.uncertain = true; /* it stops at the first row */
    }
    if (test) {
        const ip_expr *a = ip_lower_expr(l, test, parent);
        if (ip_expr_sources(a) != 0) {
            undo(l, before);
            return NULL;
        }
        ip_result columns = {0};
        ip_lower_targets(l, ip_field(select, "targetList"), scope, &columns);
        if (columns.columns.count != 1) {
            undo(l, before);
            return NULL;
        }
        const ip_expr *b = columns.columns.items[0].value;
        bool nulls = !ip_expr_never_null(a, NULL) || !ip_expr_never_null(b, &query);
        if (!(may_be_null && nulls))
            ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, a, b));
        if (query.correlated || query.statement.sources.count == 0) {
            undo(l, before);
            return NULL;
        }
        if (may_be_null && nulls) {
            ip_lower_mark(&query, b, true);
            finish_exists(l, &query, "exists");
            ip_lower_note(l, select, "NOT IN over values that may be NULL: either outcome");
            return ip_lower_bind(l, "in", ip_boolean_type, ip_lower_unknown(l, ip_boolean_type, 0, NULL));
        }
        return finish_exists(l, &query, "in");
    }
    if (query.correlated) {
        undo(l, before);
        return NULL;
    }
    if (query.statement.sources.count == 0) {
        const ip_expr *all = NULL;
        for (int i = 0; i < query.conjuncts.count; i++)
            all = ip_expr_and(l->arena, all, query.conjuncts.items[i].expr);
        if (query.statement.grouped) /* rows of a function or a list: any number */
            return ip_lower_bind(l, "exists", ip_boolean_type, ip_lower_unknown(l, ip_boolean_type, all != NULL, &all));
        return all ? ip_lower_is_true(l, all) : ip_expr_true(l->arena);
    }
    return finish_exists(l, &query, "exists");
}

/* A scalar subquery of its own. NULL: correlated. */
static const ip_expr *own_scalar(ip_lowerer *l, const json_t *select, ip_scope *parent)
{
    ip_mark before = mark(l);
    bool correlated = false;
    ip_result *result = ip_lower_select(l, select, parent, &correlated);
    if (correlated) {
        undo(l, before);
        return NULL;
    }
    if (result->columns.count == 0 || l->why)
        return ip_lower_unknown(l, ip_other_type, 0, NULL);
    return ip_lower_result_value(l, result, 0, l->loop);
}

ip_result *ip_lower_own_rows(ip_lowerer *l, const json_t *select, ip_scope *scope)
{
    ip_mark before = mark(l);
    bool correlated = false;
    ip_result *result = ip_lower_select(l, select, scope, &correlated);
    if (!correlated && !l->why && result->statement >= 0 && !result->unknown && result->columns.count == 1)
        return result;
    undo(l, before);
    return NULL;
}

/* As further sources of the query around. */
static const ip_expr *joined(ip_lowerer *l, const json_t *select, ip_scope *parent, const json_t *test,
                             const char *operator, bool positive, ip_type type)
{
    ip_query *query = parent->query;
    int first = query->statement.sources.count;
    ip_scope *scope = ip_scope_new(l, parent, query);
    bool simple = ip_lower_plain_select(l->definitions, select);
    ip_result columns = {0};
    uint64_t before = first < IP_MAX_SOURCES ? (UINT64_C(1) << first) - 1 : UINT64_MAX;
    bool inner = positive && simple && parent->optional == 0;
    if (!inner)
        scope->optional = ~before & (UINT64_MAX >> 1);
    if (simple) {
        ip_lower_with(l, select, scope);
        ip_lower_from(l, ip_field(select, "fromClause"), scope);
        if (ip_field(select, "whereClause"))
            ip_lower_condition(l, ip_field(select, "whereClause"), scope);
        if (ip_field(select, "lockingClause")) {
            ip_lower_locks(l, ip_field(select, "lockingClause"), scope);
            query->statement.uncertain = true;
        }
        if (test || !positive)
            ip_lower_targets(l, ip_field(select, "targetList"), scope, &columns);
    } else {
        ip_lower_derived(l, select, scope, &columns);
    }
    ip_values args = {0};
    for (int i = 0; i < columns.columns.count; i++)
        IP_PUSH(l->arena, &args, columns.columns.items[i].value);
    if (test) {
        const ip_expr *a = ip_lower_expr(l, test, parent);
        bool equality = !operator|| strcmp(operator, "=") == 0;
        if (equality && inner && columns.columns.count == 1) {
            ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, a, columns.columns.items[0].value));
            return NULL;
        }
        if (equality && simple && columns.columns.count == 1 && !l->negated)
            ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, a, columns.columns.items[0].value));
        IP_PUSH(l->arena, &args, a);
    } else if (inner) {
        return NULL;
    }
    for (int i = first; i < query->statement.sources.count; i++)
        if (!inner)
            query->statement.sources.items[i].optional = true;
    ip_lower_note(l, select, "correlated subquery: its value is not followed");
    return ip_lower_unknown(l, type, args.count, args.items);
}

static const ip_expr *known_value(ip_lowerer *l, const json_t *sublink, const json_t *test, ip_scope *scope)
{
    for (int i = 0; i < l->known_sublinks.count; i++)
        if (l->known_sublinks.items[i].node == sublink) {
            const ip_expr *value = l->known_sublinks.items[i].value;
            return test ? ip_lower_binary(l, IP_OP_EQ, ip_lower_expr(l, test, scope), value) : value;
        }
    return NULL;
}

const ip_expr *ip_lower_sublink(ip_lowerer *l, const json_t *sublink, ip_scope *scope, bool positive)
{
    const json_t *body = ip_node_as(sublink, "SubLink");
    const ip_expr *known = known_value(l, sublink, ip_field(body, "testexpr"), scope);
    if (known)
        return known;
    const char *kind = ip_field_text(body, "subLinkType");
    const json_t *select = ip_node_as(ip_field(body, "subselect"), "SelectStmt");
    const json_t *test = ip_field(body, "testexpr");
    const json_t *names = ip_field(body, "operName");
    const char *operator= json_array_size(names) ? ip_string_node(json_array_get(names, 0)) : NULL;
    bool exists = strcmp(kind, "EXISTS_SUBLINK") == 0, any = strcmp(kind, "ANY_SUBLINK") == 0;
    bool equality = !operator|| strcmp(operator, "=") == 0;
    const ip_expr *value = NULL;
    bool negated = l->negated, of_rows = scope && scope->query->statement.sources.count > 0;
    l->negated = false;
    l->conditional += of_rows;
    /* In a row's condition x IN (SELECT …) is a join, unless x is the same for all rows. */
    if (exists || (any && equality && !ip_node_as(test, "RowExpr")))
        value = own_exists(l, select, scope, exists ? NULL : test, negated && !positive);
    else if (strcmp(kind, "EXPR_SUBLINK") == 0)
        value = own_scalar(l, select, scope);
    l->negated = negated;
    l->conditional -= of_rows;
    if (value)
        return value;
    ip_type type = exists || any ? ip_boolean_type : ip_other_type;
    if (!scope || scope->names_only) {
        ip_query query = {0};
        ip_scope *own = ip_scope_new(l, scope, &query);
        ip_result columns = {0};
        if (test)
            ip_lower_expr(l, test, scope);
        ip_lower_derived(l, select, own, &columns);
        query.statement.kind = IP_SELECT;
        query.statement.aggregated = true;
        for (int i = 0; i < columns.columns.count; i++) {
            ip_output output = {IP_AGG_OTHER, columns.columns.items[i].value, columns.columns.items[i].type};
            IP_PUSH(l->arena, &query.statement.outputs, output);
        }
        if (query.statement.sources.count > 0)
            ip_lower_emit(l, &query);
        bool array = strcmp(kind, "ARRAY_SUBLINK") == 0 && columns.columns.count == 1;
        if (array) {
            type = columns.columns.items[0].type;
            type.array = true;
        } else {
            ip_lower_note(l, sublink, "subquery whose value is not followed");
        }
        return ip_lower_bind(l, "subquery", type, ip_lower_unknown(l, type, 0, NULL));
    }
    const ip_expr *result = joined(l, select, scope, exists ? NULL : test, any ? operator : "other", positive, type);
    return result ? result : ip_expr_true(l->arena);
}
