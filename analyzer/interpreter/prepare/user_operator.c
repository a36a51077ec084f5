/* Operators and casts that the files create (PostgreSQL 15, sections 10.2 and CREATE CAST): chooses among them by
 * types. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

static ip_sqltype wanted(ip_prepare *prepare, const ip_code_user_operator *s, int operand)
{
    return ip_value_sqltype_of(prepare->arena, &s->operands[operand]);
}

/* An enum, a text here, is recognized by its check; a row by its type's name. */
static bool is_type(ip_sqltype given, ip_sqltype type)
{
    if (!ip_value_sqltype_same(given, type) || given.domain != type.domain)
        return false;
    const char *a = given.shape ? given.shape->name : NULL, *b = type.shape ? type.shape->name : NULL;
    return given.tag != IP_T_RECORD || (a && b && strcmp(a, b) == 0);
}

static bool is_open(ip_sqltype type)
{
    return type.tag == IP_T_UNKNOWN && !type.array;
}

static bool over_unknown(ip_sqltype given)
{
    return given.tag == IP_T_OTHER || (given.domain && !given.domain->enumerated);
}

static bool may_be_cast(ip_sqltype given, ip_sqltype type)
{
    return over_unknown(given) && (given.tag == IP_T_OTHER || ip_value_sqltype_same(given, type));
}

/* The type that PostgreSQL would assume for a domain's value, and for a row whose type has no name, is not decided. */
static bool may_be(ip_sqltype given, ip_sqltype type)
{
    bool named = given.tag != IP_T_RECORD || (given.shape && given.shape->name);
    if (is_open(given) || !named || over_unknown(given))
        return true;
    return is_type(given, type) ||
           (!given.domain && !type.domain && ip_builtin_can_coerce(given, type, IP_CAST_IMPLICIT));
}

/* The types are those of the operands; a literal is assumed to have the other operand's. */
static bool fits(ip_prepare *prepare, const ip_code_user_operator *s, const ip_node *const *args, int count)
{
    bool known = false;
    for (int i = 0; i < count; i++) {
        ip_sqltype type = wanted(prepare, s, i);
        known = known || !is_open(args[i]->type);
        if (!is_type(args[i]->type, is_open(args[i]->type) ? args[i]->type : type))
            return false;
        if (is_open(args[i]->type) && (count == 1 || !is_type(wanted(prepare, s, 1 - i), type)))
            return false;
    }
    return known;
}

/* PostgreSQL has an operator for exactly these types, which is found first. */
static bool is_own(const ip_code_expr *expr, const ip_node *const *args, int count)
{
    ip_sqltype types[2];
    for (int i = 0; i < count; i++) {
        types[i] = args[i]->type;
        if (types[i].domain || types[i].tag == IP_T_RECORD || types[i].tag == IP_T_OTHER)
            return false;
    }
    return ip_prepare_has_exact_operator(expr->name, types, count);
}

static const ip_node *call(ip_prepare *prepare, const ip_code_expr *expr, const ip_code_user_operator *s,
                           const ip_node *const *given)
{
    if (!s->callee)
        ip_prepare_refuse(prepare, expr->range, "a function that is not the only one of its name, called by %s",
                          expr->kind == IP_CODE_CAST ? "a cast" : expr->name);
    int count = expr->user_operators->operands;
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_CALL, ip_value_sqltype_simple(IP_T_VOID), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, count);
    for (int i = 0; i < count; i++)
        args[i] = given[i];
    const ip_code *callee = ip_prepare_code_for_types(prepare, s->callee, args, expr->range);
    for (int i = 0; i < count; i++)
        args[i] = ip_prepare_datum_coerce(
            prepare, args[i], ip_value_sqltype_of(prepare->arena, &callee->variables.items[i].type), IP_CAST_IMPLICIT);
    node->type = ip_prepare_sqltype_of_routine(prepare, callee);
    node->callee = callee;
    IP_PUSH(prepare->arena, &prepare->callees, callee);
    return node;
}

const ip_node *ip_prepare_user_operator(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_code_user_operators *all = expr->user_operators;
    if (!all)
        return NULL;
    const ip_node *args[2] = {NULL, NULL};
    for (int i = 0; i < all->operands; i++)
        args[i] = ip_prepare_expr(prepare, expr->args[i]);
    bool cast = expr->kind == IP_CODE_CAST, open = false;
    if (cast ? is_open(args[0]->type) : is_own(expr, args, all->operands))
        return NULL; /* the cast of a literal converts its text */
    for (int i = all->count - 1; i >= 0; i--) {
        const ip_code_user_operator *s = &all->items[i];
        if (fits(prepare, s, args, all->operands))
            return call(prepare, expr, s, args);
        bool may = true;
        for (int k = 0; k < all->operands; k++)
            may = may && (cast ? may_be_cast(args[k]->type, wanted(prepare, s, k))
                               : may_be(args[k]->type, wanted(prepare, s, k)));
        open = open || may;
    }
    if (open && !all->own && all->count == 1)
        return call(prepare, expr, &all->items[0], args);
    if (open)
        ip_prepare_refuse(prepare, expr->range, "%s%s, which may be a user-defined one",
                          cast ? "a cast to " : "operator ", cast ? expr->cast.type.name : expr->name);
    return NULL;
}

bool ip_prepare_find_cast(ip_prepare *prepare, ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast)
{
    const ip_code_user_operators *unasked = prepare->code ? prepare->code->unasked : NULL;
    for (int i = 0; unasked && context != IP_CAST_EXPLICIT && i < unasked->count; i++)
        if (is_type(from, ip_value_sqltype_of(prepare->arena, &unasked->items[i].operands[0])) &&
            is_type(to, ip_value_sqltype_of(prepare->arena, &unasked->items[i].operands[1])))
            return false;
    return ip_builtin_cast_find(prepare->arena, from, to, context, cast);
}
