/* Errors are results: where the server may raise an error for a row, a statement that has not failed has read the row.
 *
 * Integer overflow and division by zero are encoded exactly. Numerics and floats fail only at extreme magnitudes, which
 * is a condition on their operands. Every other expression that is not total (sql-frontend/program/total.h) may fail
 * for any values. So each condition here is a necessary one. */
#include <stdio.h>
#include <string.h>

#include "program/total.h"
#include "term/terms_internal.h"

/* Two numerics with at most this many digits do not overflow when they are added, multiplied or divided: the type has
 * 131,072 digits before the point (PostgreSQL 15, section 8.1.2). */
enum { FAR_DIGITS = 1000 };

static Z3_ast power_of_ten(ip_terms_context *c, int digits, bool inverse)
{
    char *text = ip_arena_alloc(c->arena, (size_t)digits + 8);
    char *at = text;
    if (inverse)
        at += sprintf(at, "1/");
    *at++ = '1';
    memset(at, '0', (size_t)digits);
    at[digits] = '\0';
    return ip_term_numeral(c, text, c->build.real);
}

static Z3_ast as_real(ip_terms_context *c, Z3_ast value)
{
    return ip_term_coerce_term(&c->build, value, c->build.real);
}

/* |value| < limit */
static Z3_ast within(ip_terms_context *c, Z3_ast value, Z3_ast limit)
{
    Z3_context z3 = c->build.z3;
    return ip_term_and(&c->build, Z3_mk_lt(z3, value, limit), Z3_mk_lt(z3, Z3_mk_unary_minus(z3, limit), value));
}

static void integer_bounds(ip_terms_context *c, int bytes, Z3_ast *least, Z3_ast *most)
{
    static const char *const bounds[][2] = {
        {"-32768", "32767"}, {"-2147483648", "2147483647"}, {"-9223372036854775808", "9223372036854775807"}};
    int row = bytes == 2 ? 0 : bytes == 4 ? 1 : 2;
    *least = ip_term_numeral(c, bounds[row][0], c->build.integer);
    *most = ip_term_numeral(c, bounds[row][1], c->build.integer);
}

static Z3_ast in_bytes(ip_terms_context *c, Z3_ast value, int bytes)
{
    Z3_ast least, most;
    integer_bounds(c, bytes, &least, &most);
    return ip_term_and(&c->build, Z3_mk_le(c->build.z3, least, value), Z3_mk_le(c->build.z3, value, most));
}

static bool is_integer(ip_type type)
{
    return type.kind == IP_INTEGER && !type.array;
}

/* The narrowest type that the integer may have been computed in. */
static int computed_bytes(const ip_site *site, const ip_expr *e)
{
    int named = ip_program_integer_bytes(e->type), all = 0;
    switch (e->kind) {
    case IP_EXPR_INTEGER:
        return strlen(e->text) < 10 ? named == 2 ? 2 : 4 : strlen(e->text) > 11 ? 8 : 4;
    case IP_EXPR_PARAMETER:
    case IP_EXPR_COLUMN:
        return named ? named : 2;
    case IP_EXPR_VARIABLE: {
        const ip_variable *v = &site->program->variables.items[e->index];
        int computed = v->kind == IP_VAR_INDEX ? 4
                       : v->kind == IP_VAR_EXPR && v->expr && v->expr->kind == IP_EXPR_OPERATOR
                           ? computed_bytes(site, v->expr)
                           : 8;
        return named && named < computed ? named : computed;
    }
    case IP_EXPR_CALL:
        named = ip_program_call_narrows(e);
        return named ? named : 2;
    case IP_EXPR_OPERATOR:
        for (int i = e->op == IP_OP_IF; i < e->arg_count; i++) {
            int of_arg = is_integer(e->args[i]->type) ? computed_bytes(site, e->args[i]) : 2;
            all = of_arg > all ? of_arg : all;
        }
        return e->op == IP_OP_LENGTH ? 4 : all ? all : 2;
    default:
        return 2;
    }
}

/* Facts about the values of columns and parameters in it, from their types. */
static Z3_ast values_in_range(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    Z3_ast all = b->yes;
    if (!e)
        return all;
    bool stored = e->kind == IP_EXPR_COLUMN || e->kind == IP_EXPR_PARAMETER;
    if (is_integer(e->type) && (stored || e->kind == IP_EXPR_VARIABLE)) {
        int bytes = stored ? ip_program_integer_bytes(e->type) : 8;
        Z3_ast value = ip_term_eval(c, site, e).value;
        return Z3_get_sort(b->z3, value) == b->integer ? in_bytes(c, value, bytes ? bytes : 8) : all;
    }
    int before = 0, after = 0;
    ip_expr as = {.kind = IP_EXPR_CALL, .type = e->type, .text = e->type.name, .arg_count = 1, .args = &e};
    if (e->kind == IP_EXPR_COLUMN && !e->type.array && e->type.name &&
        ip_program_call_bounds_digits(&as, &before, &after)) {
        Z3_ast value = as_real(c, ip_term_eval(c, site, e).value);
        return value ? within(c, value, power_of_ten(c, before, false)) : all;
    }
    for (int i = 0; i < e->arg_count; i++)
        all = ip_term_and(b, all, values_in_range(c, site, e->args[i]));
    return all;
}

/* ---- operators ---- */

static int sign_of_literal(const ip_build *b, Z3_ast value)
{
    if (!Z3_is_numeral_ast(b->z3, value))
        return 0;
    return *Z3_get_numeral_string(b->z3, value) == '-' ? -1 : 1;
}

/* A sum with a literal can overflow only in the direction of the literal. 0: in both directions. */
static int end_of_sum(const ip_build *b, const ip_expr *e, Z3_ast x, Z3_ast y)
{
    int second = sign_of_literal(b, y);
    if (e->op == IP_OP_ADD && !second)
        return sign_of_literal(b, x);
    return e->op == IP_OP_ADD ? second : e->op == IP_OP_SUB ? -second : 0;
}

static Z3_ast overflows(ip_terms_context *c, const ip_site *site, const ip_expr *e, const ip_term *x, const ip_term *y)
{
    const ip_build *b = &c->build;
    Z3_context z3 = b->z3;
    Z3_ast operands[] = {x->value, y->value}, result = NULL;
    bool linear = Z3_is_numeral_ast(z3, x->value) || Z3_is_numeral_ast(z3, y->value);
    Z3_ast least, most;
    integer_bounds(c, computed_bytes(site, e), &least, &most);
    switch (e->op) {
    case IP_OP_ADD:
        result = Z3_mk_add(z3, 2, operands);
        break;
    case IP_OP_SUB:
        result = Z3_mk_sub(z3, 2, operands);
        break;
    case IP_OP_NEG:
        return ip_term_equal(b, x->value, least);
    case IP_OP_MUL:
        if (!linear)
            return b->yes;
        result = Z3_mk_mul(z3, 2, operands);
        break;
    case IP_OP_DIV:
        return ip_term_or(
            b, ip_term_equal(b, y->value, ip_term_int(b, 0)),
            ip_term_and(b, ip_term_equal(b, x->value, least), ip_term_equal(b, y->value, ip_term_int(b, -1))));
    default: /* % */
        return ip_term_equal(b, y->value, ip_term_int(b, 0));
    }
    int end = end_of_sum(b, e, x->value, y->value);
    if (end)
        return end > 0 ? Z3_mk_lt(z3, most, result) : Z3_mk_lt(z3, result, least);
    return ip_term_and(b, values_in_range(c, site, e), ip_term_not(b, in_bytes(c, result, computed_bytes(site, e))));
}

static Z3_ast goes_far(ip_terms_context *c, const ip_expr *e, Z3_ast x, Z3_ast y)
{
    const ip_build *b = &c->build;
    int digits = e->op == IP_OP_MUL || e->op == IP_OP_DIV ? FAR_DIGITS / 2 : FAR_DIGITS;
    Z3_ast far = power_of_ten(c, digits, false);
    Z3_ast fails = ip_term_or(b, ip_term_not(b, within(c, x, far)), ip_term_not(b, within(c, y, far)));
    if (e->op == IP_OP_DIV || e->op == IP_OP_MOD)
        fails = ip_term_or(b, fails, within(c, y, power_of_ten(c, digits, true)));
    return fails;
}

static Z3_ast arithmetic_raises(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    bool integers = is_integer(e->type), numbers = e->type.kind == IP_INTEGER || e->type.kind == IP_NUMERIC;
    for (int i = 0; i < e->arg_count; i++) {
        ip_type type = e->args[i]->type;
        integers = integers && is_integer(type);
        numbers = numbers && !type.array && (type.kind == IP_INTEGER || type.kind == IP_NUMERIC) &&
                  !ip_program_type_overflows(type);
    }
    if (!numbers || e->type.array || ip_program_type_overflows(e->type))
        return b->yes;
    if (e->op == IP_OP_NEG && !integers)
        return b->no;
    ip_term x = ip_term_eval(c, site, e->args[0]), y = e->arg_count > 1 ? ip_term_eval(c, site, e->args[1]) : x;
    Z3_ast given = ip_term_and(b, ip_term_not(b, x.null), ip_term_not(b, y.null));
    if (integers && Z3_get_sort(b->z3, x.value) == b->integer && Z3_get_sort(b->z3, y.value) == b->integer)
        return ip_term_and(b, given, overflows(c, site, e, &x, &y));
    Z3_ast xv = as_real(c, x.value), yv = as_real(c, y.value);
    return !xv || !yv ? given : ip_term_and3(b, given, values_in_range(c, site, e), goes_far(c, e, xv, yv));
}

/* ---- calls ---- */

static Z3_ast call_raises(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    int bytes, before, after;
    if (ip_program_call_total(e))
        return b->no;
    bool digits = ip_program_call_bounds_digits(e, &before, &after);
    int exponent = ip_program_call_makes_float(e);
    bytes = ip_program_call_narrows(e);
    if (!digits && !exponent && !bytes)
        return b->yes;
    ip_term x = ip_term_eval(c, site, e->args[0]);
    Z3_ast given = ip_term_and(b, ip_term_not(b, x.null), values_in_range(c, site, e->args[0]));
    if (bytes)
        return Z3_get_sort(b->z3, x.value) == b->integer
                   ? ip_term_and(b, given, ip_term_not(b, in_bytes(c, x.value, bytes)))
                   : given;
    Z3_ast value = as_real(c, x.value);
    if (!value)
        return given;
    /* Rounding to that many digits after the point adds a digit before it from half a unit below the bound on. */
    Z3_ast limit = power_of_ten(c, digits ? before : exponent, false);
    if (digits) {
        Z3_ast half = Z3_mk_div(b->z3, power_of_ten(c, after, true), Z3_mk_real(b->z3, 2, 1));
        limit = Z3_mk_sub(b->z3, 2, (Z3_ast[]){limit, half});
    }
    Z3_ast fails = ip_term_not(b, within(c, value, limit));
    if (exponent) /* floats cannot represent such small numbers either */
        fails = ip_term_or(b, fails,
                           ip_term_and(b, within(c, value, power_of_ten(c, exponent, true)),
                                       ip_term_not(b, ip_term_equal(b, value, Z3_mk_real(b->z3, 0, 1)))));
    return ip_term_and(b, given, fails);
}

static Z3_ast may_raise(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    if (ip_program_expr_total(e))
        return b->no;
    bool branches = e->kind == IP_EXPR_OPERATOR && (e->op == IP_OP_IF || e->op == IP_OP_COALESCE);
    Z3_ast any = b->no, reached = b->yes;
    for (int i = 0; i < e->arg_count && !branches; i++)
        any = ip_term_or(b, any, may_raise(c, site, e->args[i]));
    if (e->kind == IP_EXPR_UNKNOWN)
        return ip_program_unknown_total(e) ? any : b->yes;
    if (e->kind == IP_EXPR_CALL)
        return ip_term_or(b, any, call_raises(c, site, e));
    if (e->kind != IP_EXPR_OPERATOR)
        return any;
    switch (e->op) {
    case IP_OP_IF: {
        Z3_ast then = ip_term_eval_true(c, site, e->args[0]);
        return ip_term_or(b, may_raise(c, site, e->args[0]),
                          ip_term_or(b, ip_term_and(b, then, may_raise(c, site, e->args[1])),
                                     ip_term_and(b, ip_term_not(b, then), may_raise(c, site, e->args[2]))));
    }
    case IP_OP_COALESCE:
        for (int i = 0; i < e->arg_count; i++) {
            any = ip_term_or(b, any, ip_term_and(b, reached, may_raise(c, site, e->args[i])));
            reached = ip_term_and(b, reached, ip_term_eval(c, site, e->args[i]).null);
        }
        return any;
    case IP_OP_ADD:
    case IP_OP_SUB:
    case IP_OP_MUL:
    case IP_OP_DIV:
    case IP_OP_MOD:
    case IP_OP_NEG:
        return ip_term_or(b, any, arithmetic_raises(c, site, e));
    default:
        return any;
    }
}

/* An expression over rows of several tables is evaluated on pairs that may never be joined: each row alone may raise an
 * error. */
static bool is_of_row(const ip_expr *e, int source)
{
    bool all = e->kind != IP_EXPR_COLUMN || e->source == source;
    for (int i = 0; i < e->arg_count && all; i++)
        all = is_of_row(e->args[i], source);
    return all;
}

Z3_ast ip_term_row_raises(ip_terms_context *c, const ip_site *site, int source)
{
    const ip_build *b = &c->build;
    const ip_row_source *s = &site->statement->sources.items[source];
    Z3_ast any = b->no;
    for (int i = 0; i < s->raising.count && c->rules[IP_RULE_RAISING]; i++) {
        const ip_raising *r = &s->raising.items[i];
        Z3_ast raises = is_of_row(r->expr, source) ? may_raise(c, site, r->expr) : b->yes;
        any = ip_term_or(b, any, ip_term_and(b, ip_term_eval_true(c, site, r->under), raises));
    }
    return any;
}
