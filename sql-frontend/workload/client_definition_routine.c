/* CREATE FUNCTION and CREATE PROCEDURE of a client: parameters, options, and a routine of that name and those types
 * that is there already (functioncmds.c, pg_proc.c). */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "ddl/dependents.h"

#include <string.h>
#include <strings.h>

#define MODE(name) PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_##name

static bool is_input(const PgQuery__FunctionParameter *p)
{
    return p->mode != MODE(OUT) && p->mode != MODE(TABLE);
}

static bool is_output(const PgQuery__FunctionParameter *p)
{
    return p->mode == MODE(OUT) || p->mode == MODE(TABLE) || p->mode == MODE(INOUT);
}

static void refuse(const ip_definition_request *a, const char *message)
{
    ip_workload_requested_refuse(a, "42P13", message);
}

static const char *type_of(const ip_definition_request *a, const PgQuery__TypeName *type)
{
    return type ? ip_arena_printf(a->arena, "%s%s", ip_parse_typename_type(a->arena, type).name,
                                  IP_ITEMS(type, array_bounds) ? "[]" : "")
                : "";
}

/* interpret_function_parameter_list. A name may be that of an input and of an output. */
static void need_apart(const ip_definition_request *a, const PgQuery__CreateFunctionStmt *create)
{
    size_t i, k;
    const ip_tree *node;
    bool defaults = false;
    IP_LIST_EACH(IP_ITEMS(create, parameters), i, node)
    {
        const PgQuery__FunctionParameter *one = ip_as_function_parameter(node);
        const char *name = IP_TEXT(one, name);
        for (k = 0; k < i && *name; k++) {
            const PgQuery__FunctionParameter *other =
                ip_as_function_parameter(ip_parse_list_item(IP_ITEMS(create, parameters), k));
            bool meet = (is_input(one) && is_input(other)) || (is_output(one) && is_output(other));
            if (meet && strcmp(IP_TEXT(other, name), name) == 0)
                refuse(a, ip_arena_printf(a->arena, "parameter name \"%s\" used more than once", name));
        }
        if (is_input(one) && defaults && !IP_GET(one, defexpr) && one->mode != MODE(VARIADIC))
            refuse(a, "input parameters after one with a default value must also have defaults");
        defaults = defaults || IP_GET(one, defexpr);
    }
}

static void need_result(const ip_definition_request *a, const PgQuery__CreateFunctionStmt *create)
{
    size_t i;
    const ip_tree *node;
    int outputs = 0;
    bool rows = false;
    const char *type = "";
    IP_LIST_EACH(IP_ITEMS(create, parameters), i, node)
    {
        const PgQuery__FunctionParameter *one = ip_as_function_parameter(node);
        outputs += is_output(one);
        rows = rows || one->mode == MODE(TABLE);
        type = is_output(one) ? type_of(a, IP_GET(one, arg_type)) : type;
    }
    const char *result = type_of(a, IP_GET(create, return_type));
    if (create->is_procedure || rows)
        return;
    if (!*result && !outputs)
        refuse(a, "function result type must be specified");
    else if (*result && outputs > 1 && strcmp(result, "record") != 0)
        refuse(a, "function result type must be record because of OUT parameters");
    else if (*result && outputs == 1 && strcasecmp(result, type) != 0)
        refuse(a, ip_arena_printf(a->arena, "function result type must be %s because of OUT parameters", type));
}

static void need_options(const ip_definition_request *a, const PgQuery__CreateFunctionStmt *create)
{
    size_t i;
    const ip_tree *node;
    const char *language = IP_GET(create, sql_body) ? "sql" : NULL;
    bool body = IP_GET(create, sql_body);
    IP_LIST_EACH(IP_ITEMS(create, options), i, node)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(node);
        if (strcmp(IP_TEXT(option, defname), "language") == 0)
            language = ip_parse_string_node(IP_GET(option, arg));
        body = body || strcmp(IP_TEXT(option, defname), "as") == 0;
    }
    a->to->sql_body = language && strcmp(language, "sql") == 0;
    const char *result = type_of(a, IP_GET(create, return_type));
    bool trigger = strcmp(result, "trigger") == 0;
    if (!language)
        refuse(a, "no language specified");
    else if (!ip_is_among("sql plpgsql c internal", language) && !a->definitions->extensions.count)
        ip_workload_requested_refuse(a, "42704", ip_arena_printf(a->arena, "language \"%s\" does not exist", language));
    else if (!body)
        refuse(a, "no function body specified");
    else if (trigger && strcmp(language, "sql") == 0)
        refuse(a, "SQL functions cannot return type trigger");
    else if (trigger && strcmp(language, "plpgsql") == 0 && IP_ITEMS(create, parameters))
        refuse(a, "trigger functions cannot have declared arguments");
}

/* The routine that has these names and types of inputs; NULL: there is none. */
static const ip_unit *same(const ip_definition_request *a, const PgQuery__CreateFunctionStmt *create)
{
    size_t i;
    int count = 0;
    const ip_tree *node;
    PgQuery__ObjectWithArgs object = PG_QUERY__OBJECT_WITH_ARGS__INIT;
    object.objname = create->funcname;
    object.n_objname = create->n_funcname;
    object.objargs = IP_NEW_ARRAY(a->arena, PgQuery__Node *, (int)create->n_parameters + 1);
    IP_LIST_EACH(IP_ITEMS(create, parameters), i, node)
    {
        const PgQuery__FunctionParameter *one = ip_as_function_parameter(node);
        if (is_input(one))
            object.objargs[count++] = (PgQuery__Node *)ip_parse_node_of(a->arena, IP_GET(one, arg_type));
    }
    object.n_objargs = (size_t)count;
    return ip_ddl_unit_named(a->definitions, &object);
}

static void need_replaceable(const ip_definition_request *a, const PgQuery__CreateFunctionStmt *create,
                             const ip_unit *unit)
{
    size_t i;
    int at = 0;
    const ip_tree *node;
    const char *name = ip_parse_string_node(ip_parse_list_item(IP_ITEMS(create, funcname), create->n_funcname - 1));
    if (!create->replace) {
        ip_workload_requested_refuse(
            a, "42723", ip_arena_printf(a->arena, "function \"%s\" already exists with same argument types", name));
        return;
    }
    if (unit->procedure != create->is_procedure)
        ip_workload_requested_refuse(a, "42809", "cannot change routine kind");
    IP_LIST_EACH(IP_ITEMS(create, parameters), i, node)
    {
        const PgQuery__FunctionParameter *one = ip_as_function_parameter(node);
        while (at < unit->parameters.count && !unit->parameters.items[at].in)
            at++;
        if (!is_input(one) || at >= unit->parameters.count)
            continue;
        const char *before = unit->parameters.items[at++].name;
        if (*before != '$' && strcmp(before, IP_TEXT(one, name)) != 0)
            refuse(a, ip_arena_printf(a->arena, "cannot change name of input parameter \"%s\"", before));
    }
}

void ip_workload_requested_make_routine(const ip_definition_request *a, const PgQuery__CreateFunctionStmt *create)
{
    need_options(a, create);
    need_apart(a, create);
    need_result(a, create);
    const ip_unit *unit = same(a, create);
    if (unit)
        need_replaceable(a, create, unit);
}
