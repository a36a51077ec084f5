/* Arithmetic as terms. Numbers are reals, in order; special values have places in that order, too: -Infinity before all
 * numbers, Infinity and then NaN after them (PostgreSQL 15, section 8.1.2). So comparisons are those of reals for all
 * values, and sums, differences and products are those of reals only for ordinary numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/terms_internal.h"

bool ip_term_type_is_named(ip_type type, const char *name)
{
    size_t length = strlen(name);
    return !type.array && type.name && strncmp(type.name, name, length) == 0 &&
           (type.name[length] == '\0' || type.name[length] == '(');
}

/* Values are neither rounded, like floats, nor counted in cents, like money. */
static bool is_exact(ip_type type)
{
    return !type.array && (type.kind == IP_INTEGER || ip_term_type_is_named(type, "numeric"));
}

/* Sums of numbers whose absolute value is below this one are far below the largest numeric, of 131072 digits. */
static const char far_number[] =
    "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000";

Z3_ast ip_term_numeral(ip_terms_context *c, const char *text, Z3_sort sort)
{
    for (int i = 0; i < c->numerals.count; i++)
        if (c->numerals.items[i].sort == sort && strcmp(c->numerals.items[i].text, text) == 0)
            return c->numerals.items[i].number;
    struct ip_numeral created = {ip_arena_strdup(c->arena, text), sort, Z3_mk_numeral(c->build.z3, text, sort)};
    IP_PUSH(c->arena, &c->numerals, created);
    return created.number;
}

static Z3_ast far_from_zero(ip_terms_context *c)
{
    return ip_term_numeral(c, far_number, c->build.real);
}

static Z3_ast lies_between(const ip_build *b, Z3_ast lowest, Z3_ast value, Z3_ast highest)
{
    return ip_term_and(b, Z3_mk_lt(b->z3, lowest, value), Z3_mk_lt(b->z3, value, highest));
}

ip_special_numbers ip_term_special_numbers_of(ip_terms_context *c)
{
    const ip_build *b = &c->build;
    return (ip_special_numbers){ip_term_const(b, b->real, "value.-infinity"),
                                ip_term_const(b, b->real, "value.infinity"), ip_term_const(b, b->real, "value.nan")};
}

Z3_ast ip_term_near_number(ip_terms_context *c, Z3_ast value)
{
    const ip_build *b = &c->build;
    Z3_ast far = far_from_zero(c);
    return lies_between(b, Z3_mk_unary_minus(b->z3, far), value, far);
}

void ip_term_ordinary_number(ip_terms_context *c, Z3_ast value)
{
    const ip_build *b = &c->build;
    if (!c->rules[IP_RULE_ORDINARY])
        return;
    ip_special_numbers s = ip_term_special_numbers_of(c);
    Z3_ast far = far_from_zero(c);
    c->names_special_numbers = true;
    ip_term_side_fact(c, Z3_mk_lt(b->z3, s.lowest, Z3_mk_unary_minus(b->z3, far)));
    ip_term_side_fact(c, Z3_mk_lt(b->z3, far, s.infinity));
    ip_term_side_fact(c, Z3_mk_lt(b->z3, s.infinity, s.nan));
    ip_term_side_fact(c, lies_between(b, s.lowest, value, s.infinity));
}

/* The least power of ten that is above every number of a column of numeric(precision, scale), and below NaN; NULL: no
 * such column, or a column of numbers of any size. */
static Z3_ast above_column(ip_terms_context *c, const ip_expr *e)
{
    enum { MOST_DIGITS = 90 }; /* less than far_number has */
    int precision = 0, scale = 0;
    if (e->kind != IP_EXPR_COLUMN || !ip_term_type_is_named(e->type, "numeric") ||
        sscanf(e->type.name, "numeric(%d,%d", &precision, &scale) < 1)
        return NULL;
    int digits = precision > scale ? precision - scale : 0;
    if (digits > MOST_DIGITS)
        return NULL;
    return ip_term_numeral(c, ip_arena_printf(c->arena, "1%.*s", digits, far_number + 1), c->build.real);
}

/* The operand's value is known to be a number, not NaN or an infinity. Numbers of a hundred digits do not count either:
 * a comparison with a literal costs the solver little, with a symbol for Infinity much. */
static Z3_ast is_ordinary(ip_terms_context *c, const ip_expr *e, Z3_ast value)
{
    const ip_build *b = &c->build;
    if (e->type.kind == IP_INTEGER || Z3_is_numeral_ast(b->z3, value) || !c->rules[IP_RULE_ORDINARY])
        return b->yes;
    c->names_special_numbers = true;
    Z3_ast above = above_column(c, e);
    return above ? Z3_mk_lt(b->z3, value, above) : ip_term_near_number(c, value);
}

/* A product has as many fractional digits as both factors together, at most 16383. Is it exact? */
static bool product_is_exact(const ip_expr *e)
{
    for (int i = 0; i < 2; i++) {
        const ip_expr *literal = e->args[i], *other = e->args[1 - i];
        bool whole =
            literal->kind == IP_EXPR_INTEGER || (literal->kind == IP_EXPR_NUMERIC && !strpbrk(literal->text, ".eE"));
        bool bounded = other->type.kind == IP_INTEGER || (other->type.name && strchr(other->type.name, '('));
        if (whole || (bounded && literal->kind == IP_EXPR_NUMERIC))
            return true;
    }
    return e->type.kind == IP_INTEGER;
}

static Z3_ast of_numbers(ip_terms_context *c, const ip_expr *e, Z3_ast x, Z3_ast y)
{
    Z3_context z3 = c->build.z3;
    Z3_ast operands[] = {x, y};
    switch (e->op) {
    case IP_OP_ADD:
        return Z3_mk_add(z3, 2, operands);
    case IP_OP_SUB:
        return Z3_mk_sub(z3, 2, operands);
    case IP_OP_NEG:
        return Z3_mk_unary_minus(z3, x);
    case IP_OP_MUL:
        return (Z3_is_numeral_ast(z3, x) || Z3_is_numeral_ast(z3, y)) && product_is_exact(e)
                   ? Z3_mk_mul(z3, 2, operands)
                   : NULL;
    default: /* division rounds: not interpreted */
        return NULL;
    }
}

/* NULL: not interpreted. */
static Z3_ast interpreted(ip_terms_context *c, const ip_expr *e, Z3_ast x, Z3_ast y)
{
    const ip_build *b = &c->build;
    const ip_expr *second = e->args[e->arg_count - 1];
    Z3_ast result = of_numbers(c, e, x, y);
    if (!result || e->type.kind == IP_INTEGER)
        return result;
    Z3_ast ordinary = is_ordinary(c, e->args[0], x), operands[] = {x, y};
    if (e->arg_count > 1)
        ordinary = ip_term_and(b, ordinary, is_ordinary(c, second, y));
    if (ordinary == b->yes)
        return result;
    return ip_term_choose(b, ordinary, result, ip_term_apply(b, b->real, e->arg_count, operands, "far%d", (int)e->op));
}

Z3_ast ip_term_same_number(ip_terms_context *c, ip_term number, Z3_sort sort)
{
    const ip_build *b = &c->build;
    if (sort != b->integer || Z3_get_sort(b->z3, number.value) != b->real)
        return ip_term_coerce_term(b, number.value, sort);
    Z3_ast whole = Z3_mk_real2int(b->z3, number.value);
    ip_term_side_fact(c, ip_term_or(b, number.null, ip_term_equal(b, Z3_mk_int2real(b->z3, whole), number.value)));
    return whole;
}

const char *ip_term_type_key(ip_terms_context *c, ip_type type)
{
    static const char *const kinds[] = {"integer", "number", "text", "boolean", "time", "other"};
    if (!type.name)
        return type.array ? "array" : kinds[type.kind];
    if (type.kind == IP_TEXT && !type.array) {
        bool padded = ip_term_type_is_named(type, "character");
        return padded ? type.name : ip_term_type_is_named(type, "character varying") ? "text" : type.name;
    }
    const char *open = strchr(type.name, '(');
    return open ? ip_arena_strndup(c->arena, type.name, (size_t)(open - type.name)) : type.name;
}

ip_term ip_term_of_arithmetic(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    ip_term x = ip_term_eval_as(c, site, e->args[0], e->type);
    ip_term y = e->arg_count > 1 ? ip_term_eval_as(c, site, e->args[1], e->type) : x;
    Z3_ast null = ip_term_or(b, x.null, y.null);
    Z3_sort sort = ip_term_sort_of(b, e->type);
    bool exact = is_exact(e->type);
    for (int i = 0; i < e->arg_count; i++)
        exact = exact && (e->args[i]->kind == IP_EXPR_TEXT || is_exact(e->args[i]->type));
    Z3_ast xv = exact ? ip_term_coerce_term(b, x.value, sort) : NULL,
           yv = exact ? ip_term_coerce_term(b, y.value, sort) : NULL;
    Z3_ast value = xv && yv ? interpreted(c, e, xv, yv) : NULL;
    if (value)
        return (ip_term){value, null};
    ip_spellings written = {0};
    for (int i = 0; i < e->arg_count && e->op == IP_OP_DIV; i++) /* monotone: more digits give more digits */
        ip_term_add_spellings(c, site, e->args[i], &written);
    Z3_ast operands[2 + IP_MAX_SPELLINGS] = {x.value, y.value};
    memcpy(operands + e->arg_count, written.items, (size_t)written.count * sizeof *operands);
    if (written.more)
        return (ip_term){ip_term_anything(c, e->type).value, null};
    /* The sum of two values of type real differs from the sum of the same numbers as double precision. */
    const char *types[2] = {"", ""};
    for (int i = 0; i < e->arg_count; i++)
        types[i] = ip_term_type_key(c, e->args[i]->kind == IP_EXPR_TEXT ? e->type : e->args[i]->type);
    value = ip_term_apply(b, sort, e->arg_count + written.count, operands, "op%d.%s.%s.%s.%d", (int)e->op,
                          ip_term_type_key(c, e->type), types[0], types[1], written.count);
    return (ip_term){value, null};
}
