/* Conversions between types, of casts and of assignments alike (PostgreSQL 15, sections 10.4 and 43.5.1): which
 * keep the value, and which may round, truncate or shift it. The latter are uninterpreted functions of the value. */
#include "lower/expr/collation.h"
#include "lower/lower.h"
#include "program/total.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool starts(const char *name, const char *with)
{
    return name && strncmp(name, with, strlen(with)) == 0;
}

static bool is_float(ip_type type)
{
    return starts(type.name, "real") || starts(type.name, "double") || starts(type.name, "float") ||
           starts(type.name, "money");
}

/* Only combines or splits values. */
static bool keeps_parts(const char *name)
{
    static const char *const names[] = {"ROW", "ARRAY", "row_is_null", "row_is_not_null", "cardinality", "[]"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return *name == '.' || starts(name, "in partition ");
}

static bool is_plain(ip_type type)
{
    return !type.array && !is_float(type) && type.kind != IP_TIME && type.kind != IP_OTHER;
}

/* May the result depend on TimeZone, DateStyle, bytea_output … (PostgreSQL 15, section 20.11.2)? */
static bool asks_settings(const char *name, ip_type type, int count, const ip_expr *const *args)
{
    if (keeps_parts(name))
        return false;
    bool plain = is_plain(type) && !strchr(name, '(') && !starts(name, "to_");
    for (int i = 0; i < count; i++)
        plain = plain && is_plain(args[i]->type);
    return !plain;
}

const ip_expr *ip_lower_apply(ip_lowerer *l, const char *name, ip_type type, int count, const ip_expr *const *args)
{
    if ((l->definitions->settings_change && asks_settings(name, type, count, args)) ||
        ip_lower_collation_is_asked(l, name, count, args))
        return ip_lower_unknown(l, type, count, args);
    ip_expr *expr = ip_program_expr_new(l->arena, IP_EXPR_CALL, type);
    expr->text = ip_arena_strdup(l->arena, name);
    expr->arg_count = count;
    expr->args = IP_NEW_ARRAY(l->arena, const ip_expr *, count);
    for (int i = 0; i < count; i++)
        expr->args[i] = args[i];
    return expr;
}

/* PostgreSQL drops (12,2) from the types of parameters and results. */
ip_type ip_lower_without_modifier(ip_lowerer *l, ip_type type)
{
    const char *open = type.name ? strchr(type.name, '(') : NULL;
    const char *close = open ? strchr(open, ')') : NULL;
    if (close && (type.kind == IP_NUMERIC || type.kind == IP_TEXT || type.kind == IP_TIME))
        type.name = ip_arena_printf(l->arena, "%.*s%s", (int)(open - type.name), type.name, close + 1);
    return type;
}

ip_type ip_lower_element_type(ip_lowerer *l, ip_type array)
{
    array.array = false;
    if (array.name)
        array.name = ip_arena_strndup(l->arena, array.name, strcspn(array.name, "["));
    return array;
}

/* The most digits of a value of the type after the decimal point. */
static int type_scale(ip_type type)
{
    if (type.array || is_float(type))
        return INT_MAX;
    if (type.kind == IP_INTEGER)
        return 0;
    const char *open = type.kind == IP_NUMERIC && type.name ? strchr(type.name, '(') : NULL;
    const char *comma = open ? strchr(open, ',') : NULL;
    return comma ? atoi(comma + 1) : open ? 0 : INT_MAX;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The same for the expression's value; INT_MAX: any number. */
static int scale(const ip_expr *e)
{
    const char *point;
    int all = 0;
    if (e->type.array || is_float(e->type))
        return INT_MAX;
    switch (e->kind) {
    case IP_EXPR_NULL:
    case IP_EXPR_INTEGER:
        return 0;
    case IP_EXPR_NUMERIC:
        if (strspn(e->text, "-0123456789.") != strlen(e->text))
            return INT_MAX;
        point = strchr(e->text, '.');
        return point ? (int)strlen(point + 1) : 0;
    case IP_EXPR_PARAMETER:
        return e->type.kind == IP_INTEGER ? 0 : INT_MAX;
    case IP_EXPR_OPERATOR:
        break;
    default:
        return type_scale(e->type);
    }
    switch (e->op) {
    case IP_OP_ADD:
    case IP_OP_SUB:
    case IP_OP_NEG:
    case IP_OP_COALESCE:
    case IP_OP_IF:
    case IP_OP_AS:
        for (int i = e->op == IP_OP_IF; i < e->arg_count; i++)
            all = larger(all, scale(e->args[i]));
        return all;
    default:
        return type_scale(e->type);
    }
}

/* The n of varchar(n) and char(n); 1 of a bare char, INT_MAX where there is none. */
static int width(ip_type type)
{
    const char *open = strchr(type.name, '(');
    return open ? atoi(open + 1) : strcmp(type.name, "character") == 0 ? 1 : INT_MAX;
}

static bool padded(ip_type type)
{
    return starts(type.name, "character") && !starts(type.name, "character varying");
}

static bool keeps_text(const ip_expr *e, ip_type to)
{
    if (!to.name || strcmp(to.name, "text") == 0 || strcmp(to.name, "character varying") == 0)
        return true;
    bool text = padded(to) || starts(to.name, "character varying(");
    if (e->kind == IP_EXPR_TEXT) {
        size_t length = strlen(e->text);
        if (text)
            return (int)length <= width(to) && (!padded(to) || length == 0 || e->text[length - 1] != ' ');
        return !e->type.name || strcmp(e->type.name, to.name) == 0; /* an enum's label */
    }
    if (!text || !e->type.name || !starts(e->type.name, "character"))
        return false;
    /* A parameter's length is not enforced. */
    return e->kind != IP_EXPR_PARAMETER && width(e->type) <= width(to) && (!padded(to) || padded(e->type));
}

/* Whether the conversion keeps the value of the expression. */
static bool keeps(const ip_expr *e, ip_type to)
{
    ip_type from = e->type;
    if (e->kind == IP_EXPR_NULL)
        return true;
    if (e->kind == IP_EXPR_OPERATOR && (e->op == IP_OP_IF || e->op == IP_OP_COALESCE)) {
        for (int i = e->op == IP_OP_IF; i < e->arg_count; i++)
            if (!keeps(e->args[i], to))
                return false;
        return true;
    }
    if (from.array != to.array)
        return false;
    /* A literal has the type that its context requires, not yet cut to it. */
    bool literal = e->kind == IP_EXPR_TEXT || e->kind == IP_EXPR_NUMERIC;
    if (!literal && from.name && to.name && strcmp(from.name, to.name) == 0)
        return true;
    if (to.array)
        return from.kind == to.kind && to.kind == IP_INTEGER;
    if (from.kind == IP_INTEGER && to.kind == IP_INTEGER)
        return true; /* or an error */
    switch (to.kind) {
    case IP_INTEGER:
        return from.kind == IP_NUMERIC && scale(e) <= 0;
    case IP_NUMERIC:
        if (from.kind != IP_INTEGER && from.kind != IP_NUMERIC)
            return false;
        if (is_float(to)) /* a double represents 53 bits exactly, a real 24 */
            return e->kind == IP_EXPR_INTEGER && strlen(e->text) < 7;
        return type_scale(to) == INT_MAX ? !is_float(from) : scale(e) <= type_scale(to);
    case IP_TEXT:
        return from.kind == IP_TEXT && keeps_text(e, to);
    case IP_BOOLEAN:
        return from.kind == IP_BOOLEAN;
    case IP_TIME:
        return from.kind == IP_TIME && starts(from.name, "date") && to.name &&
               strcmp(to.name, "timestamp without time zone") == 0;
    case IP_OTHER:
        return false;
    }
    return false;
}

const ip_expr *ip_lower_convert(ip_lowerer *l, const ip_expr *expr, ip_type type)
{
    const ip_expr *a = ip_lower_coerce(l, expr, type);
    if (type.kind == IP_OTHER && !type.name && !type.array)
        return a;
    if (keeps(a, type)) {
        const ip_user_type *named =
            a->kind == IP_EXPR_TEXT && type.name ? ip_ddl_definitions_type(l->definitions, type.name) : NULL;
        bool label = named && named->labels.count > 0 && !type.array;
        return label ? ip_lower_literal(l, IP_EXPR_TEXT, type, a->text) : ip_lower_retyped(l, a, type);
    }
    if (a->kind == IP_EXPR_UNKNOWN)
        return ip_lower_unknown(l, type, a->arg_count, a->args);
    /* An untyped literal for an unknown type, such as an enum declared elsewhere. */
    if (a->kind == IP_EXPR_TEXT && !a->type.name && type.kind == IP_OTHER)
        return a;
    /* 'now' and 'today' are times, too. */
    const ip_expr *const args[] = {a, l->now};
    bool of_text = type.kind == IP_TIME && a->type.kind != IP_TIME;
    return ip_lower_apply(l, type.name ? type.name : "cast", type, of_text ? 2 : 1, args);
}

static bool same_base(const char *a, const char *b)
{
    size_t length = strcspn(a, "([");
    return strcspn(b, "([") == length && strncmp(a, b, length) == 0;
}

static bool is_number(ip_type type)
{
    return type.kind == IP_INTEGER || type.kind == IP_NUMERIC;
}

/* Whether it may be a CREATE CAST … WITH FUNCTION, or one of an array's elements: by the target type, and the value's
 * type, of which only the kind is sure: count(*) is a bigint. */
static bool may_be_meant(ip_lowerer *l, const ip_user_operator *s, const ip_expr *value, ip_type type)
{
    bool literal = value->kind == IP_EXPR_NULL || (value->kind == IP_EXPR_TEXT && !value->type.name);
    if (s->kind != IP_USER_CAST || !type.name || !same_base(s->name, type.name) || literal)
        return false;
    if (!value->type.name || !s->left || value->type.kind == IP_OTHER || same_base(value->type.name, s->left))
        return true;
    ip_type from = ip_lower_over(l, ip_parse_type_from_text(l->arena, s->left));
    return is_number(from) ? is_number(value->type) : from.kind == value->type.kind;
}

/* The type, or a domain's constraint, may refuse a value even if the conversion keeps it. */
static void lose(ip_lowerer *l, const ip_expr *value, const ip_expr *result, ip_type named, ip_type type)
{
    const ip_user_type *user = named.name ? ip_ddl_definitions_type(l->definitions, named.name) : NULL;
    if (user && user->domain && (user->checks.count > 0 || user->not_null || user->altered))
        ip_lower_lose(l, ip_lower_apply(l, ip_arena_printf(l->arena, "domain %s", named.name), type, 1, &value));
    bool literal = value->kind == IP_EXPR_NULL || value->kind == IP_EXPR_INTEGER || value->kind == IP_EXPR_NUMERIC ||
                   value->kind == IP_EXPR_TEXT || value->kind == IP_EXPR_BOOLEAN;
    bool retyped = result->kind == value->kind && result->kind != IP_EXPR_CALL && result->kind != IP_EXPR_OPERATOR;
    if ((retyped || ip_program_expr_value(result) == value) && !literal && type.name)
        ip_lower_lose(l, ip_lower_apply(l, type.name, type, 1, &value));
}

void ip_lower_lose(ip_lowerer *l, const ip_expr *expr)
{
    bool same_type = expr->kind == IP_EXPR_CALL && expr->arg_count == 1 && expr->args[0]->type.name &&
                     strcmp(expr->args[0]->type.name, expr->text) == 0;
    if (!same_type && !ip_program_expr_total(expr))
        IP_PUSH(l->arena, &l->lost, expr);
}

bool ip_lower_is_array_cast(ip_lowerer *l, const ip_tree *node, ip_type *element)
{
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    if (!ip_as_a_array_expr(IP_GET(cast, arg)))
        return false;
    ip_type type = ip_parse_typename_type(l->arena, IP_GET(cast, type_name));
    const char *bracket = type.name ? strchr(type.name, '[') : NULL;
    for (int i = 0; i < l->definitions->user_operators.count; i++)
        if (l->definitions->user_operators.items[i].kind == IP_USER_CAST)
            return false;
    if (!type.array || type.kind == IP_OTHER || !bracket || strcmp(bracket, "[]") != 0)
        return false;
    *element = ip_parse_type_from_text(l->arena, ip_arena_strndup(l->arena, type.name, (size_t)(bracket - type.name)));
    return true;
}

const ip_expr *ip_lower_cast_element(ip_lowerer *l, const ip_expr *value, ip_type type)
{
    const ip_expr *result = ip_lower_convert(l, value, type);
    lose(l, value, result, type, type);
    return result;
}

static const ip_expr *lower_array_cast(ip_lowerer *l, const PgQuery__TypeCast *cast, ip_type element, ip_scope *scope)
{
    ip_values args = {0};
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(ip_as_a_array_expr(cast->arg), elements), i, item)
    IP_PUSH(l->arena, &args, ip_lower_cast_element(l, ip_lower_expr(l, item, scope), element));
    ip_type type = ip_parse_typename_type(l->arena, cast->type_name);
    return ip_lower_apply(l, "ARRAY", type, args.count, args.items);
}

const ip_expr *ip_lower_cast(ip_lowerer *l, const PgQuery__TypeCast *cast, const ip_tree *node, ip_scope *scope)
{
    ip_type element;
    if (ip_lower_is_array_cast(l, node, &element))
        return lower_array_cast(l, cast, element, scope);
    ip_type named = ip_parse_typename_type(l->arena, IP_GET(cast, type_name)), type = ip_lower_over(l, named);
    const ip_expr *value = ip_lower_if_sure(l, IP_GET(cast, arg), scope, ip_lower_casts_are_own(l));
    const ip_expr *cast_by_files = NULL;
    ip_values args = {0};
    IP_PUSH(l->arena, &args, value);
    for (int i = 0; i < l->definitions->user_operators.count; i++)
        if (may_be_meant(l, &l->definitions->user_operators.items[i], value, named))
            cast_by_files = ip_lower_user_operator(l, node, &l->definitions->user_operators.items[i], &args);
    if (cast_by_files)
        return ip_lower_unknown(l, type, 1, &cast_by_files);
    const ip_table *row = ip_lower_row_type(l, type);
    const ip_expr *result = row ? ip_lower_row_as(l, value, row, type) : ip_lower_convert(l, value, type);
    lose(l, value, result, named, type);
    return result;
}
