/* The types of lowered expressions, as PostgreSQL derives them (result_type.h), and conversion of a value to another
 * type. */
#include "lower/lower.h"
#include "base/words.h"
#include "catalog/resolve.h"
#include "catalog/result_type.h"

#include <string.h>

static const char *name_of(ip_lowerer *l, const ip_expr *e)
{
    ip_type type = e->type;
    bool open = !type.name && !type.array &&
                (e->kind == IP_EXPR_TEXT || e->kind == IP_EXPR_NULL || e->kind == IP_EXPR_PARAMETER);
    if (open)
        return ip_catalog_literal_type;
    if (!type.name || strchr(type.name, '%') || strstr(type.name, " collate "))
        return ip_catalog_unknown_type;
    const char *name = ip_catalog_without_modifier(l->arena, type.name), *bracket = strchr(name, '[');
    if (!type.array && !bracket)
        return name;
    return ip_arena_printf(l->arena, "%.*s[]", bracket ? (int)(bracket - name) : (int)strlen(name), name);
}

static ip_type type_of(ip_lowerer *l, const char *name)
{
    if (!name || strcmp(name, ip_catalog_unknown_type) == 0)
        return ip_lower_other_type;
    return ip_parse_type_spelled(l->arena, name);
}

/* The domain's or enum's own values: operators use its base type. */
static const char *operand_name(ip_lowerer *l, const ip_expr *e)
{
    const char *name = name_of(l, e);
    const ip_user_type *user = ip_ddl_definitions_type(l->definitions, name);
    for (int depth = 0; user && user->labels.count == 0 && user->base.name && depth < 16; depth++) {
        name = ip_catalog_without_modifier(l->arena, user->base.name);
        user = ip_ddl_definitions_type(l->definitions, name);
    }
    return name;
}

ip_type ip_lower_operator_type(ip_lowerer *l, const char *name, const ip_expr *a, const ip_expr *b)
{
    return type_of(
        l, ip_catalog_operator_types_of(l->arena, name, a ? operand_name(l, a) : NULL, operand_name(l, b)).result);
}

ip_type ip_lower_left_type(ip_lowerer *l, const char *name, const ip_expr *a, const ip_expr *b)
{
    const char *left = ip_catalog_operator_types_of(l->arena, name, operand_name(l, a), operand_name(l, b)).left;
    return left && strncmp(left, "any", 3) == 0 ? a->type : type_of(l, left);
}

ip_type ip_lower_function_type(ip_lowerer *l, const char *name, const ip_values *args)
{
    const char *types[IP_MAX_TYPED_ARGUMENTS];
    if (args->count > IP_MAX_TYPED_ARGUMENTS)
        return ip_lower_other_type;
    for (int i = 0; i < args->count; i++)
        types[i] = operand_name(l, args->items[i]);
    return type_of(l, ip_catalog_function_result(l->arena, ip_last_part(name), args->count, types));
}

static ip_type common_type(ip_lowerer *l, const ip_values *values)
{
    const char **types = IP_NEW_ARRAY(l->arena, const char *, values->count);
    const ip_expr *typed = NULL;
    bool all = true;
    for (int i = 0; i < values->count; i++) {
        const ip_expr *e = values->items[i];
        types[i] = name_of(l, e);
        if (strcmp(types[i], ip_catalog_literal_type) == 0)
            continue;
        all = all && (!typed || (typed->type.name && e->type.name && strcmp(typed->type.name, e->type.name) == 0));
        typed = typed ? typed : e;
    }
    if (!typed)
        return ip_lower_text_type;
    if (all && typed->type.name) /* (12,2) and all */
        return typed->type;
    const char *common = ip_catalog_shared_type(values->count, types);
    for (int i = 0; i < values->count && !common; i++)
        types[i] = operand_name(l, values->items[i]);
    return type_of(l, common ? common : ip_catalog_shared_type(values->count, types));
}

ip_type ip_lower_common(ip_lowerer *l, ip_values *values)
{
    ip_type type = common_type(l, values);
    for (int i = 0; i < values->count; i++)
        values->items[i] = ip_lower_convert(l, values->items[i], type);
    return type;
}

ip_type ip_lower_array_of(ip_lowerer *l, ip_type element)
{
    if (element.name && !element.array)
        element.name = ip_arena_printf(l->arena, "%s[]", element.name);
    element.array = true;
    return element;
}

/* Whether every function gives the same result for a value of either type. */
static bool alike(ip_type a, ip_type b)
{
    if (a.array != b.array || a.kind != b.kind)
        return false;
    if (!a.name || !b.name)
        return true;
    size_t length = strcspn(a.name, "(");
    bool same = strcspn(b.name, "(") == length && strncmp(a.name, b.name, length) == 0;
    static const char varying[] = "character varying";
    bool text_a = strcmp(a.name, "text") == 0 || strncmp(a.name, varying, sizeof varying - 1) == 0,
         text_b = strcmp(b.name, "text") == 0 || strncmp(b.name, varying, sizeof varying - 1) == 0;
    return same || (text_a && text_b);
}

const ip_expr *ip_lower_retyped(ip_lowerer *l, const ip_expr *e, ip_type type)
{
    if (alike(e->type, type) || ip_lower_open_type(type))
        return e;
    switch (e->kind) {
    case IP_EXPR_OPERATOR:
    case IP_EXPR_CALL:
        return ip_program_expr_op(l->arena, IP_OP_AS, type, 1, &e);
    default:
        break;
    }
    ip_expr *copy = IP_NEW(l->arena, ip_expr);
    *copy = *e;
    copy->type = ip_lower_without_modifier(l, type);
    if (e->kind == IP_EXPR_VARIABLE)
        IP_PUSH(l->arena, &l->variable_copies, copy);
    return copy;
}
