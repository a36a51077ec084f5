/* Overload resolution for calls: which user-defined routine a call means. The types of its arguments are derived from
 * the parse tree before any of them is compiled, and only where they are certain (PostgreSQL 15, chapter 10). */
#include "base/words.h"
#include "catalog/unit_index.h"
#include "catalog/builtin.h"
#include "code/coder.h"
#include "catalog/resolve.h"
#include "access_summary/summary.h"

#include <string.h>

static ip_argument argument_of(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);

static ip_argument typed(ip_arena *arena, ip_type type)
{
    ip_argument argument = {.kind = type.kind, .array = type.array};
    argument.type = type.name ? ip_catalog_without_modifier(arena, type.name) : NULL;
    return argument;
}

static ip_argument named_type(ip_type_kind kind, const char *name)
{
    return (ip_argument){.type = name, .kind = kind};
}

static ip_argument open_argument(void)
{
    return (ip_argument){.kind = IP_OTHER};
}

static ip_type type_of(const ip_argument *a)
{
    return (ip_type){a->kind, a->array, a->type};
}

static bool is_a(const ip_argument *a, const char *types)
{
    return a->type && !a->array && ip_is_among(types, a->type);
}

/* Of a variable, or a field of one whose row is known. */
static ip_argument variable_type(const ip_compiler *c, const char *const *parts, int count)
{
    int used = 0, slot = ip_code_find_variable(c, parts, count, &used);
    const ip_code_type *type = slot >= 0 ? &c->code->variables.items[slot].type : NULL;
    if (type && used == count && !type->record)
        return typed(c->arena, type->type);
    int field = type && type->row && used == count - 1 ? ip_catalog_table_column(type->row, parts[count - 1]) : -1;
    if (field < 0 || type->type.array || type->row->columns.items[field].row)
        return open_argument();
    return typed(c->arena, type->row->columns.items[field].type);
}

/* The type of a name: of a column of the enclosing queries, else of a variable; a name that could be both is an error.
 */
static ip_argument name_type(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *parts[3] = {"", "", ""};
    int count = (int)ip_parse_list_size(fields);
    const ip_code_expr *column;
    if (count < 1 || count > 3)
        return open_argument();
    for (int i = 0; i < count; i++)
        parts[i] = ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(fields, (size_t)i)));
    const char *schema = count == 3 ? parts[0] : NULL, *alias = count > 1 ? parts[count - 2] : NULL;
    ip_argument variable = variable_type(c, parts, count);
    if (c->conflict == IP_CONFLICT_VARIABLE && variable.type)
        return variable;
    int found = scope ? ip_code_find_column(c, scope, schema, alias, parts[count - 1], &column) : 0;
    if (found == 1)
        return typed(c->arena, column->type);
    return c->conflict == IP_CONFLICT_ERROR || found == 0 ? variable : open_argument();
}

/* The result type of CASE, COALESCE and the like: the common type; text, if all are literals; of exact numbers the
 * wider. */
static ip_argument common(ip_arena *arena, const ip_argument *items, int count)
{
    static const char exact[] = "smallint integer bigint numeric";
    ip_argument result = {.kind = IP_OTHER, .literal = true};
    for (int i = 0; i < count; i++) {
        const ip_argument *next = &items[i];
        if (next->literal)
            continue;
        if (!next->type)
            return open_argument();
        if (result.literal)
            result = *next;
        else if (is_a(&result, exact) && is_a(next, exact))
            result = typed(arena, ip_code_operator_type("+", type_of(&result), type_of(next)));
        else if (result.array != next->array || strcmp(result.type, next->type) != 0)
            return open_argument();
    }
    return result.literal && count > 0 ? named_type(IP_TEXT, "text") : result;
}

static ip_argument list_type(ip_compiler *c, const ip_tree *list, ip_code_scope *scope)
{
    int count = (int)ip_parse_list_size(list);
    ip_argument *items = IP_NEW_ARRAY(c->arena, ip_argument, count);
    for (int i = 0; i < count; i++)
        items[i] = argument_of(c, ip_parse_list_item(list, (size_t)i), scope);
    return common(c->arena, items, count);
}

static ip_argument case_type(ip_compiler *c, const PgQuery__CaseExpr *body, ip_code_scope *scope)
{
    const ip_tree *branches = IP_ITEMS(body, args), *otherwise = IP_GET(body, defresult);
    int count = (int)ip_parse_list_size(branches);
    ip_argument *items = IP_NEW_ARRAY(c->arena, ip_argument, count + 1);
    for (int i = 0; i < count; i++)
        items[i] = argument_of(c, IP_GET(ip_as_case_when(ip_parse_list_item(branches, (size_t)i)), result), scope);
    if (otherwise)
        items[count++] = argument_of(c, otherwise, scope);
    return common(c->arena, items, count);
}

static bool is_text(const ip_argument *a)
{
    return is_a(a, "text name character") || (a->type && strcmp(a->type, "character varying") == 0);
}

static ip_argument array_of(ip_arena *arena, ip_argument element)
{
    if (!element.type || element.array)
        return open_argument();
    return (ip_argument){.type = ip_arena_printf(arena, "%s[]", element.type), .kind = element.kind, .array = true};
}

/* An array beside another one of its type, or beside an element. */
static bool takes(const ip_argument *array, const ip_argument *other)
{
    size_t length = array->array && array->type ? strcspn(array->type, "[") : 0;
    return length > 0 && other->type && strncmp(array->type, other->type, length) == 0 &&
           (other->array || !other->type[length]);
}

/* a || b: text if one of them is, or a literal beside what is no array. */
static ip_argument joined_type(const ip_argument *a, const ip_argument *b)
{
    const ip_argument *known = a->literal ? b : a;
    bool values = a->type && b->type && !a->array && !b->array;
    if ((a->literal && b->literal) || (values && (is_text(a) || is_text(b))))
        return named_type(IP_TEXT, "text");
    if (takes(a, b) || takes(b, a))
        return takes(a, b) ? *a : *b;
    if (!a->literal && !b->literal)
        return a->type && b->type && strcmp(a->type, b->type) == 0 && ip_is_among("jsonb bytea", a->type)
                   ? *a
                   : open_argument();
    bool own =
        !known->type || known->array ||
        !(known->kind == IP_TEXT || known->kind == IP_INTEGER || known->kind == IP_NUMERIC || known->kind == IP_TIME);
    return own ? open_argument() : named_type(IP_TEXT, "text");
}

static ip_argument operator_type(ip_compiler *c, const PgQuery__AExpr *body, ip_code_scope *scope)
{
    static const char tests[] = "= <> != < > <= >= ~~ !~~ ~~* !~~* ~ ~* !~ !~* @> <@ && ? ?| ?&";
    const ip_tree *names = IP_ITEMS(body, name), *left = IP_GET(body, lexpr);
    const char *op = ip_parse_string_node(ip_parse_list_item(names, 0));
    if (body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NULLIF)
        return argument_of(c, left, scope);
    if (body->kind != PG_QUERY__A__EXPR__KIND__AEXPR_OP)
        return named_type(IP_BOOLEAN, "boolean");
    if (ip_parse_list_size(names) != 1 || ip_catalog_find_user_operator(c->coder->definitions, IP_USER_OPERATOR, op))
        return open_argument();
    if (ip_is_among(tests, op))
        return named_type(IP_BOOLEAN, "boolean");
    ip_argument b = argument_of(c, IP_GET(body, rexpr), scope);
    if (!left)
        return strcmp(op, "-") == 0 && (b.kind == IP_INTEGER || b.kind == IP_NUMERIC) ? b : open_argument();
    ip_argument a = argument_of(c, left, scope);
    if (strcmp(op, "||") == 0)
        return joined_type(&a, &b);
    if (strcmp(op, "->>") == 0 || strcmp(op, "#>>") == 0)
        return named_type(IP_TEXT, "text");
    if (strcmp(op, "->") == 0 || strcmp(op, "#>") == 0)
        return is_a(&a, "json jsonb") ? a : open_argument();
    if (!ip_is_among("+ - * / %", op) || a.array || b.array)
        return open_argument();
    /* A literal beside a number is one of its type. */
    bool numbers = (a.literal || a.kind == IP_INTEGER || a.kind == IP_NUMERIC) &&
                   (b.literal || b.kind == IP_INTEGER || b.kind == IP_NUMERIC);
    if (numbers && a.literal != b.literal)
        return a.literal ? b : a;
    return a.type && b.type ? typed(c->arena, ip_code_operator_type(op, type_of(&a), type_of(&b))) : open_argument();
}

/* How well the arguments of known types match: 2: they have exactly these types; 1: they are cast; 0: they do not. */
static int suits(ip_arena *arena, const ip_builtin *b, const ip_argument *arguments, int count)
{
    int all = 2;
    const char *at = b->arguments;
    for (int i = 0; i < count && *at && all > 0; i++) {
        size_t length = strcspn(at, ",");
        const char *type = ip_arena_strndup(arena, at, length), *given = arguments[i].type;
        bool any = ip_is_among("any anyelement anynonarray anycompatible anycompatiblenonarray", type) ||
                   (arguments[i].array && ip_is_among("anyarray anycompatiblearray", type));
        if (arguments[i].name)
            return 0;
        if (given && strcmp(given, type) != 0)
            all = any || ip_catalog_casts_implicitly(given, type) ? 1 : 0;
        at += length + (at[length] == ',');
    }
    return all;
}

/* The result type of one of PostgreSQL's own functions, if all best candidates agree on it. */
static ip_argument own_type(ip_compiler *c, const char *name, const ip_argument *arguments, int count)
{
    int all = 0, best = 0;
    const ip_builtin *b = ip_catalog_builtin_named(name, &all);
    const char *result = NULL;
    for (int i = 0; i < all; i++) {
        if (b[i].extension || b[i].since || !ip_catalog_builtin_takes(&b[i], count))
            continue;
        int fit = suits(c->arena, &b[i], arguments, count);
        if (fit < best || fit == 0)
            continue;
        bool same = fit > best || (result && strcmp(result, b[i].result) == 0);
        result = same ? b[i].result : NULL;
        best = fit;
    }
    if (!result || strncmp(result, "any", 3) == 0 || ip_is_among("record void", result))
        return open_argument();
    return typed(c->arena, ip_parse_type_from_text(c->arena, result));
}

static ip_argument call_type(ip_compiler *c, const PgQuery__FuncCall *call, ip_code_scope *scope)
{
    const ip_tree *args = IP_ITEMS(call, args);
    int count = (int)ip_parse_list_size(args), builtins;
    const char *name = ip_parse_call_name(c->arena, call);
    ip_called_as as;
    const ip_unit *unit = ip_code_coder_routine(c, call, scope, &as);
    if (as.known_name && (!unit || unit->procedure || unit->returns_set || ip_catalog_builtin_named(name, &builtins)))
        return open_argument();
    if (unit) {
        int entry = ip_code_coder_unit(c->coder, unit); /* may move the list */
        const ip_code_type result = c->coder->units.items[entry]->code->result;
        return ip_code_is_record(&result) ? open_argument() : typed(c->arena, result.type);
    }
    ip_argument *given = IP_NEW_ARRAY(c->arena, ip_argument, count);
    for (int i = 0; i < count; i++)
        given[i] = argument_of(c, ip_parse_list_item(args, (size_t)i), scope);
    return own_type(c, name, given, count);
}

static ip_argument value_type(const PgQuery__SQLValueFunction *body)
{
    switch (body->op) {
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_DATE:
        return named_type(IP_TIME, "date");
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIMESTAMP:
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIMESTAMP_N:
        return named_type(IP_TIME, "timestamp with time zone");
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIME:
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIME_N:
        return named_type(IP_TIME, "time with time zone");
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIMESTAMP:
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIMESTAMP_N:
        return named_type(IP_TIME, "timestamp without time zone");
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIME:
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIME_N:
        return named_type(IP_TIME, "time without time zone");
    default:
        return named_type(IP_TEXT, "name");
    }
}

static ip_argument element_of(ip_compiler *c, const PgQuery__AIndirection *body, ip_code_scope *scope)
{
    const ip_tree *steps = IP_ITEMS(body, indirection);
    ip_argument array = argument_of(c, IP_GET(body, arg), scope);
    const PgQuery__AIndices *index = ip_as_a_indices(ip_parse_list_item(steps, 0));
    if (ip_parse_list_size(steps) != 1 || !index || IP_GET(index, is_slice) || !array.type || !array.array)
        return open_argument();
    array.type = ip_arena_strndup(c->arena, array.type, strcspn(array.type, "["));
    array.array = false;
    return array;
}

static ip_argument argument_of(ip_compiler *c, const ip_tree *expr, ip_code_scope *scope)
{
    const PgQuery__Node *node = ip_as_node(expr);
    const char *number;
    ip_argument argument = ip_catalog_argument_of(c->arena, expr);
    if (ip_as_named_arg_expr(expr)) {
        const char *name = argument.name;
        argument = argument_of(c, ip_as_named_arg_expr(expr)->arg, scope);
        argument.name = name;
    }
    if (argument.type || argument.literal)
        return argument;
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_COLUMN_REF:
        return name_type(c, node, scope);
    case PG_QUERY__NODE__NODE_PARAM_REF:
        number = ip_arena_printf(c->arena, "$%d", node->param_ref->number);
        return variable_type(c, &number, 1);
    case PG_QUERY__NODE__NODE_A_EXPR:
        return operator_type(c, node->a_expr, scope);
    case PG_QUERY__NODE__NODE_FUNC_CALL:
        return call_type(c, node->func_call, scope);
    case PG_QUERY__NODE__NODE_CASE_EXPR:
        return case_type(c, node->case_expr, scope);
    case PG_QUERY__NODE__NODE_COALESCE_EXPR:
        return list_type(c, IP_ITEMS(node->coalesce_expr, args), scope);
    case PG_QUERY__NODE__NODE_MIN_MAX_EXPR:
        return list_type(c, IP_ITEMS(node->min_max_expr, args), scope);
    case PG_QUERY__NODE__NODE_A_ARRAY_EXPR:
        return array_of(c->arena, list_type(c, IP_ITEMS(node->a_array_expr, elements), scope));
    case PG_QUERY__NODE__NODE_SQLVALUE_FUNCTION:
        return value_type(node->sqlvalue_function);
    case PG_QUERY__NODE__NODE_A_INDIRECTION:
        return element_of(c, node->a_indirection, scope);
    case PG_QUERY__NODE__NODE_COLLATE_CLAUSE:
        return argument_of(c, node->collate_clause->arg, scope);
    case PG_QUERY__NODE__NODE_BOOL_EXPR:
    case PG_QUERY__NODE__NODE_NULL_TEST:
    case PG_QUERY__NODE__NODE_BOOLEAN_TEST:
        return named_type(IP_BOOLEAN, "boolean");
    case PG_QUERY__NODE__NODE_SUB_LINK:
        return node->sub_link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__EXISTS_SUBLINK ||
                       node->sub_link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK ||
                       node->sub_link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__ALL_SUBLINK
                   ? named_type(IP_BOOLEAN, "boolean")
                   : argument;
    default:
        return argument;
    }
}

const ip_unit *ip_code_coder_routine(ip_compiler *c, const PgQuery__FuncCall *call, ip_code_scope *scope,
                                     ip_called_as *as)
{
    enum { DEEPEST = 100 };
    const ip_tree *args = IP_ITEMS(call, args);
    const char *name = ip_parse_call_name(c->arena, call);
    const ip_path *path = c->path ? c->path : c->unit->path;
    int count = (int)ip_parse_list_size(args);
    ip_argument *given = IP_NEW_ARRAY(c->arena, ip_argument, count);
    ip_resolved resolved = ip_catalog_resolve(c->arena, c->coder->definitions, path, name, NULL, 0, false);
    *as = (ip_called_as){.known_name = resolved.known_name};
    if (!as->known_name || c->depth > DEEPEST)
        return NULL;
    c->depth++;
    for (int i = 0; i < count; i++)
        given[i] = argument_of(c, ip_parse_list_item(args, (size_t)i), scope);
    c->depth--;
    resolved =
        ip_catalog_resolve(c->arena, c->coder->definitions, path, name, given, count, IP_GET(call, func_variadic));
    as->several = resolved.units.count > 1;
    for (int i = 0; i < resolved.units.count; i++)
        IP_PUSH(c->arena, &as->units, resolved.units.items[i]);
    return resolved.units.count == 1 ? resolved.units.items[0] : NULL;
}
