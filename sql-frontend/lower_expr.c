/* Expressions: PostgreSQL's parse trees to ip_expr. What is not understood
 * becomes an unknown value that still names every column it could read. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const ip_expr *literal(ip_lowerer *l, ip_expr_kind kind, ip_type type, const char *text)
{
    ip_expr *expr = ip_expr_new(l->arena, kind, type);
    expr->text = ip_arena_strdup(l->arena, text);
    return expr;
}

static const ip_expr *boolean(ip_lowerer *l, bool value)
{
    return value ? ip_expr_true(l->arena) : ip_expr_not(l->arena, ip_expr_true(l->arena));
}

static const ip_expr *lower_constant(ip_lowerer *l, const json_t *body)
{
    if (ip_field_bool(body, "isnull"))
        return ip_lower_null(l, ip_other_type);
    json_t *value = ip_field(body, "ival");
    if (value)
        return literal(l, IP_EXPR_INTEGER, ip_integer_type,
                       ip_arena_printf(l->arena, "%lld", ip_field_int(value, "ival")));
    value = ip_field(body, "fval");
    if (value) {
        const char *text = ip_field_text(value, "fval");
        bool digits = strspn(text, "0123456789") == strlen(text) && strlen(text) < 19;
        return literal(l, digits ? IP_EXPR_INTEGER : IP_EXPR_NUMERIC, digits ? ip_integer_type : ip_numeric_type, text);
    }
    value = ip_field(body, "sval");
    if (value)
        /* PostgreSQL gives a quoted literal its type by context; no name marks it as open. */
        return literal(l, IP_EXPR_TEXT, (ip_type){IP_TEXT, false, NULL}, ip_field_text(value, "sval"));
    value = ip_field(body, "boolval");
    if (value)
        return boolean(l, ip_field_bool(value, "boolval"));
    return ip_lower_unknown(l, ip_other_type, 0, NULL);
}

static bool is_integer_text(const char *text)
{
    size_t sign = *text == '-';
    return text[sign] && strspn(text + sign, "0123456789") == strlen(text + sign) && strlen(text + sign) < 19;
}

static bool is_number_text(const char *text)
{
    char *end;
    if (strspn(text, "-0123456789.") != strlen(text) || !strpbrk(text, "0123456789"))
        return false;
    strtod(text, &end);
    return !*end;
}

static bool is_open(ip_type type)
{
    return type.kind == IP_OTHER && !type.name && !type.array;
}

/* now, today, tomorrow, yesterday: another value in each transaction. */
static bool relative_time(const char *text)
{
    static const char *const words[] = {"now", "today", "tomorrow", "yesterday"};
    for (const char *at = text; *at; at++)
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strncasecmp(at, words[i], strlen(words[i])) == 0)
                return true;
    return false;
}

/* One spelling is another value as a date and as a timestamp: the text names the type, as SQL may. */
static const ip_expr *time_literal(ip_lowerer *l, const ip_expr *text, ip_type type)
{
    if (relative_time(text->text)) {
        const ip_expr *const args[] = {text, l->now};
        return ip_lower_apply(l, type.name ? type.name : "timestamp", type, 2, args);
    }
    const char *quoted = "";
    for (const char *c = text->text; *c; c++)
        quoted = ip_arena_printf(l->arena, "%s%s%c", quoted, *c == '\'' ? "'" : "", *c);
    return literal(l, IP_EXPR_TIME, type,
                   ip_arena_printf(l->arena, "%s '%s'", type.name ? type.name : "timestamp", quoted));
}

/* Types of which one value has several spellings, so that a literal is a function of its text. */
static bool many_spellings(ip_type type)
{
    static const char *const names[] = {"json",  "jsonb",   "xml",  "citext",   "inet",    "cidr",
                                        "bytea", "macaddr", "uuid", "tsvector", "tsquery", "hstore"};
    for (size_t i = 0; type.name && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(type.name, names[i]) == 0)
            return true;
    return type.name && (strstr(type.name, "range") || strncmp(type.name, "bit", 3) == 0);
}

const ip_expr *ip_lower_coerce(ip_lowerer *l, const ip_expr *expr, ip_type type)
{
    if (is_open(type))
        return expr;
    if (expr->kind == IP_EXPR_PARAMETER && is_open(expr->type)) {
        /* A script's variable has the type of its first use. */
        type = ip_lower_without_modifier(l, type);
        l->parameter_nodes.items[expr->index]->type = type;
        l->program->parameters.items[expr->index].type = type;
        return expr;
    }
    if (expr->kind == IP_EXPR_NULL)
        return ip_lower_null(l, type);
    if (expr->kind == IP_EXPR_INTEGER && type.kind == IP_NUMERIC && !type.array)
        return expr;
    if (expr->kind != IP_EXPR_TEXT || expr->type.name)
        return expr;
    if (type.array || many_spellings(type))
        return ip_lower_apply(l, type.name ? type.name : "array", type, 1, &expr);
    switch (type.kind) {
    case IP_INTEGER:
        return is_integer_text(expr->text) ? literal(l, IP_EXPR_INTEGER, type, expr->text) : expr;
    case IP_NUMERIC:
        return is_number_text(expr->text)
                   ? literal(l, is_integer_text(expr->text) ? IP_EXPR_INTEGER : IP_EXPR_NUMERIC, type, expr->text)
                   : expr;
    case IP_TIME:
        return time_literal(l, expr, type);
    case IP_BOOLEAN:
        if (strcmp(expr->text, "t") == 0 || strcmp(expr->text, "true") == 0)
            return boolean(l, true);
        if (strcmp(expr->text, "f") == 0 || strcmp(expr->text, "false") == 0)
            return boolean(l, false);
        return expr;
    case IP_TEXT:
        return literal(l, IP_EXPR_TEXT, type, expr->text);
    case IP_OTHER:
        return expr;
    }
    return expr;
}

static ip_type arithmetic_type(ip_type a, ip_type b)
{
    if (a.kind == IP_TIME || b.kind == IP_TIME)
        return ip_time_type;
    if (a.kind == IP_INTEGER && b.kind == IP_INTEGER)
        return ip_integer_type;
    if ((a.kind == IP_INTEGER || a.kind == IP_NUMERIC) && (b.kind == IP_INTEGER || b.kind == IP_NUMERIC))
        return ip_numeric_type;
    return a.kind == IP_OTHER && !a.name ? b : a;
}

static bool is_op(const ip_expr *e, ip_operator op)
{
    return e->kind == IP_EXPR_OPERATOR && e->op == op;
}

static long long small(const ip_expr *e, bool *ok)
{
    *ok = e->kind == IP_EXPR_INTEGER && strlen(e->text) < 10;
    return *ok ? atoll(e->text) : 0;
}

/* x + 1 - 1 is x: RETURNING counter - 1 after SET counter = counter + 1. */
static const ip_expr *fold(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b)
{
    bool ok_b, ok_c;
    long long right = small(b, &ok_b);
    if ((op != IP_OP_ADD && op != IP_OP_SUB) || !ok_b || !(is_op(a, IP_OP_ADD) || is_op(a, IP_OP_SUB)))
        return NULL;
    if (a->type.kind != IP_INTEGER && a->type.kind != IP_NUMERIC)
        return NULL;
    long long inner = small(a->args[1], &ok_c);
    if (!ok_c)
        return NULL;
    long long sum = (a->op == IP_OP_ADD ? inner : -inner) + (op == IP_OP_ADD ? right : -right);
    if (sum == 0)
        return a->args[0];
    const ip_expr *const args[] = {a->args[0], literal(l, IP_EXPR_INTEGER, ip_integer_type,
                                                       ip_arena_printf(l->arena, "%lld", sum < 0 ? -sum : sum))};
    return ip_expr_op(l->arena, sum < 0 ? IP_OP_SUB : IP_OP_ADD, a->type, 2, args);
}

const ip_expr *ip_lower_binary(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b)
{
    bool arithmetic = op == IP_OP_ADD || op == IP_OP_SUB || op == IP_OP_MUL || op == IP_OP_DIV || op == IP_OP_MOD;
    if (!(arithmetic && (a->type.kind == IP_TIME || b->type.kind == IP_TIME))) {
        a = ip_lower_coerce(l, a, b->type);
        b = ip_lower_coerce(l, b, a->type);
    }
    const ip_expr *folded = fold(l, op, a, b);
    if (folded)
        return folded;
    const ip_expr *const args[] = {a, b};
    if (arithmetic && (a->type.array || b->type.array || a->type.kind == IP_TIME || b->type.kind == IP_TIME)) {
        /* Dates and intervals: deterministic, but not numbers. */
        ip_expr *call = ip_expr_new(l->arena, IP_EXPR_CALL, arithmetic_type(a->type, b->type));
        call->text = ip_operator_name(op);
        call->arg_count = 2;
        call->args = IP_NEW_ARRAY(l->arena, const ip_expr *, 2);
        call->args[0] = a;
        call->args[1] = b;
        return call;
    }
    return ip_expr_op(l->arena, op, arithmetic ? arithmetic_type(a->type, b->type) : ip_boolean_type, 2, args);
}

static const ip_expr *one(ip_lowerer *l, ip_operator op, const ip_expr *a)
{
    return ip_expr_op(l->arena, op, op == IP_OP_NEG ? a->type : ip_boolean_type, 1, &a);
}

/* Plain NOT, in three-valued logic. */
static const ip_expr *not3(ip_lowerer *l, const ip_expr *a)
{
    if (a->kind == IP_EXPR_BOOLEAN)
        return boolean(l, !a->boolean);
    return one(l, IP_OP_NOT, a);
}

static void collect(ip_lowerer *l, const json_t *node, ip_scope *scope, ip_values *args)
{
    if (json_is_array(node)) {
        size_t i;
        json_t *item;
        json_array_foreach(node, i, item) collect(l, item, scope, args);
        return;
    }
    if (!json_is_object(node))
        return;
    if (ip_node_as(node, "ColumnRef") || ip_node_as(node, "SubLink") || ip_node_as(node, "FuncCall")) {
        IP_PUSH(l->arena, args, ip_lower_expr(l, node, scope));
        return;
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)node, key, value) collect(l, value, scope, args);
}

const ip_expr *ip_lower_not_understood(ip_lowerer *l, const json_t *node, ip_scope *scope, ip_type type)
{
    ip_values args = {0};
    if (node) {
        collect(l, node, scope, &args);
    } else if (scope) {
        ip_result all = {0};
        ip_lower_all_columns(l, NULL, scope, &all);
        for (int i = 0; i < all.columns.count; i++)
            IP_PUSH(l->arena, &args, all.columns.items[i].value);
    }
    return ip_lower_unknown(l, type, args.count, args.items);
}

static bool operator_of(const char *name, ip_operator *op)
{
    static const struct {
        const char *name;
        ip_operator op;
    } known[] = {{"=", IP_OP_EQ},  {"<>", IP_OP_NE}, {"!=", IP_OP_NE}, {"<", IP_OP_LT},
                 {"<=", IP_OP_LE}, {">", IP_OP_GT},  {">=", IP_OP_GE}, {"+", IP_OP_ADD},
                 {"-", IP_OP_SUB}, {"*", IP_OP_MUL}, {"/", IP_OP_DIV}, {"%", IP_OP_MOD}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0) {
            *op = known[i].op;
            return true;
        }
    return false;
}

static const char *operator_name(const json_t *body)
{
    const json_t *names = ip_field(body, "name");
    return json_array_size(names) ? ip_string_node(json_array_get(names, json_array_size(names) - 1)) : "";
}

/* Any other operator of PostgreSQL's is deterministic: ||, ~, ->>, @>, &&, … */
static const ip_expr *apply(ip_lowerer *l, const char *name, const ip_expr *a, const ip_expr *b)
{
    ip_operator op;
    if (operator_of(name, &op))
        return ip_lower_binary(l, op, a, b);
    static const char *const to_boolean[] = {"~~", "!~~", "~~*", "!~~*", "~", "!~", "~*", "!~*", "@>", "<@", "&&", "?"};
    const ip_expr *const args[] = {a, b};
    for (size_t i = 0; i < sizeof to_boolean / sizeof to_boolean[0]; i++)
        if (strcmp(name, to_boolean[i]) == 0)
            return ip_lower_apply(l, name, ip_boolean_type, 2, args);
    ip_type type = strcmp(name, "||") == 0 && !a->type.array ? ip_text_type : ip_lower_without_modifier(l, a->type);
    return ip_lower_apply(l, name, type, 2, args);
}

/* a = ANY (ARRAY[…]) and a IN (…): a disjunction; NOT IN a conjunction. */
static const ip_expr *lower_any(ip_lowerer *l, const char *name, const ip_expr *a, const json_t *items, bool all,
                                ip_scope *scope)
{
    ip_values args = {0};
    size_t i;
    json_t *item;
    json_array_foreach(items, i, item) IP_PUSH(l->arena, &args, apply(l, name, a, ip_lower_expr(l, item, scope)));
    if (args.count == 1)
        return args.items[0];
    if (args.count == 0)
        return boolean(l, all);
    return ip_expr_op(l->arena, all ? IP_OP_AND : IP_OP_OR, ip_boolean_type, args.count, args.items);
}

static const ip_expr *lower_between(ip_lowerer *l, const json_t *body, const char *kind, ip_scope *scope)
{
    const json_t *bounds = ip_field(ip_node_as(ip_field(body, "rexpr"), "List"), "items");
    if (json_array_size(bounds) != 2 || strstr(kind, "SYM"))
        return ip_lower_not_understood(l, body, scope, ip_boolean_type);
    const ip_expr *a = ip_lower_expr(l, ip_field(body, "lexpr"), scope);
    const ip_expr *low = ip_lower_expr(l, json_array_get(bounds, 0), scope);
    const ip_expr *high = ip_lower_expr(l, json_array_get(bounds, 1), scope);
    const ip_expr *const args[] = {ip_lower_binary(l, IP_OP_GE, a, low), ip_lower_binary(l, IP_OP_LE, a, high)};
    const ip_expr *both = ip_expr_op(l->arena, IP_OP_AND, ip_boolean_type, 2, args);
    return strstr(kind, "NOT") ? not3(l, both) : both;
}

static const ip_expr *lower_row_comparison(ip_lowerer *l, const char *name, const json_t *left, const json_t *right,
                                           ip_scope *scope, const json_t *whole)
{
    const json_t *a = ip_field(left, "args"), *b = ip_field(right, "args");
    if (json_array_size(a) != json_array_size(b) || strcmp(name, "=") != 0)
        return ip_lower_not_understood(l, whole, scope, ip_boolean_type);
    ip_values args = {0};
    for (size_t i = 0; i < json_array_size(a); i++)
        IP_PUSH(l->arena, &args,
                ip_lower_binary(l, IP_OP_EQ, ip_lower_expr(l, json_array_get(a, i), scope),
                                ip_lower_expr(l, json_array_get(b, i), scope)));
    return ip_expr_op(l->arena, IP_OP_AND, ip_boolean_type, args.count, args.items);
}

static const ip_expr *lower_operator(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    const char *kind = ip_field_text(body, "kind"), *name = operator_name(body);
    const json_t *left = ip_field(body, "lexpr"), *right = ip_field(body, "rexpr");
    if (strstr(kind, "BETWEEN"))
        return lower_between(l, body, kind, scope);
    if (strcmp(kind, "AEXPR_OP") == 0 && ip_node_as(left, "RowExpr") && ip_node_as(right, "RowExpr"))
        return lower_row_comparison(l, name, ip_node_as(left, "RowExpr"), ip_node_as(right, "RowExpr"), scope, body);
    if (strcmp(kind, "AEXPR_IN") == 0 && ip_node_as(left, "RowExpr"))
        return ip_lower_not_understood(l, body, scope, ip_boolean_type);
    if (!left) {
        const ip_expr *b = ip_lower_expr(l, right, scope);
        if (strcmp(name, "-") != 0)
            return strcmp(name, "+") == 0 ? b : ip_lower_apply(l, name, b->type, 1, &b);
        if ((b->kind == IP_EXPR_INTEGER || b->kind == IP_EXPR_NUMERIC) && *b->text != '-')
            return literal(l, b->kind, b->type, ip_arena_printf(l->arena, "-%s", b->text));
        return one(l, IP_OP_NEG, b);
    }
    const ip_expr *a = ip_lower_expr(l, left, scope);
    if (strcmp(kind, "AEXPR_IN") == 0)
        return lower_any(l, name, a, ip_field(ip_node_as(right, "List"), "items"), strcmp(name, "<>") == 0, scope);
    if (strcmp(kind, "AEXPR_OP_ANY") == 0 || strcmp(kind, "AEXPR_OP_ALL") == 0) {
        bool all = strcmp(kind, "AEXPR_OP_ALL") == 0;
        const json_t *array = ip_node_as(right, "A_ArrayExpr");
        if (array)
            return lower_any(l, name, a, ip_field(array, "elements"), all, scope);
        const ip_expr *const args[] = {a, ip_lower_expr(l, right, scope)};
        return ip_lower_apply(l, ip_arena_printf(l->arena, "%s %s", name, all ? "ALL" : "ANY"), ip_boolean_type, 2,
                              args);
    }
    const ip_expr *b = ip_lower_expr(l, right, scope);
    if (strcmp(kind, "AEXPR_DISTINCT") == 0)
        return not3(l, ip_lower_binary(l, IP_OP_NOT_DISTINCT, a, b));
    if (strcmp(kind, "AEXPR_NOT_DISTINCT") == 0)
        return ip_lower_binary(l, IP_OP_NOT_DISTINCT, a, b);
    if (strcmp(kind, "AEXPR_NULLIF") == 0) {
        const ip_expr *const args[] = {ip_lower_binary(l, IP_OP_EQ, a, b), ip_lower_null(l, a->type), a};
        return ip_expr_op(l->arena, IP_OP_IF, a->type, 3, args);
    }
    return apply(l, name, a, b);
}

static const ip_expr *lower_boolean(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    const char *op = ip_field_text(body, "boolop");
    const json_t *args = ip_field(body, "args");
    if (strcmp(op, "NOT_EXPR") == 0) {
        bool before = l->negated;
        l->negated = true;
        const ip_expr *a = ip_lower_expr(l, json_array_get(args, 0), scope);
        l->negated = before;
        return not3(l, a);
    }
    ip_values parts = {0};
    size_t i;
    json_t *arg;
    json_array_foreach(args, i, arg)
    {
        l->conditional += i > 0;
        IP_PUSH(l->arena, &parts, ip_lower_expr(l, arg, scope));
        l->conditional -= i > 0;
    }
    return ip_expr_op(l->arena, strcmp(op, "AND_EXPR") == 0 ? IP_OP_AND : IP_OP_OR, ip_boolean_type, parts.count,
                      parts.items);
}

static const ip_expr *lower_case(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    const json_t *subject = ip_field(body, "arg"), *otherwise = ip_field(body, "defresult");
    const ip_expr *value = subject ? ip_lower_expr(l, subject, scope) : NULL;
    if (value && !ip_expr_stable(value) && ip_expr_sources(value) == 0)
        value = ip_lower_bind(l, "case", value->type, value);
    const json_t *branches = ip_field(body, "args");
    size_t count = json_array_size(branches);
    ip_values conditions = {0}, results = {0};
    l->conditional++;
    for (size_t i = 0; i < count; i++) {
        const json_t *when = ip_node_as(json_array_get(branches, i), "CaseWhen");
        const ip_expr *condition = ip_lower_expr(l, ip_field(when, "expr"), scope);
        IP_PUSH(l->arena, &conditions, value ? ip_lower_binary(l, IP_OP_EQ, value, condition) : condition);
        IP_PUSH(l->arena, &results, ip_lower_expr(l, ip_field(when, "result"), scope));
    }
    ip_type type = ip_other_type;
    for (int i = 0; i < results.count && is_open(type); i++)
        type = results.items[i]->type;
    const ip_expr *result = otherwise ? ip_lower_expr(l, otherwise, scope) : ip_lower_null(l, type);
    l->conditional--;
    if (is_open(type))
        type = result->type;
    result = ip_lower_coerce(l, result, type);
    for (size_t i = count; i-- > 0;) {
        const ip_expr *const args[] = {conditions.items[i], ip_lower_coerce(l, results.items[i], type), result};
        result = ip_expr_op(l->arena, IP_OP_IF, type, 3, args);
    }
    return result;
}

static const ip_expr *lower_coalesce(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    ip_values args = {0};
    size_t i;
    json_t *arg;
    ip_type type = ip_other_type;
    json_array_foreach(ip_field(body, "args"), i, arg)
    {
        l->conditional += i > 0;
        const ip_expr *value = ip_lower_expr(l, arg, scope);
        l->conditional -= i > 0;
        if (is_open(type))
            type = value->type;
        IP_PUSH(l->arena, &args, ip_lower_coerce(l, value, type));
    }
    return ip_expr_op(l->arena, IP_OP_COALESCE, type, args.count, args.items);
}

/* GREATEST and LEAST skip NULLs. */
static const ip_expr *lower_extreme(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    bool greatest = strcmp(ip_field_text(body, "op"), "IS_GREATEST") == 0;
    const ip_expr *best = NULL;
    size_t i;
    json_t *arg;
    json_array_foreach(ip_field(body, "args"), i, arg)
    {
        const ip_expr *next = ip_lower_expr(l, arg, scope);
        if (!best) {
            best = next;
            continue;
        }
        best = ip_lower_coerce(l, best, next->type);
        const ip_expr *const conditions[] = {one(l, IP_OP_IS_NULL, next),
                                             ip_lower_binary(l, greatest ? IP_OP_GE : IP_OP_LE, best, next)};
        const ip_expr *const args[] = {ip_expr_op(l->arena, IP_OP_OR, ip_boolean_type, 2, conditions), best, next};
        best = ip_expr_op(l->arena, IP_OP_IF, best->type, 3, args);
    }
    return best ? best : ip_lower_null(l, ip_other_type);
}

static const ip_expr *lower_null_test(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    bool is_null = strcmp(ip_field_text(body, "nulltesttype"), "IS_NULL") == 0;
    const ip_expr *a = ip_lower_expr(l, ip_field(body, "arg"), scope);
    /* A record IS NULL when all its fields are, IS NOT NULL when none is. */
    bool row = a->kind == IP_EXPR_UNKNOWN && a->arg_count > 0 && ip_node_as(ip_field(body, "arg"), "ColumnRef");
    if (!row) {
        const ip_expr *test = one(l, IP_OP_IS_NULL, a);
        return is_null ? test : not3(l, test);
    }
    ip_values args = {0};
    for (int i = 0; i < a->arg_count; i++) {
        const ip_expr *test = one(l, IP_OP_IS_NULL, a->args[i]);
        IP_PUSH(l->arena, &args, is_null ? test : not3(l, test));
    }
    return ip_expr_op(l->arena, IP_OP_AND, ip_boolean_type, args.count, args.items);
}

static const ip_expr *lower_boolean_test(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    const char *kind = ip_field_text(body, "booltesttype");
    const ip_expr *a = ip_lower_expr(l, ip_field(body, "arg"), scope);
    bool negative = strstr(kind, "_NOT_") != NULL;
    const ip_expr *test;
    if (strstr(kind, "UNKNOWN"))
        test = one(l, IP_OP_IS_NULL, a);
    else
        test = one(l, IP_OP_IS_TRUE, strstr(kind, "TRUE") ? a : not3(l, a));
    return negative ? not3(l, test) : test;
}

static const ip_expr *lower_cast(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    ip_type type = ip_typename_type(l->arena, ip_field(body, "typeName"));
    return ip_lower_convert(l, ip_lower_expr(l, ip_field(body, "arg"), scope), type);
}

static const ip_expr *lower_indirection(ip_lowerer *l, const json_t *body, ip_scope *scope)
{
    const json_t *steps = ip_field(body, "indirection");
    const json_t *index = ip_node_as(json_array_get(steps, 0), "A_Indices");
    if (json_array_size(steps) != 1 || !index || ip_field_bool(index, "is_slice"))
        return ip_lower_not_understood(l, body, scope, ip_other_type);
    const ip_expr *const args[] = {ip_lower_expr(l, ip_field(body, "arg"), scope),
                                   ip_lower_expr(l, ip_field(index, "uidx"), scope)};
    if (!args[0]->type.array && !is_open(args[0]->type))
        return ip_lower_apply(l, "[]", ip_other_type, 2, args); /* jsonb subscript */
    ip_type element = args[0]->type;
    element.array = false;
    if (element.name)
        element.name = ip_arena_strndup(l->arena, element.name, strcspn(element.name, "["));
    return ip_expr_op(l->arena, IP_OP_ELEMENT, element, 2, args);
}

/* ARRAY[…] and ROW(…): deterministic in their parts. */
static const ip_expr *lower_list(ip_lowerer *l, const char *name, const json_t *items, bool array, ip_scope *scope)
{
    ip_values args = {0};
    size_t i;
    json_t *item;
    json_array_foreach(items, i, item) IP_PUSH(l->arena, &args, ip_lower_expr(l, item, scope));
    ip_type type = ip_other_type;
    if (array && args.count > 0)
        type = args.items[0]->type;
    type.array = array;
    return ip_lower_apply(l, name, type, args.count, args.items);
}

static const ip_expr *lower_value_function(ip_lowerer *l, const json_t *body)
{
    const char *op = ip_field_text(body, "op");
    if (strstr(op, "DATE") || strstr(op, "TIME")) {
        if (strstr(op, "SVFOP_CURRENT_TIMESTAMP") == op)
            return l->now;
        return ip_lower_apply(l, strstr(op, "DATE") ? "current_date" : "localtime", ip_time_type, 1, &l->now);
    }
    return ip_lower_unknown(l, ip_text_type, 0, NULL);
}

static const ip_expr *lower_parameter(ip_lowerer *l, const json_t *node)
{
    const char *name = ip_arena_printf(l->arena, "$%lld", ip_field_int(ip_node_body(node), "number"));
    int slot = ip_lower_find_variable(l, &name, 1);
    if (slot >= 0)
        return ip_lower_value(l, slot);
    ip_lower_bad_name(l, node, "there is no parameter %s", name);
    return ip_lower_unknown(l, ip_other_type, 0, NULL);
}

static const ip_expr *lower_node(ip_lowerer *l, const json_t *node, ip_scope *scope)
{
    const char *kind = ip_node_kind(node);
    const json_t *body = ip_node_body(node);
    if (strcmp(kind, "A_Const") == 0)
        return lower_constant(l, body);
    if (strcmp(kind, "ColumnRef") == 0)
        return ip_lower_column_ref(l, node, scope);
    if (strcmp(kind, "ParamRef") == 0)
        return lower_parameter(l, node);
    if (strcmp(kind, "A_Expr") == 0)
        return lower_operator(l, body, scope);
    if (strcmp(kind, "BoolExpr") == 0)
        return lower_boolean(l, body, scope);
    if (strcmp(kind, "NullTest") == 0)
        return lower_null_test(l, body, scope);
    if (strcmp(kind, "BooleanTest") == 0)
        return lower_boolean_test(l, body, scope);
    if (strcmp(kind, "CaseExpr") == 0)
        return lower_case(l, body, scope);
    if (strcmp(kind, "CoalesceExpr") == 0)
        return lower_coalesce(l, body, scope);
    if (strcmp(kind, "MinMaxExpr") == 0)
        return lower_extreme(l, body, scope);
    if (strcmp(kind, "TypeCast") == 0)
        return lower_cast(l, body, scope);
    if (strcmp(kind, "FuncCall") == 0)
        return ip_lower_call(l, body, node, scope);
    if (strcmp(kind, "SubLink") == 0)
        return ip_lower_sublink(l, node, scope, false);
    if (strcmp(kind, "A_Indirection") == 0)
        return lower_indirection(l, body, scope);
    if (strcmp(kind, "A_ArrayExpr") == 0)
        return lower_list(l, "ARRAY", ip_field(body, "elements"), true, scope);
    if (strcmp(kind, "RowExpr") == 0)
        return lower_list(l, "ROW", ip_field(body, "args"), false, scope);
    if (strcmp(kind, "SQLValueFunction") == 0)
        return lower_value_function(l, body);
    if (strcmp(kind, "CollateClause") == 0)
        return ip_lower_expr(l, ip_field(body, "arg"), scope);
    if (strcmp(kind, "NamedArgExpr") == 0)
        return ip_lower_expr(l, ip_field(body, "arg"), scope);
    ip_lower_note(l, node, "expression not understood (%s): any value", *kind ? kind : "nothing");
    return ip_lower_not_understood(l, body, scope, ip_other_type);
}

const ip_expr *ip_lower_expr(ip_lowerer *l, const json_t *node, ip_scope *scope)
{
    const ip_expr *expr = lower_node(l, node, scope);
    /* Nodes made for this place carry it; shared ones (variables, parameters) must not. */
    if ((expr->kind == IP_EXPR_OPERATOR || expr->kind == IP_EXPR_COLUMN || expr->kind == IP_EXPR_CALL) &&
        !expr->range.source)
        ((ip_expr *)expr)->range = ip_lower_place(l, node);
    return expr;
}

/* An expression may be a query without its SELECT: count(*) > 0 FROM t WHERE … */
static const ip_expr *query_value(ip_lowerer *l, const json_t *select)
{
    bool correlated = false;
    ip_result *result = ip_lower_select(l, select, NULL, &correlated);
    return result->columns.count > 0 && !l->why ? ip_lower_result_value(l, result, 0, l->loop)
                                                : ip_lower_unknown(l, ip_other_type, 0, NULL);
}

static const ip_expr *tree_value(ip_lowerer *l, const json_t *statements)
{
    const json_t *select = ip_node_as(ip_field(json_array_get(statements, 0), "stmt"), "SelectStmt");
    const json_t *list = ip_field(select, "targetList");
    if (json_array_size(statements) != 1 || json_array_size(list) != 1) {
        ip_report(l->diagnostics, IP_ERROR, l->range, l->program->name, "one expression expected");
        ip_lower_break(l, l->range, "one expression expected");
        return ip_lower_unknown(l, ip_other_type, 0, NULL);
    }
    static const char *const more[] = {"fromClause", "whereClause", "groupClause",  "havingClause",
                                       "sortClause", "limitCount",  "limitOffset",  "distinctClause",
                                       "larg",       "withClause",  "windowClause", "lockingClause"};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        if (ip_field(select, more[i]))
            return query_value(l, select);
    return ip_lower_expr(l, ip_field(ip_node_as(json_array_get(list, 0), "ResTarget"), "val"), NULL);
}

const ip_expr *ip_lower_text_expr(ip_lowerer *l, ip_pl_text text)
{
    ip_parse_error error;
    const ip_source *source = l->source;
    long shift = l->shift;
    ip_range range = l->range;
    const char *whole = l->text;
    l->source = text.source;
    l->shift = (long)text.begin - IP_PG_EXPR_SHIFT;
    l->range = text;
    l->text = ip_lower_folded_text(l, ip_range_text(l->arena, text));
    l->why = NULL;
    json_t *statements =
        ip_pg_parse(l->arena, ip_arena_printf(l->arena, "SELECT %s", ip_range_text(l->arena, text)), &error);
    const ip_expr *expr;
    int before = l->program->statements.count;
    if (statements) {
        expr = tree_value(l, statements);
        if (l->why) {
            ip_lower_emit_unknown(l, statements, l->why);
            expr = ip_lower_unknown(l, expr->type, 0, NULL);
        }
    } else {
        ip_range place = text;
        if (error.offset >= IP_PG_EXPR_SHIFT && text.begin + error.offset - IP_PG_EXPR_SHIFT < text.end)
            place.begin = text.begin + error.offset - IP_PG_EXPR_SHIFT;
        ip_report(l->diagnostics, IP_ERROR, place, l->program->name, "%s", error.message);
        ip_lower_break(l, place, error.message);
        expr = ip_lower_unknown(l, ip_other_type, 0, NULL);
        ip_lower_emit_unknown(l, NULL, error.message);
    }
    json_decref(statements);
    /* PL/pgSQL runs an expression with a query in it as a statement, which has a ROW_COUNT. */
    if (l->program->statements.count > before)
        ip_lower_forget(l, l->row_count, l->loop);
    l->source = source;
    l->shift = shift;
    l->range = range;
    l->text = whole;
    l->why = NULL;
    l->bad_name = false;
    return expr;
}
