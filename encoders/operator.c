/* Operators, casts and functions over terms, in three-valued logic. */
#include <string.h>

#include "base/words.h"
#include "terms_internal.h"

static bool is_text_literal(const ip_expr *expr)
{
    return expr->kind == IP_EXPR_TEXT;
}

/* Families of types whose values can be compared as terms. */
static int family(ip_type type)
{
    if (type.array)
        return 100;
    return type.kind == IP_NUMERIC ? IP_INTEGER : (int)type.kind;
}

static bool is_float(ip_type type)
{
    return type.name && (strstr(type.name, "double") || strstr(type.name, "real") || strstr(type.name, "float"));
}

ip_term ip_cast(ip_terms_context *c, ip_term term, ip_type from, ip_type to)
{
    Z3_sort sort = ip_sort_of(&c->build, to);
    if (family(from) == family(to)) {
        Z3_ast value = ip_coerce_term(&c->build, term.value, sort);
        if (value)
            return (ip_term){value, term.null};
    }
    return (ip_term){ip_apply(&c->build, sort, 1, &term.value, "cast.%d.%d", from.kind, to.kind), term.null};
}

typedef struct truth {
    Z3_ast yes, no; /* is true, is false; NULL is neither */
} truth;

static truth truth_of(ip_terms_context *c, ip_term t)
{
    const ip_build *b = &c->build;
    Z3_ast known = ip_not(b, t.null);
    return (truth){ip_and(b, known, t.value), ip_and(b, known, ip_not(b, t.value))};
}

static ip_term term_of(ip_terms_context *c, truth t)
{
    const ip_build *b = &c->build;
    if (t.no == ip_not(b, t.yes))
        return (ip_term){t.yes, b->no};
    return (ip_term){t.yes, ip_and(b, ip_not(b, t.yes), ip_not(b, t.no))};
}

static ip_term eval_for(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_type wanted)
{
    if (is_text_literal(e) && !wanted.array && wanted.kind != IP_TEXT)
        return ip_literal(c, e->text, wanted.kind);
    return ip_eval(c, site, e);
}

/* Where SQL expects a condition. PostgreSQL refuses what is not boolean there, but a column's type may be
 * one that we do not know to be (a domain): its truth is then a function of the value. */
static ip_term eval_condition(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_term term = eval_for(c, site, e, ip_plain_type(IP_BOOLEAN));
    return is_text_literal(e) ? term : ip_cast(c, term, e->type, ip_plain_type(IP_BOOLEAN));
}

static ip_term connective(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_terms yes = {0}, no = {0};
    bool definite = true;
    for (int i = 0; i < e->arg_count; i++) {
        ip_term term = eval_condition(c, site, e->args[i]);
        definite = definite && term.null == c->build.no;
        truth t = truth_of(c, term);
        IP_PUSH(c->arena, &yes, t.yes);
        IP_PUSH(c->arena, &no, t.no);
    }
    bool conjunction = e->op == IP_OP_AND;
    Z3_ast is_true = conjunction ? ip_all(&c->build, &yes) : ip_any(&c->build, &yes);
    if (definite)
        return (ip_term){is_true, c->build.no};
    return term_of(c, (truth){is_true, conjunction ? ip_any(&c->build, &no) : ip_all(&c->build, &no)});
}

static Z3_ast opaque_relation(ip_terms_context *c, const char *name, Z3_ast a, Z3_ast b)
{
    return ip_apply(&c->build, c->build.boolean, 2, (Z3_ast[]){a, b}, "%s", name);
}

static Z3_ast less(ip_terms_context *c, Z3_ast a, Z3_ast b, bool numbers)
{
    Z3_context z3 = c->build.z3;
    if (!numbers)
        return opaque_relation(c, "less", a, b);
    Z3_ast ra = a, rb = b;
    if (Z3_get_sort(z3, a) != Z3_get_sort(z3, b)) {
        ra = ip_coerce_term(&c->build, a, c->build.real);
        rb = ip_coerce_term(&c->build, b, c->build.real);
    }
    return Z3_mk_lt(z3, ra, rb);
}

static ip_term comparison(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    const ip_expr *left = e->args[0], *right = e->args[1];
    ip_type lt = left->type, rt = right->type;
    if (is_text_literal(left) && !is_text_literal(right))
        lt = rt;
    if (is_text_literal(right) && !is_text_literal(left))
        rt = lt;
    ip_term x = eval_for(c, site, left, lt), y = eval_for(c, site, right, rt);
    Z3_ast null = ip_or(b, x.null, y.null);
    if (left->kind == IP_EXPR_NULL || right->kind == IP_EXPR_NULL) {
        if (e->op != IP_OP_NOT_DISTINCT)
            return (ip_term){b->no, b->yes};
        return (ip_term){ip_and(b, x.null, y.null), b->no};
    }
    bool fits = family(lt) == family(rt);
    bool numbers = fits && !lt.array && family(lt) == IP_INTEGER;
    bool ordered = numbers || (fits && Z3_get_sort(b->z3, x.value) == Z3_get_sort(b->z3, y.value));
    Z3_ast equal = ordered ? ip_equal(b, x.value, y.value) : opaque_relation(c, "equal", x.value, y.value);
    Z3_ast result = NULL;
    switch (e->op) {
    case IP_OP_EQ:
        result = equal;
        break;
    case IP_OP_NE:
        result = ip_not(b, equal);
        break;
    case IP_OP_LT:
        result = less(c, x.value, y.value, numbers);
        break;
    case IP_OP_GT:
        result = less(c, y.value, x.value, numbers);
        break;
    case IP_OP_LE:
        result =
            numbers ? ip_not(b, less(c, y.value, x.value, true)) : ip_or(b, equal, less(c, x.value, y.value, false));
        break;
    case IP_OP_GE:
        result =
            numbers ? ip_not(b, less(c, x.value, y.value, true)) : ip_or(b, equal, less(c, y.value, x.value, false));
        break;
    default: /* IS NOT DISTINCT FROM */
        result = ip_or(b, ip_and(b, x.null, y.null), ip_and3(b, ip_not(b, x.null), ip_not(b, y.null), equal));
        null = b->no;
        break;
    }
    return (ip_term){result, null};
}

static bool is_cast(const ip_expr *e)
{
    return e->arg_count == 1 && e->type.name && strcmp(e->text, e->type.name) == 0;
}

/* 1.0 and 1.00 are equal, and so are jsonb, citext, char(n) and intervals that are written in different ways. */
static bool has_spellings(ip_type type)
{
    if (type.name && strchr(type.name, '('))
        return false;
    if (type.kind == IP_NUMERIC || type.kind == IP_OTHER)
        return true;
    size_t length = strcspn(type.name ? type.name : "", "[");
    return (type.kind == IP_TEXT && length == 9 && strncmp(type.name, "character", length) == 0) ||
           (type.kind == IP_TIME && length == 8 && strncmp(type.name, "interval", length) == 0);
}

/* Of numbers, these depend on the value alone. */
static bool shows_spelling(const ip_expr *e)
{
    static const char *const blind[] = {"round", "trunc", "floor", "ceil", "ceiling", "abs",
                                        "sign",  "mod",   "&&",    "@>",   "<@",      "?"};
    bool number = e->type.kind == IP_INTEGER || e->type.kind == IP_NUMERIC || e->type.kind == IP_BOOLEAN;
    bool shown = !number || e->type.array || !is_cast(e);
    for (size_t i = 0; i < sizeof blind / sizeof blind[0]; i++)
        shown = shown && strcmp(e->text, blind[i]) != 0;
    return shown;
}

enum { SPELLINGS = 8, DEEPEST_SPELLING = 64 };

/* How the values that the expression is made of are written: unknown, but the same each time within an instance. Of
 * columns it is the row that counts. */
static int add_spellings(ip_terms_context *c, const ip_site *site, const ip_expr *e, Z3_ast *args, int n, int depth)
{
    ip_type integer = ip_plain_type(IP_INTEGER);
    if (n == SPELLINGS || depth == DEEPEST_SPELLING)
        return n;
    if (e->kind == IP_EXPR_OPERATOR || e->kind == IP_EXPR_CALL) {
        for (int i = 0; i < e->arg_count; i++)
            n = add_spellings(c, site, e->args[i], args, n, depth + 1);
    } else if (has_spellings(e->type) && e->kind == IP_EXPR_PARAMETER) {
        args[n++] =
            ip_symbol(c, integer, false, 0, NULL, "written.%d.%d.p%d", site->slot, site->program->id, e->index).value;
    } else if (has_spellings(e->type) && e->kind == IP_EXPR_VARIABLE) {
        args[n++] = ip_symbol(c, integer, false, site->depth, site->tokens, "written.%d.%d.v%d", site->slot,
                              site->program->id, e->index)
                        .value;
    } else if (has_spellings(e->type) && e->kind == IP_EXPR_NUMERIC) {
        args[n++] = ip_symbol(c, integer, false, 0, NULL, "written:%s", e->text).value;
    }
    return n;
}

static ip_term arithmetic(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    Z3_context z3 = b->z3;
    ip_term x = eval_for(c, site, e->args[0], e->type);
    ip_term y = e->arg_count > 1 ? eval_for(c, site, e->args[1], e->type) : x;
    Z3_ast null = ip_or(b, x.null, y.null);
    Z3_sort sort = ip_sort_of(b, e->type);
    bool numbers = !e->type.array && family(e->type) == IP_INTEGER && !is_float(e->type);
    for (int i = 0; i < e->arg_count; i++)
        numbers = numbers && !e->args[i]->type.array && !is_float(e->args[i]->type) &&
                  (is_text_literal(e->args[i]) || family(e->args[i]->type) == IP_INTEGER);
    Z3_ast xv = numbers ? ip_coerce_term(b, x.value, sort) : NULL,
           yv = numbers ? ip_coerce_term(b, y.value, sort) : NULL;
    if (xv && yv) {
        bool linear = Z3_is_numeral_ast(z3, xv) || Z3_is_numeral_ast(z3, yv);
        Z3_ast operands[] = {xv, yv};
        switch (e->op) {
        case IP_OP_ADD:
            return (ip_term){Z3_mk_add(z3, 2, operands), null};
        case IP_OP_SUB:
            return (ip_term){Z3_mk_sub(z3, 2, operands), null};
        case IP_OP_NEG:
            return (ip_term){Z3_mk_unary_minus(z3, xv), null};
        case IP_OP_MUL:
            if (linear)
                return (ip_term){Z3_mk_mul(z3, 2, operands), null};
            break;
        default: /* division rounds: not interpreted */
            break;
        }
    }
    Z3_ast operands[2 + SPELLINGS] = {x.value, y.value};
    int spellings = 0;
    for (int i = 0; i < e->arg_count && e->op == IP_OP_DIV; i++) /* more digits in, more digits out */
        spellings = add_spellings(c, site, e->args[i], operands + 2, spellings, 0);
    return (ip_term){
        ip_apply(b, sort, e->arg_count + spellings, operands, "op%d.%d.%d", (int)e->op, (int)e->type.kind, spellings),
        null};
}

Z3_ast ip_default_value(ip_terms_context *c, Z3_sort sort)
{
    if (sort == c->build.boolean)
        return c->build.no;
    return Z3_mk_int(c->build.z3, 0, sort);
}

/* Strict, and never NULL of what is not: substring(text from pattern) and to_char(infinity, …) are not. */
static const char strict_functions[] =
    "|| hashtext hashtextextended md5 lower upper initcap reverse repeat replace translate left right lpad rpad btrim "
    "ltrim rtrim split_part length char_length character_length octet_length bit_length ascii chr to_hex strpos "
    "position abs ceil ceiling floor round trunc mod div sign sqrt power exp quote_ident";

/* Casts and these functions are NULL where an argument is, and only there. */
static bool null_as_arguments(ip_terms_context *c, const ip_expr *e)
{
    if (!c->rules[IP_RULE_STRICT] || e->type.array || e->type.kind == IP_OTHER ||
        !(is_cast(e) || ip_is_among(strict_functions, e->text)))
        return false;
    for (int i = 0; i < e->arg_count; i++)
        if (e->args[i]->type.array || (e->args[i]->type.kind == IP_OTHER && e->args[i]->kind != IP_EXPR_NULL))
            return false;
    return true;
}

/* A value as a function takes it. */
static int add_argument(ip_terms_context *c, ip_term a, Z3_ast *args)
{
    if (a.null == c->build.no) {
        args[0] = a.value;
        return 1;
    }
    args[0] = ip_choose(&c->build, a.null, ip_default_value(c, Z3_get_sort(c->build.z3, a.value)), a.value);
    args[1] = a.null;
    return 2;
}

/* varchar(n), char(n) and numeric(p,s) cut, pad and round; what has been is not changed by that again. */
static bool cuts_or_rounds(const ip_expr *e)
{
    ip_type from = e->arg_count == 1 ? e->args[0]->type : ip_plain_type(IP_OTHER);
    return is_cast(e) && !e->type.array && !from.array && from.kind == e->type.kind && strchr(e->text, '(') &&
           (from.kind == IP_TEXT || from.kind == IP_NUMERIC);
}

/* A deterministic function: equal arguments, NULLs included, give equal results, unless they are written differently.
 */
ip_term ip_term_of_call(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast args[33 + SPELLINGS] = {NULL}, null = c->build.no;
    int n = 0;
    bool follows = null_as_arguments(c, e);
    for (int i = 0; i < e->arg_count; i++) {
        if (n > 30)
            return ip_anything(c, e->type);
        ip_term a = ip_eval(c, site, e->args[i]);
        null = ip_or(&c->build, null, a.null);
        n += add_argument(c, a, args + n);
    }
    int spellings = 0;
    for (int i = 0; i < e->arg_count && shows_spelling(e); i++)
        spellings = add_spellings(c, site, e->args[i], args + n, spellings, 0);
    ip_term result =
        ip_symbol(c, e->type, !follows, n + spellings, args, "call.%s.%d.%d", e->text, (int)e->type.kind, spellings);
    if (follows)
        result.null = null;
    if (c->rules[IP_RULE_CUT] && cuts_or_rounds(e)) {
        Z3_ast cut[2];
        ip_term again =
            ip_symbol(c, e->type, false, add_argument(c, result, cut), cut, "call.%s.%d.0", e->text, (int)e->type.kind);
        ip_side_fact(c, ip_equal(&c->build, again.value, result.value));
    }
    return result;
}

Z3_ast ip_operator_holds(ip_terms_context *c, const char *name, ip_term x, ip_term y)
{
    const ip_build *b = &c->build;
    Z3_ast given = ip_and(b, ip_not(b, x.null), ip_not(b, y.null)), args[4];
    if (strcmp(name, "=") == 0)
        return ip_and(b, given, ip_equal(b, x.value, y.value));
    int n = add_argument(c, x, args);
    n += add_argument(c, y, args + n);
    ip_term result = ip_symbol(c, ip_plain_type(IP_BOOLEAN), true, n, args, "call.%s.%d.0", name, (int)IP_BOOLEAN);
    return ip_and3(b, given, result.value, ip_not(b, result.null));
}

Z3_ast ip_comes_before(ip_terms_context *c, ip_term x, ip_term y, ip_type type, bool or_equal)
{
    const ip_build *b = &c->build;
    bool numbers = family(type) == IP_INTEGER;
    Z3_ast before =
        numbers && or_equal ? ip_not(b, less(c, y.value, x.value, true)) : less(c, x.value, y.value, numbers);
    if (or_equal && !numbers)
        before = ip_or(b, ip_equal(b, x.value, y.value), before);
    return ip_and3(b, ip_not(b, x.null), ip_not(b, y.null), before);
}

static ip_term conditional(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast condition = ip_eval_true(c, site, e->args[0]);
    if (condition == c->build.yes)
        return ip_cast(c, eval_for(c, site, e->args[1], e->type), e->args[1]->type, e->type);
    if (condition == c->build.no)
        return ip_cast(c, eval_for(c, site, e->args[2], e->type), e->args[2]->type, e->type);
    ip_term x = eval_for(c, site, e->args[1], e->type), y = eval_for(c, site, e->args[2], e->type);
    if (!is_text_literal(e->args[1]))
        x = ip_cast(c, x, e->args[1]->type, e->type);
    if (!is_text_literal(e->args[2]))
        y = ip_cast(c, y, e->args[2]->type, e->type);
    return (ip_term){ip_choose(&c->build, condition, x.value, y.value),
                     ip_choose(&c->build, condition, x.null, y.null)};
}

static ip_term coalesce(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_term result = {ip_default_value(c, ip_sort_of(&c->build, e->type)), c->build.yes};
    for (int i = e->arg_count - 1; i >= 0; i--) {
        ip_term x = eval_for(c, site, e->args[i], e->type);
        if (!is_text_literal(e->args[i]))
            x = ip_cast(c, x, e->args[i]->type, e->type);
        result.value = ip_choose(&c->build, x.null, result.value, x.value);
        result.null = ip_and(&c->build, x.null, result.null);
    }
    return result;
}

ip_term ip_eval_operator(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    switch (e->op) {
    case IP_OP_EQ:
    case IP_OP_NE:
    case IP_OP_LT:
    case IP_OP_LE:
    case IP_OP_GT:
    case IP_OP_GE:
    case IP_OP_NOT_DISTINCT:
        return comparison(c, site, e);
    case IP_OP_AND:
    case IP_OP_OR:
        return connective(c, site, e);
    case IP_OP_NOT: {
        ip_term x = eval_condition(c, site, e->args[0]);
        return (ip_term){ip_not(b, x.value), x.null};
    }
    case IP_OP_IS_NULL:
        return (ip_term){ip_eval(c, site, e->args[0]).null, b->no};
    case IP_OP_IS_TRUE:
        return (ip_term){truth_of(c, eval_condition(c, site, e->args[0])).yes, b->no};
    case IP_OP_IF:
        return conditional(c, site, e);
    case IP_OP_COALESCE:
        return coalesce(c, site, e);
    case IP_OP_ELEMENT: {
        ip_term array = ip_eval(c, site, e->args[0]), at = ip_eval(c, site, e->args[1]);
        Z3_ast args[] = {array.value, at.value};
        ip_term element = ip_symbol(c, e->type, true, 2, args, "element.%d", (int)e->type.kind);
        element.null = ip_or(b, element.null, ip_or(b, array.null, at.null));
        return element;
    }
    case IP_OP_LENGTH: {
        ip_term array = ip_eval(c, site, e->args[0]);
        ip_term length = ip_symbol(c, ip_plain_type(IP_INTEGER), true, 1, &array.value, "length");
        ip_side_fact(c, Z3_mk_ge(b->z3, length.value, ip_int(b, 0)));
        length.null = ip_or(b, length.null, array.null);
        return length;
    }
    case IP_OP_ADD:
    case IP_OP_SUB:
    case IP_OP_MUL:
    case IP_OP_DIV:
    case IP_OP_MOD:
    case IP_OP_NEG:
        return arithmetic(c, site, e);
    }
    return ip_anything(c, e->type);
}

Z3_ast ip_eval_true(ip_terms_context *c, const ip_site *site, const ip_expr *expr)
{
    if (!expr || ip_expr_is_true(expr))
        return c->build.yes;
    return truth_of(c, eval_condition(c, site, expr)).yes;
}
