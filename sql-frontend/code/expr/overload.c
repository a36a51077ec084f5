/* Resolves a call among overloaded routines at run time, once the types of its arguments are known. */
#include "code/expr/overload.h"

#include "code/coder.h"
#include "catalog/resolve.h"

#include <string.h>

struct ip_code_overloads {
    const ip_definitions *definitions;
    const ip_path *path;
    const char *name;
    bool variadic;
    const char *const *names;    /* [given_count] a => …; NULL: by position */
    const ip_unit *const *units; /* of each call */
};

/* A routine that stands where a value does. */
static bool gives_a_value(ip_compiler *c, const ip_unit *unit)
{
    int entry = ip_code_coder_unit(c->coder, unit);
    return !unit->procedure && !unit->returns_set && strcmp(unit->return_type, "trigger") != 0 &&
           !ip_code_is_record(&c->coder->units.items[entry]->code->result);
}

const ip_code_expr *ip_code_overloaded(ip_compiler *c, const PgQuery__FuncCall *call, const ip_called_as *as,
                                       ip_code_scope *scope, ip_range range)
{
    const ip_tree *given = IP_ITEMS(call, args);
    int calls = as->units.count, count = (int)ip_parse_list_size(given);
    for (int i = 0; i < calls; i++)
        if (!gives_a_value(c, as->units.items[i]))
            return NULL;
    ip_code_overloads *o = IP_NEW(c->arena, ip_code_overloads);
    const char **names = IP_NEW_ARRAY(c->arena, const char *, count);
    const ip_code_expr **args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, calls + count);
    for (int i = 0; i < calls; i++)
        args[i] = ip_code_user_call(c, call, as->units.items[i], scope, range);
    for (int i = 0; i < count; i++) {
        const ip_tree *item = ip_parse_list_item(given, (size_t)i);
        const PgQuery__NamedArgExpr *named = ip_as_named_arg_expr(item);
        names[i] = named ? ip_arena_strdup(c->arena, IP_TEXT(named, name)) : NULL;
        args[calls + i] = ip_code_expr_of(c, named ? IP_GET(named, arg) : item, scope);
    }
    *o = (ip_code_overloads){.definitions = c->coder->definitions,
                             .path = c->path ? c->path : c->unit->path,
                             .name = ip_parse_call_name(c->arena, call),
                             .variadic = IP_GET(call, func_variadic),
                             .names = names,
                             .units = as->units.items};
    ip_code_expr *expr = ip_code_make(c, IP_CODE_OVERLOADED, range, calls + count, args);
    expr->index = calls;
    expr->name = o->name;
    expr->overloads = o;
    expr->type = args[0]->type;
    for (int i = 1; i < calls; i++)
        if (!expr->type.name || !args[i]->type.name || strcmp(expr->type.name, args[i]->type.name) != 0)
            expr->type = (ip_type){IP_OTHER, false, NULL};
    return expr;
}

const ip_code_expr *ip_code_overload(ip_arena *arena, const ip_code_expr *expr, const ip_given_type *types)
{
    const ip_code_overloads *o = expr->overloads;
    int count = expr->arg_count - expr->index;
    ip_argument *arguments = IP_NEW_ARRAY(arena, ip_argument, count);
    for (int i = 0; i < count; i++)
        arguments[i] = (ip_argument){.name = o->names[i],
                                     .type = types[i].name ? ip_catalog_without_modifier(arena, types[i].name) : NULL,
                                     .kind = IP_OTHER,
                                     .array = types[i].array,
                                     .literal = types[i].literal};
    ip_resolved resolved = ip_catalog_resolve(arena, o->definitions, o->path, o->name, arguments, count, o->variadic);
    for (int i = 0; resolved.units.count == 1 && !resolved.builtin && i < expr->index; i++)
        if (o->units[i] == resolved.units.items[0])
            return expr->args[i];
    return NULL;
}
