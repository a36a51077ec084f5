/* Objects that routines depend on besides their definitions: extensions, operators, aggregates, casts. */
#include "base/words.h"
#include "ddl/pieces.h"

#include <string.h>
#include <strings.h>

void ip_ddl_create_extension(ip_ddl *ddl, const PgQuery__CreateExtensionStmt *statement)
{
    ip_definitions *d = ddl->definitions;
    IP_PUSH(d->arena, &d->extensions, (const char *)ip_arena_strdup(d->arena, IP_TEXT(statement, extname)));
}

const char *ip_ddl_routine_named(const ip_ddl *ddl, const char *name)
{
    const ip_definitions *d = ddl->definitions;
    for (int i = 0; ddl->path && !strchr(name, '.') && i < ddl->path->schemas.count; i++) {
        const char *schema = ddl->path->schemas.items[i];
        const char *full = strcmp(schema, "public") == 0 ? name : ip_arena_printf(d->arena, "%s.%s", schema, name);
        for (int u = 0; u < d->units.count; u++)
            if (d->units.items[u]->kind == IP_UNIT_ROUTINE && strcmp(d->units.items[u]->name, full) == 0)
                return full;
    }
    return name;
}

static const char *type_in(ip_ddl *ddl, const PgQuery__DefElem *element)
{
    const PgQuery__TypeName *type = ip_as_type_name(IP_GET(element, arg));
    return type ? ip_parse_typename_text(ddl->definitions->arena, type) : NULL;
}

/* How many arguments a call has; -1: any number, or not known. BASETYPE, the older syntax, has one argument or none. */
static int aggregate_arguments(const PgQuery__DefineStmt *statement)
{
    const ip_tree *items = IP_ITEMS(ip_as_list(ip_parse_list_item(IP_ITEMS(statement, args), 0)), items);
    const ip_tree *args = items ? items : ip_parse_list_item(IP_ITEMS(statement, args), 0);
    if (IP_GET(statement, oldstyle))
        return -1;
    size_t i;
    const ip_tree *arg;
    IP_LIST_EACH(args, i, arg)
    {
        if (IP_GET(ip_as_function_parameter(arg), mode) == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_VARIADIC)
            return -1;
    }
    return (int)ip_parse_list_size(args);
}

static void aggregate_part(ip_ddl *ddl, ip_user_operator *aggregate, const PgQuery__DefElem *element, const char *type)
{
    const char *name = IP_TEXT(element, defname);
    if (strcmp(name, "sfunc") == 0 || strcmp(name, "sfunc1") == 0)
        aggregate->transition = type;
    else if (strcmp(name, "finalfunc") == 0)
        aggregate->final = type;
    else if (strcmp(name, "initcond") == 0 || strcmp(name, "initcond1") == 0)
        aggregate->start = ip_arena_strdup(ddl->definitions->arena, ip_parse_string_node(IP_GET(element, arg)));
    else if (!ip_is_among("stype stype1 basetype parallel", name))
        aggregate->more = true;
}

/* CREATE OPERATOR and CREATE AGGREGATE: the functions that they call. */
void ip_ddl_define(ip_ddl *ddl, const PgQuery__DefineStmt *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    PgQuery__ObjectType kind = IP_GET(statement, kind);
    bool is_operator = kind == PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR;
    if (!is_operator && kind != PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE)
        return;
    ip_user_operator user_operator = {.kind = is_operator ? IP_USER_OPERATOR : IP_USER_AGGREGATE,
                                      .arguments = is_operator ? -1 : aggregate_arguments(statement),
                                      .range = range};
    const ip_tree *names = IP_ITEMS(statement, defnames);
    const char *last = ip_parse_last_string(names);
    /* An operator is found by its symbol, in any schema. */
    user_operator.name = is_operator ? ip_arena_strdup(d->arena, last) : ip_ddl_joined(d->arena, names);
    if (!is_operator && ip_parse_list_size(names) == 1)
        user_operator.name = ip_catalog_relation_name_in_path(d->arena, ddl->path, user_operator.name);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(statement, definition), i, item)
    {
        const PgQuery__DefElem *element = ip_as_def_elem(item);
        const char *name = IP_TEXT(element, defname), *type = type_in(ddl, element);
        if (type && (strcmp(name, "procedure") == 0 || strstr(name, "func")))
            type = ip_ddl_routine_named(ddl, type);
        if (!is_operator)
            aggregate_part(ddl, &user_operator, element, type);
        if (!type)
            continue;
        if (strcmp(name, "basetype") == 0)
            user_operator.arguments = strcasecmp(type, "any") != 0;
        else if (strcmp(name, "leftarg") == 0)
            user_operator.left = type;
        else if (strcmp(name, "rightarg") == 0)
            user_operator.right = type;
        else if (strcmp(name, "procedure") == 0 || strstr(name, "func"))
            IP_PUSH(d->arena, &user_operator.functions, type);
    }
    IP_PUSH(d->arena, &d->user_operators, user_operator);
}

void ip_ddl_create_cast(ip_ddl *ddl, const PgQuery__CreateCastStmt *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const PgQuery__ObjectWithArgs *function = IP_GET(statement, func);
    if (!function)
        return; /* WITHOUT FUNCTION, WITH INOUT */
    ip_user_operator cast = {.kind = IP_USER_CAST,
                             .name = ip_parse_typename_text(d->arena, IP_GET(statement, targettype)),
                             .left = ip_parse_typename_text(d->arena, IP_GET(statement, sourcetype)),
                             .unasked = IP_GET(statement, context) != PG_QUERY__COERCION_CONTEXT__COERCION_EXPLICIT,
                             .range = range};
    IP_PUSH(d->arena, &cast.functions, ip_ddl_routine_named(ddl, ip_ddl_joined(d->arena, IP_ITEMS(function, objname))));
    IP_PUSH(d->arena, &d->user_operators, cast);
}
