/* Expressions: PostgreSQL's parse trees to ip_code_expr. */
#include "base/words.h"
#include "code/coder.h"
#include "access_summary/summary.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

ip_code_expr *ip_code_new(ip_compiler *c, ip_code_expr_kind kind, ip_range range)
{
    ip_code_expr *expr = IP_NEW(c->arena, ip_code_expr);
    expr->kind = kind;
    expr->range = range;
    expr->cast = ip_code_type_any();
    expr->type = (ip_type){IP_OTHER, false, NULL};
    return expr;
}

ip_code_expr *ip_code_make(ip_compiler *c, ip_code_expr_kind kind, ip_range range, int count,
                           const ip_code_expr *const *args)
{
    ip_code_expr *expr = ip_code_new(c, kind, range);
    expr->arg_count = count;
    expr->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, count);
    for (int i = 0; i < count; i++)
        expr->args[i] = args[i];
    switch (kind) {
    case IP_CODE_AND:
    case IP_CODE_OR:
    case IP_CODE_NOT:
    case IP_CODE_IS_NULL:
    case IP_CODE_NOT_NULL:
    case IP_CODE_IS_TRUE:
    case IP_CODE_IS_FALSE:
    case IP_CODE_DISTINCT:
    case IP_CODE_IN:
    case IP_CODE_ANY:
    case IP_CODE_ALL:
    case IP_CODE_ANY_OF:
    case IP_CODE_ALL_OF:
        expr->type = (ip_type){IP_BOOLEAN, false, "boolean"};
        break;
    default:
        break;
    }
    return expr;
}

ip_code_expr *ip_code_operator(ip_compiler *c, const char *name, const ip_code_expr *a, const ip_code_expr *b,
                               ip_range range)
{
    const ip_code_expr *const args[] = {a ? a : b, b};
    ip_code_expr *expr = ip_code_make(c, IP_CODE_OPERATOR, range, a ? 2 : 1, args);
    expr->name = name;
    expr->type = a ? ip_code_operator_type(name, a->type, b->type) : b->type;
    expr->user_operators = ip_code_user_operators_of(c, false, name, expr->args, expr->arg_count, range);
    if (expr->user_operators && !expr->user_operators->own && expr->user_operators->count == 1 &&
        expr->user_operators->items[0].callee)
        expr->type = expr->user_operators->items[0].callee->result.type;
    return expr;
}

const ip_code_expr *ip_code_null(ip_compiler *c, ip_range range)
{
    ip_code_expr *expr = ip_code_new(c, IP_CODE_CONSTANT, range);
    expr->null = true;
    return expr;
}

const ip_code_expr *ip_code_text_constant(ip_compiler *c, const char *type, const char *text, ip_range range)
{
    ip_code_expr *expr = ip_code_new(c, IP_CODE_CONSTANT, range);
    expr->text = ip_arena_strdup(c->arena, text);
    expr->unknown = !type;
    if (!type)
        return expr;
    bool number = strcmp(type, "integer") == 0 || strcmp(type, "bigint") == 0;
    expr->type = (ip_type){number                         ? IP_INTEGER
                           : strcmp(type, "numeric") == 0 ? IP_NUMERIC
                           : strcmp(type, "boolean") == 0 ? IP_BOOLEAN
                                                          : IP_TEXT,
                           false, type};
    expr->cast.type = expr->type;
    return expr;
}

/* The parser has put the sign of a negative number into it. A number too large for an integer is a bigint, beyond that
 * a numeric. */
static const char *number_type(const char *text)
{
    const char *digits = text + (*text == '-');
    if (digits[strspn(digits, "0123456789")])
        return "numeric";
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno)
        return "numeric";
    return value == (int32_t)value ? "integer" : "bigint";
}

static const ip_code_expr *constant(ip_compiler *c, const ip_tree *node)
{
    const PgQuery__AConst *body = ip_as_a_const(node);
    ip_range range = ip_code_place_of(c, node);
    if (IP_GET(body, isnull))
        return ip_code_null(c, range);
    if (ip_const_ival(body))
        return ip_code_text_constant(c, "integer", ip_arena_printf(c->arena, "%d", IP_GET(ip_const_ival(body), ival)),
                                     range);
    if (ip_const_fval(body)) {
        const char *text = IP_TEXT(ip_const_fval(body), fval);
        return ip_code_text_constant(c, number_type(text), text, range);
    }
    if (ip_const_boolval(body))
        return ip_code_text_constant(c, "boolean", IP_GET(ip_const_boolval(body), boolval) ? "t" : "f", range);
    if (ip_const_sval(body))
        return ip_code_text_constant(c, NULL, IP_TEXT(ip_const_sval(body), sval), range);
    ip_code_expr *bits = ip_code_new(c, IP_CODE_CONSTANT, range);
    bits->text = ip_arena_strdup(c->arena, IP_TEXT(ip_const_bsval(body), bsval));
    bits->type = bits->cast.type = (ip_type){IP_OTHER, false, "bit"};
    return bits;
}

static void args_of(ip_compiler *c, const ip_tree *list, ip_code_scope *scope, ip_code_args *args)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(list, i, item) IP_PUSH(c->arena, args, ip_code_expr_of(c, item, scope));
}

/* Branches of CASE, COALESCE …: the first type known, or the wider of numbers. */
static ip_type common_type(const ip_code_args *values)
{
    ip_type type = {IP_OTHER, false, NULL};
    for (int i = 0; i < values->count; i++)
        type = ip_code_operator_type("+", type, values->items[i]->type).name &&
                       (type.kind == IP_INTEGER || type.kind == IP_NUMERIC)
                   ? ip_code_operator_type("+", type, values->items[i]->type)
               : type.name ? type
                           : values->items[i]->type;
    return type;
}

static const ip_code_expr *case_of(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__CaseExpr *body = ip_as_case_expr(node);
    const ip_tree *subject = IP_GET(body, arg), *otherwise = IP_GET(body, defresult);
    ip_range range = ip_code_place_of(c, node);
    const ip_code_expr *value = subject ? ip_code_expr_of(c, subject, scope) : NULL;
    ip_code_args args = {0}, values = {0};
    size_t i;
    const ip_tree *item;
    if (value && ip_code_is_volatile(value))
        ip_code_refuse(c, range, "CASE of a value that may change between its comparisons");
    IP_LIST_EACH(IP_ITEMS(body, args), i, item)
    {
        const PgQuery__CaseWhen *when = ip_as_case_when(item);
        const ip_code_expr *condition = ip_code_expr_of(c, IP_GET(when, expr), scope);
        IP_PUSH(c->arena, &args, value ? ip_code_compare(c, "=", value, condition, range) : condition);
        IP_PUSH(c->arena, &args, ip_code_expr_of(c, IP_GET(when, result), scope));
        IP_PUSH(c->arena, &values, args.items[args.count - 1]);
    }
    if (otherwise) {
        IP_PUSH(c->arena, &args, ip_code_expr_of(c, otherwise, scope));
        IP_PUSH(c->arena, &values, args.items[args.count - 1]);
    }
    ip_code_expr *expr = ip_code_make(c, IP_CODE_CASE, range, args.count, args.items);
    expr->type = common_type(&values);
    return expr;
}

/* ROW(v.*, 1) */
static void row_of(ip_compiler *c, const ip_tree *items, ip_code_scope *scope, ip_code_args *args)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(items, i, item)
    {
        ip_code_columns columns = {0};
        if (!ip_code_expand(c, item, scope, &columns))
            IP_PUSH(c->arena, args, ip_code_expr_of(c, item, scope));
        for (int k = 0; k < columns.count; k++)
            IP_PUSH(c->arena, args, columns.items[k].expr);
    }
}

static const ip_code_expr *list_of(ip_compiler *c, ip_code_expr_kind kind, const ip_tree *node, const ip_list *items,
                                   ip_code_scope *scope)
{
    ip_code_args args = {0};
    if (kind == IP_CODE_ROW)
        row_of(c, items, scope, &args);
    else
        args_of(c, items, scope, &args);
    ip_code_expr *expr = ip_code_make(c, kind, ip_code_place_of(c, node), args.count, args.items);
    for (int i = 0; (kind == IP_CODE_LEAST || kind == IP_CODE_GREATEST) && i < args.count; i++)
        ip_code_refuse_order(c, args.items[i], expr->range);
    if (kind != IP_CODE_ROW)
        expr->type = common_type(&args);
    expr->type.array = kind == IP_CODE_ARRAY;
    return expr;
}

static bool is_record(const ip_compiler *c, const ip_code_expr *expr)
{
    return expr->kind == IP_CODE_WHOLE_ROW || ip_code_row_of(c, expr) ||
           (expr->kind == IP_CODE_CALL && ip_code_is_record(&expr->callee->result)) ||
           (expr->kind == IP_CODE_VARIABLE && ip_code_is_record(&c->code->variables.items[expr->index].type));
}

/* A row IS NULL when all its fields are, IS NOT NULL when none is. */
static const ip_code_expr *null_test(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__NullTest *body = ip_as_null_test(node);
    ip_range range = ip_code_place_of(c, node);
    bool is_null = IP_GET(body, nulltesttype) != PG_QUERY__NULL_TEST_TYPE__IS_NOT_NULL;
    const ip_code_expr *a = ip_code_expr_of(c, IP_GET(body, arg), scope);
    if (a->kind != IP_CODE_ROW && is_record(c, a))
        return ip_code_make(c, is_null ? IP_CODE_IS_NULL : IP_CODE_NOT_NULL, range, 1, &a);
    ip_code_args tests = {0};
    for (int i = 0; i < (a->kind == IP_CODE_ROW ? a->arg_count : 1); i++) {
        const ip_code_expr *test =
            ip_code_make(c, IP_CODE_IS_NULL, range, 1, a->kind == IP_CODE_ROW ? &a->args[i] : &a);
        IP_PUSH(c->arena, &tests, is_null ? test : ip_code_make(c, IP_CODE_NOT, range, 1, &test));
    }
    return tests.count == 1 ? tests.items[0] : ip_code_make(c, IP_CODE_AND, range, tests.count, tests.items);
}

static const ip_code_expr *boolean_test(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__BooleanTest *body = ip_as_boolean_test(node);
    const PgQuery__BoolTestType kind = body->booltesttype;
    ip_range range = ip_code_place_of(c, node);
    const ip_code_expr *a = ip_code_expr_of(c, IP_GET(body, arg), scope);
    bool unknown = kind == PG_QUERY__BOOL_TEST_TYPE__IS_UNKNOWN || kind == PG_QUERY__BOOL_TEST_TYPE__IS_NOT_UNKNOWN;
    bool truth = kind == PG_QUERY__BOOL_TEST_TYPE__IS_TRUE || kind == PG_QUERY__BOOL_TEST_TYPE__IS_NOT_TRUE;
    bool negated = kind == PG_QUERY__BOOL_TEST_TYPE__IS_NOT_UNKNOWN || kind == PG_QUERY__BOOL_TEST_TYPE__IS_NOT_TRUE ||
                   kind == PG_QUERY__BOOL_TEST_TYPE__IS_NOT_FALSE;
    const ip_code_expr *test = ip_code_make(c,
                                            unknown ? IP_CODE_IS_NULL
                                            : truth ? IP_CODE_IS_TRUE
                                                    : IP_CODE_IS_FALSE,
                                            range, 1, &a);
    return negated ? ip_code_make(c, IP_CODE_NOT, range, 1, &test) : test;
}

/* INTERVAL '2' DAY: the parser gives the field as a mask of PostgreSQL's (utils/timestamp.h). */
static const ip_code_expr *interval_literal(ip_compiler *c, const ip_code_expr *literal, const ip_tree *modifiers)
{
    static const struct {
        int mask;
        const char *unit;
    } units[] = {{4, "year"}, {2, "month"}, {8, "day"}, {1024, "hour"}, {2048, "minute"}, {4096, "second"}};
    long long mask = IP_GET(ip_const_ival(ip_as_a_const(ip_parse_list_item(modifiers, 0))), ival);
    bool number = literal->text && literal->text[strspn(literal->text, "-0123456789")] == '\0';
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (number && mask == units[i].mask && ip_parse_list_size(modifiers) == 1)
            return ip_code_text_constant(c, NULL, ip_arena_printf(c->arena, "%s %s", literal->text, units[i].unit),
                                         literal->range);
    ip_code_refuse(c, literal->range, "an interval of these fields");
    return literal;
}

static const ip_code_expr *cast_of(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__TypeCast *body = ip_as_type_cast(node);
    const PgQuery__TypeName *type_name = IP_GET(body, type_name);
    ip_range range = ip_code_place_of(c, node);
    const ip_code_expr *a = ip_code_expr_of(c, IP_GET(body, arg), scope);
    ip_code_type type = ip_code_type_of_name(c, type_name, range);
    if (ip_code_type_named(&type.type, "interval") && ip_parse_list_size(IP_ITEMS(type_name, typmods)) > 0)
        a = interval_literal(c, a, IP_ITEMS(type_name, typmods));
    ip_code_expr *expr = ip_code_make(c, IP_CODE_CAST, range, 1, &a);
    expr->cast = type;
    expr->type = type.type;
    if (!a->unknown)
        expr->user_operators =
            ip_code_user_operators_of(c, true, ip_parse_typename_text(c->arena, type_name), &a, 1, range);
    return expr;
}

/* a[b:c], as a function's call. A bound that is left out is the first or last subscript that there may be. */
static const ip_code_expr *slice(ip_compiler *c, const ip_code_expr *array, const PgQuery__AIndices *index,
                                 ip_code_scope *scope)
{
    const PgQuery__Node *const bounds[] = {index->lidx, index->uidx};
    const char *const widest[] = {"1", "2147483647"};
    const ip_code_expr *args[3] = {array};
    for (int i = 0; i < 2; i++)
        args[i + 1] = bounds[i] ? ip_code_expr_of(c, bounds[i], scope)
                                : ip_code_text_constant(c, "integer", widest[i], array->range);
    ip_code_expr *expr = ip_code_make(c, IP_CODE_FUNCTION, array->range, 3, args);
    expr->name = "array slice";
    expr->type = array->type;
    return expr;
}

static const ip_code_expr *indirection(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__AIndirection *body = ip_as_a_indirection(node);
    const ip_tree *first = ip_parse_list_item(IP_ITEMS(body, indirection), 0);
    const ip_code_expr *argument = ip_code_trigger_argument(c, IP_GET(body, arg), IP_GET(ip_as_a_indices(first), uidx));
    if (argument && ip_parse_list_size(IP_ITEMS(body, indirection)) == 1)
        return argument;
    const ip_code_expr *expr = ip_code_expr_of(c, IP_GET(body, arg), scope);
    size_t i;
    const ip_tree *step;
    IP_LIST_EACH(IP_ITEMS(body, indirection), i, step)
    {
        const PgQuery__AIndices *index = ip_as_a_indices(step);
        const char *field = ip_parse_string_node(step);
        if (*field) {
            expr = ip_code_field_of(c, expr, field, expr->range);
        } else if (index && !IP_GET(index, is_slice)) {
            const ip_code_expr *const args[] = {expr, ip_code_expr_of(c, IP_GET(index, uidx), scope)};
            ip_code_expr *element = ip_code_make(c, IP_CODE_SUBSCRIPT, expr->range, 2, args);
            element->type = expr->type.array ? (ip_type){expr->type.kind, false, NULL} : element->type;
            expr = element;
        } else if (index && ip_parse_list_size(IP_ITEMS(body, indirection)) == 1) {
            expr = slice(c, expr, index, scope);
        } else {
            ip_code_refuse(c, expr->range, index ? "a slice among several subscripts" : "a row in place of a value");
        }
    }
    return expr;
}

static const ip_code_expr *sublink(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__SubLink *body = ip_as_sub_link(node);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(body, subselect));
    const PgQuery__SubLinkType type = body->sub_link_type;
    ip_range range = ip_code_place_of(c, node);
    static const struct {
        PgQuery__SubLinkType type;
        ip_code_expr_kind kind;
    } kinds[] = {{PG_QUERY__SUB_LINK_TYPE__EXISTS_SUBLINK, IP_CODE_EXISTS},
                 {PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK, IP_CODE_SCALAR},
                 {PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK, IP_CODE_ANY_OF},
                 {PG_QUERY__SUB_LINK_TYPE__ALL_SUBLINK, IP_CODE_ALL_OF},
                 {PG_QUERY__SUB_LINK_TYPE__ARRAY_SUBLINK, IP_CODE_ARRAY_OF}};
    for (size_t i = 0; select && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].type != type)
            continue;
        const ip_code_expr *known = kinds[i].kind == IP_CODE_EXISTS ? ip_code_known_in_catalog(c, select, range) : NULL;
        if (known)
            return known;
        const ip_tree *test = IP_GET(body, testexpr), *names = IP_ITEMS(body, oper_name);
        const ip_code_expr *left = test ? ip_code_expr_of(c, test, scope) : NULL;
        ip_code_expr *expr = ip_code_make(c, kinds[i].kind, range, left != NULL, &left);
        expr->query = ip_code_select(c, select, ip_code_scope_new(c, scope, true));
        int wanted = left && left->kind == IP_CODE_ROW ? left->arg_count : 1;
        if (kinds[i].kind != IP_CODE_EXISTS && expr->query->target_count != wanted)
            ip_code_refuse_wrong(c, range, "42601",
                                 !left                                ? "subquery must return only one column"
                                 : expr->query->target_count > wanted ? "subquery has too many columns"
                                                                      : "subquery has too few columns",
                                 "a subquery with %d columns where %d are expected", expr->query->target_count, wanted);
        if (left)
            expr->name = names ? ip_arena_strdup(c->arena, ip_parse_last_string(names)) : "=";
        if (wanted > 1 && strcmp(expr->name, "=") != 0)
            ip_code_refuse(c, range, "a row compared with a subquery by %s", expr->name);
        if (kinds[i].kind == IP_CODE_EXISTS)
            expr->type = (ip_type){IP_BOOLEAN, false, "boolean"};
        else if (!left && expr->query->target_count == 1 && expr->query->targets[0].expr)
            expr->type = expr->query->targets[0].expr->type;
        return expr;
    }
    ip_code_refuse(c, range, "this form of subquery");
    return ip_code_null(c, range);
}

const char *ip_code_value_function_name(const ip_tree *node)
{
#define VALUE(op, name)                                                                                                \
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_##op:                                                                   \
        return name
    switch (ip_as_sqlvalue_function(node)->op) {
        VALUE(CURRENT_DATE, "current_date");
        VALUE(CURRENT_TIME, "current_time");
        VALUE(CURRENT_TIME_N, "current_time");
        VALUE(CURRENT_TIMESTAMP, "current_timestamp");
        VALUE(CURRENT_TIMESTAMP_N, "current_timestamp");
        VALUE(LOCALTIME, "localtime");
        VALUE(LOCALTIME_N, "localtime");
        VALUE(LOCALTIMESTAMP, "localtimestamp");
        VALUE(LOCALTIMESTAMP_N, "localtimestamp");
        VALUE(CURRENT_ROLE, "current_role");
        VALUE(CURRENT_USER, "current_user");
        VALUE(USER, "user");
        VALUE(SESSION_USER, "session_user");
        VALUE(CURRENT_CATALOG, "current_catalog");
        VALUE(CURRENT_SCHEMA, "current_schema");
    default:
        return NULL;
    }
#undef VALUE
}

/* What depends on the session is computed when the code runs: sessions share code. */
static const ip_code_expr *value_function(ip_compiler *c, const ip_tree *node)
{
    const PgQuery__SQLValueFunction *body = ip_as_sqlvalue_function(node);
    ip_code_expr *expr = ip_code_new(c, IP_CODE_FUNCTION, ip_code_place_of(c, node));
    expr->name = ip_code_value_function_name(node);
    if (!expr->name) {
        ip_code_refuse(c, expr->range, "a value of the connection");
        return ip_code_null(c, expr->range);
    }
    bool date = strstr(expr->name, "date"), time = date || strstr(expr->name, "time");
    if (time) {
        expr->type = (ip_type){IP_TIME, false,
                               date                          ? "date"
                               : strstr(expr->name, "stamp") ? "timestamp with time zone"
                                                             : NULL};
    } else {
        expr->type = (ip_type){IP_TEXT, false, "name"};
        ip_code_add_place(c, body->location, 1, expr);
    }
    return expr;
}

static const ip_code_expr *connective(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__BoolExpr *body = ip_as_bool_expr(node);
    PgQuery__BoolExprType op = IP_GET(body, boolop);
    ip_code_args args = {0};
    args_of(c, IP_ITEMS(body, args), scope, &args);
    return ip_code_make(c,
                        op == PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR    ? IP_CODE_OR
                        : op == PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR ? IP_CODE_NOT
                                                                   : IP_CODE_AND,
                        ip_code_place_of(c, node), args.count, args.items);
}

/* parse_expr.c, transformCollateClause. */
static bool has_no_collation(const ip_code_expr *e)
{
    static const char others[] = "json jsonb uuid bytea oid xid inet cidr macaddr point box int4range int8range "
                                 "numrange tsrange tstzrange daterange bit varbit money tsvector tsquery";
    const ip_type *type = &e->type;
    if (e->unknown || e->null || !type->name || e->kind == IP_CODE_CALL)
        return false;
    return type->kind == IP_INTEGER || type->kind == IP_NUMERIC || type->kind == IP_BOOLEAN || type->kind == IP_TIME ||
           ip_is_among(others, type->name);
}

static const ip_code_expr *collated(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__CollateClause *body = ip_as_collate_clause(node);
    const ip_tree *names = IP_ITEMS(body, collname);
    const char *name = ip_parse_last_string(names);
    if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0 && strcmp(name, "default") != 0)
        ip_code_refuse(c, ip_code_place_of(c, node), "collation \"%s\"", name);
    const ip_code_expr *expr = ip_code_expr_of(c, IP_GET(body, arg), scope);
    if (has_no_collation(expr))
        ip_code_refuse_wrong(c, ip_code_place_of(c, node), "42804",
                             ip_arena_printf(c->arena, "collations are not supported by type %s", expr->type.name),
                             "COLLATE of a value of type %s", expr->type.name);
    return expr;
}

static const ip_code_expr *node_of(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    static const struct {
        const char *kind;
        const ip_code_expr *(*compile)(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);
    } kinds[] = {{"ColumnRef", ip_code_column_ref}, {"A_Expr", ip_code_a_expr}, {"BoolExpr", connective},
                 {"FuncCall", ip_code_call},        {"TypeCast", cast_of},      {"NullTest", null_test},
                 {"BooleanTest", boolean_test},     {"CaseExpr", case_of},      {"SubLink", sublink},
                 {"A_Indirection", indirection},    {"CollateClause", collated}};
    const char *kind = ip_parse_node_kind(node);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return kinds[i].compile(c, node, scope);
    if (strcmp(kind, "A_Const") == 0)
        return constant(c, node);
    if (strcmp(kind, "ParamRef") == 0)
        return ip_code_parameter_ref(c, node);
    if (strcmp(kind, "CoalesceExpr") == 0)
        return list_of(c, IP_CODE_COALESCE, node, IP_ITEMS(ip_as_coalesce_expr(node), args), scope);
    if (strcmp(kind, "MinMaxExpr") == 0)
        return list_of(c,
                       IP_GET(ip_as_min_max_expr(node), op) == PG_QUERY__MIN_MAX_OP__IS_LEAST ? IP_CODE_LEAST
                                                                                              : IP_CODE_GREATEST,
                       node, IP_ITEMS(ip_as_min_max_expr(node), args), scope);
    if (strcmp(kind, "A_ArrayExpr") == 0)
        return list_of(c, IP_CODE_ARRAY, node, IP_ITEMS(ip_as_a_array_expr(node), elements), scope);
    if (strcmp(kind, "RowExpr") == 0)
        return list_of(c, IP_CODE_ROW, node, IP_ITEMS(ip_as_row_expr(node), args), scope);
    if (strcmp(kind, "SQLValueFunction") == 0)
        return value_function(c, node);
    if (strcmp(kind, "GroupingFunc") == 0)
        return ip_code_grouping_call(c, node, scope);
    ip_code_refuse(c, ip_code_place_of(c, node), "an expression that is not understood (%s)", *kind ? kind : "nothing");
    return ip_code_null(c, c->range);
}

const ip_code_expr *ip_code_expr_of(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    enum { DEEPEST = 1000 };
    if (c->depth >= DEEPEST) {
        ip_code_refuse(c, c->range, "expression nested too deeply");
        return ip_code_null(c, c->range);
    }
    c->depth++;
    const ip_code_expr *expr = node_of(c, node, scope);
    c->depth--;
    return expr;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool ip_code_same(const ip_code_expr *a, const ip_code_expr *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->level != b->level || a->item != b->item || a->index != b->index ||
        a->arg_count != b->arg_count || a->null != b->null || a->unknown != b->unknown || a->callee != b->callee ||
        a->query || b->query || a->kind == IP_CODE_AGGREGATE || a->kind == IP_CODE_WINDOW || a->path || b->path ||
        !same_text(a->text, b->text))
        return false;
    if (a->kind != IP_CODE_COLUMN && !same_text(a->name, b->name))
        return false;
    if (a->cast.type.kind != b->cast.type.kind || !same_text(a->cast.type.name, b->cast.type.name) ||
        a->cast.domain != b->cast.domain)
        return false;
    for (int i = 0; i < a->arg_count; i++)
        if (!a->args[i] || !b->args[i] || !ip_code_same(a->args[i], b->args[i]))
            return false;
    return true;
}
