/* Constructors that fold constants. */
#include "term/build.h"

#include "base/text_format.h"
#include "level/solver_errors.h"

#include <stdio.h>

void ip_term_build_init(ip_build *b, ip_arena *arena)
{
    /* Models are asked about a few terms and go: to compress one takes as long as to find it. */
    Z3_global_param_set("model.compact", "false");
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "model", "true");
    b->z3 = ip_level_solver_context(config);
    Z3_del_config(config);
    b->arena = arena;
    b->yes = Z3_mk_true(b->z3);
    b->no = Z3_mk_false(b->z3);
    b->integer = Z3_mk_int_sort(b->z3);
    b->real = Z3_mk_real_sort(b->z3);
    b->boolean = Z3_mk_bool_sort(b->z3);
}

void ip_term_build_release(ip_build *b)
{
    if (b->z3)
        Z3_del_context(b->z3);
    b->z3 = NULL;
}

Z3_ast ip_term_not(const ip_build *b, Z3_ast a)
{
    if (a == b->yes)
        return b->no;
    if (a == b->no)
        return b->yes;
    return Z3_mk_not(b->z3, a);
}

Z3_ast ip_term_and(const ip_build *b, Z3_ast a, Z3_ast c)
{
    if (a == b->no || c == b->no)
        return b->no;
    if (a == b->yes || a == c)
        return c;
    if (c == b->yes)
        return a;
    return Z3_mk_and(b->z3, 2, (Z3_ast[]){a, c});
}

Z3_ast ip_term_and3(const ip_build *b, Z3_ast a, Z3_ast c, Z3_ast d)
{
    return ip_term_and(b, ip_term_and(b, a, c), d);
}

Z3_ast ip_term_or(const ip_build *b, Z3_ast a, Z3_ast c)
{
    if (a == b->yes || c == b->yes)
        return b->yes;
    if (a == b->no || a == c)
        return c;
    if (c == b->no)
        return a;
    return Z3_mk_or(b->z3, 2, (Z3_ast[]){a, c});
}

Z3_ast ip_term_implies(const ip_build *b, Z3_ast a, Z3_ast c)
{
    if (a == b->no || c == b->yes || a == c)
        return b->yes;
    if (a == b->yes)
        return c;
    if (c == b->no)
        return ip_term_not(b, a);
    return Z3_mk_implies(b->z3, a, c);
}

static Z3_ast gather(const ip_build *b, const ip_terms *terms, Z3_ast neutral, Z3_ast dominant, bool conjunction)
{
    ip_terms kept = {0};
    for (int i = 0; i < terms->count; i++) {
        if (terms->items[i] == dominant)
            return dominant;
        if (terms->items[i] != neutral)
            IP_PUSH(b->arena, &kept, terms->items[i]);
    }
    if (kept.count == 0)
        return neutral;
    if (kept.count == 1)
        return kept.items[0];
    return conjunction ? Z3_mk_and(b->z3, (unsigned)kept.count, kept.items)
                       : Z3_mk_or(b->z3, (unsigned)kept.count, kept.items);
}

Z3_ast ip_term_all(const ip_build *b, const ip_terms *terms)
{
    return gather(b, terms, b->yes, b->no, true);
}

Z3_ast ip_term_any(const ip_build *b, const ip_terms *terms)
{
    return gather(b, terms, b->no, b->yes, false);
}

Z3_ast ip_term_choose(const ip_build *b, Z3_ast condition, Z3_ast then, Z3_ast otherwise)
{
    if (condition == b->yes || then == otherwise)
        return then;
    if (condition == b->no)
        return otherwise;
    if (then == b->yes)
        return ip_term_or(b, condition, otherwise);
    if (then == b->no)
        return ip_term_and(b, ip_term_not(b, condition), otherwise);
    if (otherwise == b->no)
        return ip_term_and(b, condition, then);
    if (otherwise == b->yes)
        return ip_term_or(b, ip_term_not(b, condition), then);
    return Z3_mk_ite(b->z3, condition, then, otherwise);
}

Z3_ast ip_term_equal(const ip_build *b, Z3_ast a, Z3_ast c)
{
    if (a == c)
        return b->yes;
    Z3_sort sa = Z3_get_sort(b->z3, a), sc = Z3_get_sort(b->z3, c);
    if (sa != sc) {
        if (sa == b->integer && sc == b->real)
            a = Z3_mk_int2real(b->z3, a);
        else if (sa == b->real && sc == b->integer)
            c = Z3_mk_int2real(b->z3, c);
    } else if (Z3_is_numeral_ast(b->z3, a) && Z3_is_numeral_ast(b->z3, c)) {
        return b->no; /* numerals are unique, and these two differ */
    }
    return Z3_mk_eq(b->z3, a, c);
}

Z3_ast ip_term_int(const ip_build *b, long long value)
{
    return Z3_mk_int64(b->z3, value, b->integer);
}

Z3_sort ip_term_sort_of(const ip_build *b, ip_type type)
{
    if (type.array)
        return b->integer;
    switch (type.kind) {
    case IP_NUMERIC:
        return b->real;
    case IP_BOOLEAN:
        return b->boolean;
    case IP_INTEGER:
    case IP_TEXT:
    case IP_TIME:
    case IP_OTHER:
        break;
    }
    return b->integer;
}

Z3_ast ip_term_coerce_term(const ip_build *b, Z3_ast term, Z3_sort sort)
{
    Z3_sort have = Z3_get_sort(b->z3, term);
    if (have == sort)
        return term;
    if (have == b->integer && sort == b->real)
        return Z3_mk_int2real(b->z3, term);
    return NULL;
}

/* In a buffer that the next call reuses; long names (of literals) in the arena. Never cut: equal names are equal
 * symbols. */
static const char *symbol_name(const ip_build *b, const char *format, va_list args)
{
    static _Thread_local char buffer[512];
    va_list again;
    va_copy(again, args);
    int length = ip_text_format(buffer, sizeof buffer, format, args);
    const char *name = length < (int)sizeof buffer ? buffer : ip_arena_vprintf(b->arena, format, again);
    va_end(again);
    return name;
}

Z3_ast ip_term_const(const ip_build *b, Z3_sort sort, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *name = symbol_name(b, format, args);
    va_end(args);
    return Z3_mk_const(b->z3, Z3_mk_string_symbol(b->z3, name), sort);
}

Z3_ast ip_term_apply(const ip_build *b, Z3_sort sort, int arg_count, const Z3_ast *args, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *name = symbol_name(b, format, list);
    va_end(list);
    Z3_symbol symbol = Z3_mk_string_symbol(b->z3, name);
    if (arg_count == 0)
        return Z3_mk_const(b->z3, symbol, sort);
    Z3_sort sorts[32];
    if (arg_count > 32) /* a new symbol is unrelated to all others: less precise, never wrong */
        return Z3_mk_fresh_const(b->z3, name, sort);
    for (int i = 0; i < arg_count; i++)
        sorts[i] = Z3_get_sort(b->z3, args[i]);
    Z3_func_decl f = Z3_mk_func_decl(b->z3, symbol, (unsigned)arg_count, sorts, sort);
    return Z3_mk_app(b->z3, f, (unsigned)arg_count, args);
}
