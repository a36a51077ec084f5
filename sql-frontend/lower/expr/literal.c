/* Constants, and the type that a literal takes from its use. */
#include "lower/lower.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const ip_expr *ip_lower_literal(ip_lowerer *l, ip_expr_kind kind, ip_type type, const char *text)
{
    ip_expr *expr = ip_program_expr_new(l->arena, kind, type);
    expr->text = ip_arena_strdup(l->arena, text);
    return expr;
}

const ip_expr *ip_lower_boolean(ip_lowerer *l, bool value)
{
    return value ? ip_program_expr_true(l->arena) : ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
}

static bool is_digits(const char *text)
{
    text += *text == '-';
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Else it is a numeric (PostgreSQL 15, section 4.1.2.6). */
static bool fits_bigint(const char *digits)
{
    bool negative = *digits == '-';
    const char *most = negative ? "9223372036854775808" : "9223372036854775807";
    enum { LONGEST = 19 };
    digits += negative;
    digits += strspn(digits, "0");
    size_t length = strlen(digits);
    return length < LONGEST || (length == LONGEST && strcmp(digits, most) <= 0);
}

const ip_expr *ip_lower_constant(ip_lowerer *l, const PgQuery__AConst *body)
{
    if (IP_GET(body, isnull))
        return ip_lower_null(l, ip_lower_other_type);
    if (ip_const_ival(body))
        return ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_int4_type,
                                ip_arena_printf(l->arena, "%d", ip_const_ival(body)->ival));
    if (ip_const_fval(body)) {
        const char *text = ip_const_fval(body)->fval;
        bool digits = is_digits(text) && fits_bigint(text);
        return ip_lower_literal(l, digits ? IP_EXPR_INTEGER : IP_EXPR_NUMERIC,
                                digits ? ip_lower_integer_type : ip_lower_numeric_type, text);
    }
    if (ip_const_sval(body))
        /* PostgreSQL gives a quoted literal its type by context; no name marks it as open. */
        return ip_lower_literal(l, IP_EXPR_TEXT, (ip_type){IP_TEXT, false, NULL}, ip_const_sval(body)->sval);
    if (ip_const_boolval(body))
        return ip_lower_boolean(l, ip_const_boolval(body)->boolval);
    return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
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

bool ip_lower_open_type(ip_type type)
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
    return ip_lower_literal(l, IP_EXPR_TIME, type,
                            ip_arena_printf(l->arena, "%s '%s'", type.name ? type.name : "timestamp", quoted));
}

/* Types with several spellings of one value: a literal of such a type is a function of its text. */
static bool many_spellings(ip_type type)
{
    static const char *const names[] = {"json", "jsonb",    "xml",     "citext", "inet", "cidr",     "bytea", "macaddr",
                                        "uuid", "tsvector", "tsquery", "hstore", "name", "\"char\"", "oid"};
    for (size_t i = 0; type.name && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(type.name, names[i]) == 0)
            return true;
    return type.name &&
           (strstr(type.name, "range") || strstr(type.name, " collate ") || strncmp(type.name, "bit", 3) == 0);
}

/* 16777216 and 16777217 are one real, 1.01 and 1.006 one sum of money: such a literal is a function of its text, too.
 */
static bool rounds(ip_type type, const char *text)
{
    enum { EXACT_DIGITS = 7 };
    bool exact = strspn(text, "0123456789") == strlen(text) && strlen(text) <= EXACT_DIGITS;
    return type.name && !exact &&
           (strcmp(type.name, "real") == 0 || strcmp(type.name, "double precision") == 0 ||
            strcmp(type.name, "money") == 0);
}

const ip_expr *ip_lower_coerce(ip_lowerer *l, const ip_expr *expr, ip_type type)
{
    if (ip_lower_open_type(type))
        return expr;
    if (expr->kind == IP_EXPR_PARAMETER && ip_lower_open_type(expr->type)) {
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
    if (type.array || many_spellings(type) || rounds(type, expr->text))
        return ip_lower_apply(l, type.name ? type.name : "array", type, 1, &expr);
    switch (type.kind) {
    case IP_INTEGER:
        return is_integer_text(expr->text) ? ip_lower_literal(l, IP_EXPR_INTEGER, type, expr->text) : expr;
    case IP_NUMERIC:
        return is_number_text(expr->text)
                   ? ip_lower_literal(l, is_integer_text(expr->text) ? IP_EXPR_INTEGER : IP_EXPR_NUMERIC, type,
                                      expr->text)
                   : expr;
    case IP_TIME:
        return l->definitions->settings_change ? ip_lower_unknown(l, type, 0, NULL) : time_literal(l, expr, type);
    case IP_BOOLEAN:
        if (strcmp(expr->text, "t") == 0 || strcmp(expr->text, "true") == 0)
            return ip_lower_boolean(l, true);
        if (strcmp(expr->text, "f") == 0 || strcmp(expr->text, "false") == 0)
            return ip_lower_boolean(l, false);
        return expr;
    case IP_TEXT:
        return ip_lower_literal(l, IP_EXPR_TEXT, type, expr->text);
    case IP_OTHER:
        return expr;
    }
    return expr;
}
