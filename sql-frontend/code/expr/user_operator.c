/* Operators and casts that the files create. Which is meant is decided once the operands' types are known, by the
 * interpreter (interpreter/prepare/user_operator.c). */
#include "code/coder.h"
#include "base/words.h"
#include "catalog/resolve.h"
#include "catalog/unit_index.h"

#include <string.h>

typedef IP_VEC(ip_code_user_operator) ip_code_user_operator_list;

const ip_code *ip_code_only_function(ip_compiler *c, const char *name, int parameters)
{
    const ip_definitions *d = c->coder->definitions;
    const char *last = ip_last_part(name);
    int at = ip_catalog_first_named(d, last);
    if (at >= d->names.count || strcmp(d->names.items[at].name, last) != 0 ||
        (at + 1 < d->names.count && strcmp(d->names.items[at + 1].name, last) == 0))
        return NULL;
    const ip_unit *unit = d->units.items[d->names.items[at].unit];
    bool plain = strcmp(unit->name, name) == 0 && unit->parameters.count == parameters && !unit->procedure &&
                 !unit->returns_set && !unit->fails;
    for (int i = 0; i < unit->parameters.count; i++)
        plain = plain && unit->parameters.items[i].in && !unit->parameters.items[i].out;
    if (!plain)
        return NULL;
    int callee = ip_code_coder_unit(c->coder, unit);
    IP_PUSH(c->arena, &c->callees, callee);
    IP_PUSH(c->arena, &c->self->callees, callee);
    return c->coder->units.items[callee]->code;
}

/* The type without its modifier, "numeric(10,2)" as "numeric": a cast is of all of them. */
static bool same_type(const char *a, const char *b)
{
    size_t length = strcspn(a, "([");
    return strcspn(b, "([") == length && strncmp(a, b, length) == 0 && !strchr(a, '[') == !strchr(b, '[');
}

/* A row is no number, and a number no text. */
static bool surely_other(const ip_code_expr *given, const ip_code_type *type)
{
    bool known = given->type.name && given->type.kind != IP_OTHER;
    if (given->kind == IP_CODE_ROW || (known && type->row))
        return !type->row;
    return known && type->type.kind != IP_OTHER &&
           (type->type.kind != given->type.kind || type->type.array != given->type.array);
}

/* PostgreSQL has the operator for any two integers, and takes it before an operator that would need a cast. */
static bool are_integers(const ip_code_expr *const *operands, int count)
{
    bool all = count == 2;
    for (int k = 0; k < count; k++)
        all = all && operands[k]->type.name && operands[k]->type.kind == IP_INTEGER && !operands[k]->type.array;
    return all;
}

const ip_code_user_operators *ip_code_user_operators_of(ip_compiler *c, bool cast, const char *name,
                                                        const ip_code_expr *const *operands, int count, ip_range range)
{
    const ip_definitions *d = c->coder->definitions;
    ip_code_user_operator_list found = {0};
    for (int i = 0; i < d->user_operators.count; i++) {
        const ip_user_operator *s = &d->user_operators.items[i];
        const char *types[] = {s->left ? s->left : s->right, s->right};
        int taken = s->left && s->right ? 2 : 1;
        if (s->kind != (cast ? IP_USER_CAST : IP_USER_OPERATOR) || s->functions.count == 0 || !types[0] ||
            !(cast ? same_type(s->name, name) : strcmp(s->name, name) == 0 && taken == count))
            continue;
        ip_code_user_operator one = {.callee = NULL};
        bool other = false, integers = !cast && ip_catalog_is_own_operator(name) && are_integers(operands, count);
        for (int k = 0; k < count; k++) {
            one.operands[k] = ip_code_type_of_text(c, types[k], range);
            other = other || (cast && surely_other(operands[k], &one.operands[k])) ||
                    (integers && one.operands[k].type.kind != IP_INTEGER);
        }
        if (other)
            continue;
        one.callee = ip_code_only_function(c, s->functions.items[0], count);
        IP_PUSH(c->arena, &found, one);
    }
    if (found.count == 0)
        return NULL;
    ip_code_user_operators *all = IP_NEW(c->arena, ip_code_user_operators);
    *all = (ip_code_user_operators){count, found.count, found.items, cast || ip_catalog_is_own_operator(name)};
    return all;
}

const ip_code_user_operators *ip_code_unasked_casts(ip_compiler *c)
{
    const ip_definitions *d = c->coder->definitions;
    if (c->coder->unasked)
        return c->coder->unasked;
    ip_code_user_operators *all = c->coder->unasked = IP_NEW(c->arena, ip_code_user_operators);
    all->items = IP_NEW_ARRAY(c->arena, ip_code_user_operator, d->user_operators.count);
    for (int i = 0; i < d->user_operators.count; i++) {
        const ip_user_operator *s = &d->user_operators.items[i];
        if (s->kind != IP_USER_CAST || !s->unasked)
            continue;
        ip_code_user_operator *cast = &all->items[all->count++];
        cast->operands[0] = ip_code_type_of_text(c, s->left, s->range);
        cast->operands[1] = ip_code_type_of_text(c, s->name, s->range);
    }
    return all;
}
