/* Operators, casts and functions over terms, in three-valued logic. */
#include <string.h>

#include "base/words.h"
#include "term/terms_internal.h"

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

/* A date and a time, or times with and without a zone, are compared as the session's zone says, which may take two for
 * one where clocks are put forward (PostgreSQL 15, section 8.5.3 and appendix B.2); a date is a timestamp without a
 * zone. */
static bool is_one_time(ip_type a, ip_type b)
{
    static const char plain[] = "timestamp without time zone";
    if (!a.name || !b.name)
        return false;
    const char *x = ip_term_type_is_named(a, "date") ? plain : a.name,
               *y = ip_term_type_is_named(b, "date") ? plain : b.name;
    size_t length = strcspn(x, "(");
    return strcspn(y, "(") == length && strncmp(x, y, length) == 0;
}

/* Equal values of the types are equal terms. */
static bool compared_as_they_are(ip_type a, ip_type b)
{
    return family(a) == family(b) && (a.array || a.kind != IP_TIME || is_one_time(a, b));
}

ip_term ip_term_cast(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_term term, ip_type from, ip_type to)
{
    Z3_sort sort = ip_term_sort_of(&c->build, to);
    if (compared_as_they_are(from, to)) {
        Z3_ast value = ip_term_coerce_term(&c->build, term.value, sort);
        if (value)
            return (ip_term){value, term.null};
    }
    bool shown = to.array || (to.kind != IP_BOOLEAN && to.kind != IP_INTEGER && to.kind != IP_NUMERIC);
    ip_spellings written = {0};
    if (e && shown)
        ip_term_add_spellings(c, site, e, &written);
    if (written.more || (!e && shown && ip_term_type_has_spellings(from)))
        return (ip_term){ip_term_anything(c, to).value, term.null};
    Z3_ast args[1 + IP_MAX_SPELLINGS] = {term.value};
    memcpy(args + 1, written.items, (size_t)written.count * sizeof *args);
    return (ip_term){ip_term_apply(&c->build, sort, 1 + written.count, args, "cast.%s.%s.%d", ip_term_type_key(c, from),
                                   ip_term_type_key(c, to), written.count),
                     term.null};
}

typedef struct truth {
    Z3_ast yes, no; /* is true, is false; NULL is neither */
} truth;

static truth truth_of(ip_terms_context *c, ip_term t)
{
    const ip_build *b = &c->build;
    Z3_ast known = ip_term_not(b, t.null);
    return (truth){ip_term_and(b, known, t.value), ip_term_and(b, known, ip_term_not(b, t.value))};
}

static ip_term term_of(ip_terms_context *c, truth t)
{
    const ip_build *b = &c->build;
    if (t.no == ip_term_not(b, t.yes))
        return (ip_term){t.yes, b->no};
    return (ip_term){t.yes, ip_term_and(b, ip_term_not(b, t.yes), ip_term_not(b, t.no))};
}

/* = on these types is no identity: it compares the areas of two boxes, and only approximately. */
static bool equals_by_measure(ip_type type)
{
    return type.kind == IP_OTHER && type.name && ip_is_among("box circle path lseg line point polygon", type.name);
}

ip_term ip_term_eval_as(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_type wanted)
{
    if (is_text_literal(e) && !wanted.array && wanted.kind != IP_TEXT)
        return ip_term_literal(c, e->text, wanted.kind);
    return ip_term_eval(c, site, e);
}

/* Where SQL expects a condition. PostgreSQL refuses other types than boolean there, but a column may have an unknown
 * type that is boolean (a domain): its truth is then a function of the value. */
static ip_term eval_condition(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_term term = ip_term_eval_as(c, site, e, ip_plain_type(IP_BOOLEAN));
    return is_text_literal(e) ? term : ip_term_cast(c, site, e, term, e->type, ip_plain_type(IP_BOOLEAN));
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
    Z3_ast is_true = conjunction ? ip_term_all(&c->build, &yes) : ip_term_any(&c->build, &yes);
    if (definite)
        return (ip_term){is_true, c->build.no};
    return term_of(c, (truth){is_true, conjunction ? ip_term_any(&c->build, &no) : ip_term_all(&c->build, &no)});
}

/* The types of a comparison: the values' types, and a third type if the values are compared as that type, in which
 * their spelling may matter. */
typedef struct compared {
    ip_type left, right;
    bool numbers;
    ip_spellings written;
} compared;

static Z3_ast opaque_relation(ip_terms_context *c, const char *name, Z3_ast a, Z3_ast b, const compared *of,
                              bool swapped)
{
    Z3_ast args[2 + IP_MAX_SPELLINGS] = {swapped ? b : a, swapped ? a : b};
    if (of->written.more)
        return ip_term_anything(c, ip_plain_type(IP_BOOLEAN)).value;
    memcpy(args + 2, of->written.items, (size_t)of->written.count * sizeof *args);
    return ip_term_apply(&c->build, c->build.boolean, 2 + of->written.count, args, "%s.%s.%s.%d", name,
                         ip_term_type_key(c, swapped ? of->right : of->left),
                         ip_term_type_key(c, swapped ? of->left : of->right), of->written.count);
}

/* a < b, or b < a. */
static Z3_ast less(ip_terms_context *c, Z3_ast a, Z3_ast b, const compared *of, bool swapped)
{
    Z3_context z3 = c->build.z3;
    if (!of->numbers)
        return opaque_relation(c, "less", a, b, of, swapped);
    Z3_ast ra = a, rb = b;
    if (Z3_get_sort(z3, a) != Z3_get_sort(z3, b)) {
        ra = ip_term_coerce_term(&c->build, a, c->build.real);
        rb = ip_term_coerce_term(&c->build, b, c->build.real);
    }
    return swapped ? Z3_mk_lt(z3, rb, ra) : Z3_mk_lt(z3, ra, rb);
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
    ip_term x = ip_term_eval_as(c, site, left, lt), y = ip_term_eval_as(c, site, right, rt);
    Z3_ast null = ip_term_or(b, x.null, y.null);
    if (left->kind == IP_EXPR_NULL || right->kind == IP_EXPR_NULL) {
        if (e->op != IP_OP_NOT_DISTINCT)
            return (ip_term){b->no, b->yes};
        return (ip_term){ip_term_and(b, x.null, y.null), b->no};
    }
    bool fits = compared_as_they_are(lt, rt);
    bool numbers = fits && !lt.array && family(lt) == IP_INTEGER;
    bool identity = !equals_by_measure(lt) && !equals_by_measure(rt);
    bool ordered = numbers || (fits && identity && Z3_get_sort(b->z3, x.value) == Z3_get_sort(b->z3, y.value));
    compared of = {.left = lt, .right = rt, .numbers = numbers};
    for (int i = 0; i < 2 && !fits; i++)
        ip_term_add_spellings(c, site, e->args[i], &of.written);
    if (numbers && Z3_get_sort(b->z3, x.value) != Z3_get_sort(b->z3, y.value))
        ip_term_ordinary_number(
            c, ip_term_coerce_term(b, Z3_get_sort(b->z3, x.value) == b->integer ? x.value : y.value, b->real));
    Z3_ast equal =
        ordered ? ip_term_equal(b, x.value, y.value) : opaque_relation(c, "equal", x.value, y.value, &of, false);
    Z3_ast below = less(c, x.value, y.value, &of, false), above = less(c, x.value, y.value, &of, true);
    Z3_ast result = NULL;
    switch (e->op) {
    case IP_OP_EQ:
        result = equal;
        break;
    case IP_OP_NE:
        result = ip_term_not(b, equal);
        break;
    case IP_OP_LT:
        result = below;
        break;
    case IP_OP_GT:
        result = above;
        break;
    case IP_OP_LE:
        result = numbers ? ip_term_not(b, above) : ip_term_or(b, equal, below);
        break;
    case IP_OP_GE:
        result = numbers ? ip_term_not(b, below) : ip_term_or(b, equal, above);
        break;
    default: /* IS NOT DISTINCT FROM */
        result = ip_term_or(b, ip_term_and(b, x.null, y.null),
                            ip_term_and3(b, ip_term_not(b, x.null), ip_term_not(b, y.null), equal));
        null = b->no;
        break;
    }
    return (ip_term){result, null};
}

Z3_ast ip_term_default_value(ip_terms_context *c, Z3_sort sort)
{
    if (sort == c->build.boolean)
        return c->build.no;
    return Z3_mk_int(c->build.z3, 0, sort);
}

/* Functions that are NULL only for NULL arguments: substring(text from pattern) and to_char(infinity, …) are not. */
static const char strict_functions[] =
    "|| hashtext hashtextextended md5 lower upper initcap reverse repeat replace translate left right lpad rpad btrim "
    "ltrim rtrim split_part length char_length character_length octet_length bit_length ascii chr to_hex strpos "
    "position abs ceil ceiling floor round trunc mod div sign sqrt power exp quote_ident";

/* Casts and these functions are NULL if and only if an argument is NULL. */
static bool null_as_arguments(ip_terms_context *c, const ip_expr *e)
{
    if (!c->rules[IP_RULE_STRICT] || e->type.array || e->type.kind == IP_OTHER ||
        !(ip_term_expr_is_cast(e) || ip_is_among(strict_functions, e->text)))
        return false;
    for (int i = 0; i < e->arg_count; i++)
        if (e->args[i]->type.array || (e->args[i]->type.kind == IP_OTHER && e->args[i]->kind != IP_EXPR_NULL))
            return false;
    return true;
}

/* A value as an argument of a function. */
static int add_argument(ip_terms_context *c, ip_term a, Z3_ast *args)
{
    if (a.null == c->build.no) {
        args[0] = a.value;
        return 1;
    }
    args[0] = ip_term_choose(&c->build, a.null, ip_term_default_value(c, Z3_get_sort(c->build.z3, a.value)), a.value);
    args[1] = a.null;
    return 2;
}

/* varchar(n), char(n) and numeric(p,s) cut, pad and round; applied again, they change nothing. */
static bool cuts_or_rounds(const ip_expr *e)
{
    ip_type from = e->arg_count == 1 ? e->args[0]->type : ip_plain_type(IP_OTHER);
    return ip_term_expr_is_cast(e) && !e->type.array && !from.array && from.kind == e->type.kind &&
           strchr(e->text, '(') && (from.kind == IP_TEXT || from.kind == IP_NUMERIC);
}

/* The function's name and its arguments' types: to_hex(-1) depends on how wide the integer is. A literal has the type
 * that the function expects, which is the type of the other arguments. */
static const char *function_name(ip_terms_context *c, const char *name, int count, const ip_expr *const *args)
{
    for (int i = 0; i < count; i++)
        if (args[i]->kind != IP_EXPR_NULL)
            name = ip_arena_printf(c->arena, "%s.%s", name, ip_term_type_key(c, args[i]->type));
    return name;
}

/* A deterministic function: equal arguments, NULLs included, give equal results, unless they are written differently.
 */
ip_term ip_term_of_call(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast args[33 + IP_MAX_SPELLINGS] = {NULL}, null = c->build.no;
    int n = 0;
    bool follows = null_as_arguments(c, e);
    for (int i = 0; i < e->arg_count; i++) {
        if (n > 30)
            return ip_term_anything(c, e->type);
        ip_term a = ip_term_eval(c, site, e->args[i]);
        null = ip_term_or(&c->build, null, a.null);
        n += add_argument(c, a, args + n);
    }
    ip_spellings written = {0};
    for (int i = 0; i < e->arg_count && ip_term_shows_spelling(e); i++)
        ip_term_add_spellings(c, site, e->args[i], &written);
    memcpy(args + n, written.items, (size_t)written.count * sizeof *args);
    ip_term result = written.more ? ip_term_anything(c, e->type)
                                  : ip_term_symbol(c, e->type, !follows, n + written.count, args, "call.%s.%d.%d",
                                                   function_name(c, e->text, e->arg_count, e->args), (int)e->type.kind,
                                                   written.count);
    if (follows)
        result.null = null;
    if (c->rules[IP_RULE_CUT] && cuts_or_rounds(e)) {
        Z3_ast cut[2];
        ip_term again = ip_term_symbol(c, e->type, false, add_argument(c, result, cut), cut, "call.%s.%s.%d.0", e->text,
                                       ip_term_type_key(c, e->type), (int)e->type.kind);
        ip_term_side_fact(c, ip_term_equal(&c->build, again.value, result.value));
        if (e->type.kind == IP_TEXT)
            ip_term_usually_uncut(c, args[0], result.value);
    }
    return result;
}

Z3_ast ip_term_operator_holds(ip_terms_context *c, const char *name, ip_term x, ip_term y, ip_type type)
{
    const ip_build *b = &c->build;
    Z3_ast given = ip_term_and(b, ip_term_not(b, x.null), ip_term_not(b, y.null)), args[4];
    if (strcmp(name, "=") == 0)
        return ip_term_and(b, given, ip_term_equal(b, x.value, y.value));
    int n = add_argument(c, x, args);
    n += add_argument(c, y, args + n);
    ip_term result = ip_term_symbol(c, ip_plain_type(IP_BOOLEAN), true, n, args, "call.%s.%s.%s.%d.0", name,
                                    ip_term_type_key(c, type), ip_term_type_key(c, type), (int)IP_BOOLEAN);
    return ip_term_and3(b, given, result.value, ip_term_not(b, result.null));
}

Z3_ast ip_term_comes_before(ip_terms_context *c, ip_term x, ip_term y, ip_type type, bool or_equal)
{
    const ip_build *b = &c->build;
    bool numbers = family(type) == IP_INTEGER;
    const compared of = {.left = type, .right = type, .numbers = numbers};
    Z3_ast before = numbers && or_equal ? ip_term_not(b, less(c, x.value, y.value, &of, true))
                                        : less(c, x.value, y.value, &of, false);
    if (or_equal && !numbers)
        before = ip_term_or(b, ip_term_equal(b, x.value, y.value), before);
    return ip_term_and3(b, ip_term_not(b, x.null), ip_term_not(b, y.null), before);
}

/* One of the operator's results, as a value of its type. */
static ip_term argument_as(ip_terms_context *c, const ip_site *site, const ip_expr *e, int i)
{
    ip_term x = ip_term_eval_as(c, site, e->args[i], e->type);
    return is_text_literal(e->args[i]) ? x : ip_term_cast(c, site, e->args[i], x, e->args[i]->type, e->type);
}

static ip_term conditional(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast condition = ip_term_eval_true(c, site, e->args[0]);
    if (condition == c->build.yes)
        return argument_as(c, site, e, 1);
    if (condition == c->build.no)
        return argument_as(c, site, e, 2);
    ip_term x = argument_as(c, site, e, 1), y = argument_as(c, site, e, 2);
    return (ip_term){ip_term_choose(&c->build, condition, x.value, y.value),
                     ip_term_choose(&c->build, condition, x.null, y.null)};
}

static ip_term coalesce(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_term result = {ip_term_default_value(c, ip_term_sort_of(&c->build, e->type)), c->build.yes};
    for (int i = e->arg_count - 1; i >= 0; i--) {
        ip_term x = argument_as(c, site, e, i);
        result.value = ip_term_choose(&c->build, x.null, result.value, x.value);
        result.null = ip_term_and(&c->build, x.null, result.null);
    }
    return result;
}

ip_term ip_term_eval_operator(ip_terms_context *c, const ip_site *site, const ip_expr *e)
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
        return (ip_term){ip_term_not(b, x.value), x.null};
    }
    case IP_OP_IS_NULL:
        return (ip_term){ip_term_eval(c, site, e->args[0]).null, b->no};
    case IP_OP_IS_TRUE:
        return (ip_term){truth_of(c, eval_condition(c, site, e->args[0])).yes, b->no};
    case IP_OP_IF:
        return conditional(c, site, e);
    case IP_OP_COALESCE:
        return coalesce(c, site, e);
    case IP_OP_ELEMENT: {
        ip_term array = ip_term_eval(c, site, e->args[0]), at = ip_term_eval(c, site, e->args[1]);
        Z3_ast args[] = {array.value, at.value};
        ip_term element = ip_term_symbol(c, e->type, true, 2, args, "element.%d", (int)e->type.kind);
        element.null = ip_term_or(b, element.null, ip_term_or(b, array.null, at.null));
        return element;
    }
    case IP_OP_LENGTH: {
        ip_term array = ip_term_eval(c, site, e->args[0]);
        ip_term length = ip_term_symbol(c, ip_plain_type(IP_INTEGER), true, 1, &array.value, "length");
        ip_term_side_fact(c, Z3_mk_ge(b->z3, length.value, ip_term_int(b, 0)));
        length.null = ip_term_or(b, length.null, array.null);
        return length;
    }
    case IP_OP_AS: {
        const ip_expr *whole = e->args[0];
        ip_term x = ip_term_eval_as(c, site, whole, e->type);
        bool numbers = family(whole->type) == IP_INTEGER && family(e->type) == IP_INTEGER;
        Z3_ast number = numbers ? ip_term_same_number(c, x, ip_term_sort_of(b, e->type)) : NULL;
        return number                   ? (ip_term){number, x.null}
               : is_text_literal(whole) ? x
                                        : ip_term_cast(c, site, whole, x, whole->type, e->type);
    }
    case IP_OP_ADD:
    case IP_OP_SUB:
    case IP_OP_MUL:
    case IP_OP_DIV:
    case IP_OP_MOD:
    case IP_OP_NEG:
        return ip_term_of_arithmetic(c, site, e);
    }
    return ip_term_anything(c, e->type);
}

Z3_ast ip_term_eval_true(ip_terms_context *c, const ip_site *site, const ip_expr *expr)
{
    if (!expr || ip_program_expr_is_true(expr))
        return c->build.yes;
    return truth_of(c, eval_condition(c, site, expr)).yes;
}
