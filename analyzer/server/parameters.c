/* The types of parameters that the client has not declared, and texts in the place of parameters. A parameter takes the
 * type of its first use (PostgreSQL 15, parse_param.c, variable parameters). */
#include "server/parameters.h"

#include "catalog/builtin.h"
#include "missing_names/created_names.h"
#include "parse/lexer.h"

#include <stdlib.h>
#include <string.h>

typedef struct finding {
    ip_arena *arena;
    const ip_code *code;
    ip_sqltype *types; /* [parameter_count] */
    bool *known;
    const ip_code_expr *missing; /* first call of a function that a server does not have */
} finding;

static void in_query(finding *f, const ip_code_query *query);

static bool is_parameter(const finding *f, const ip_code_expr *expr)
{
    return expr && expr->kind == IP_CODE_VARIABLE && expr->index < f->code->parameter_count && !expr->type.name;
}

static void take(finding *f, const ip_code_expr *expr, ip_sqltype type)
{
    if (!is_parameter(f, expr) || f->known[expr->index])
        return;
    f->known[expr->index] = true;
    f->types[expr->index] = type;
}

/* Returns the type if it is known without the schema. */
static bool type_of(finding *f, const ip_code_expr *expr, ip_sqltype *type)
{
    if (expr->kind == IP_CODE_CAST || (expr->kind == IP_CODE_CONSTANT && !expr->unknown && !expr->null)) {
        *type = ip_value_sqltype_of(f->arena, &expr->cast);
        return true;
    }
    if (!expr->type.name)
        return false;
    *type = ip_value_sqltype_of(f->arena, &(ip_code_type){.type = expr->type, .precision = -1, .scale = -1});
    return true;
}

/* Tells whether no function of this name takes that number of arguments. */
static bool is_missing(const ip_code_expr *call)
{
    if (strcmp(call->name, "unnest") == 0 && call->arg_count > 1) /* of several arrays at once, as FROM allows */
        return false;
    static const char *const without_parentheses[] = {"current_date", "current_time",    "current_timestamp",
                                                      "localtime",    "localtimestamp",  "current_role",
                                                      "user",         "current_catalog", "array slice"};
    for (size_t i = 0; i < sizeof without_parentheses / sizeof *without_parentheses; i++)
        if (strcmp(call->name, without_parentheses[i]) == 0) /* no functions of the catalog */
            return false;
    int count = 0;
    const ip_builtin *builtin = ip_catalog_builtin_named(call->name, &count);
    if (!builtin)
        return !ip_missing_created_by_server(call->name);
    for (int i = 0; i < count; i++)
        if (ip_catalog_builtin_takes(&builtin[i], call->arg_count) || builtin[i].extension)
            return false;
    return true;
}

static void from_siblings(finding *f, const ip_code_expr *expr)
{
    ip_sqltype type;
    for (int i = 0; i < expr->arg_count; i++)
        if (type_of(f, expr->args[i], &type)) {
            for (int k = 0; k < expr->arg_count; k++)
                take(f, expr->args[k], type);
            return;
        }
}

static void in_expr(finding *f, const ip_code_expr *expr)
{
    ip_sqltype type;
    if (!expr)
        return;
    switch (expr->kind) {
    case IP_CODE_OPERATOR:
    case IP_CODE_DISTINCT:
    case IP_CODE_NULLIF:
    case IP_CODE_COALESCE:
    case IP_CODE_GREATEST:
    case IP_CODE_LEAST:
    case IP_CODE_IN:
    case IP_CODE_ARRAY:
        from_siblings(f, expr);
        break;
    case IP_CODE_ANY:
    case IP_CODE_ALL:
        if (type_of(f, expr->args[0], &type) && !type.array) {
            type.array = true;
            take(f, expr->args[1], type);
        }
        break;
    case IP_CODE_FUNCTION:
        if (!f->missing && is_missing(expr))
            f->missing = expr;
        break;
    case IP_CODE_CAST:
        take(f, expr->args[0], ip_value_sqltype_of(f->arena, &expr->cast));
        break;
    case IP_CODE_CALL:
        for (int i = 0; i < expr->arg_count && i < expr->callee->variables.count; i++)
            take(f, expr->args[i], ip_value_sqltype_of(f->arena, &expr->callee->variables.items[i].type));
        break;
    default:
        break;
    }
    for (int i = 0; i < expr->arg_count; i++)
        in_expr(f, expr->args[i]);
    in_query(f, expr->query);
}

static void in_from(finding *f, const ip_code_from *from)
{
    if (!from)
        return;
    in_from(f, from->left);
    in_from(f, from->right);
    in_expr(f, from->condition);
    in_expr(f, from->expr);
    in_query(f, from->query);
}

static void in_query(finding *f, const ip_code_query *query)
{
    if (!query || query->working)
        return;
    in_query(f, query->left);
    in_query(f, query->right);
    in_from(f, query->from);
    for (int r = 0; r < query->value_rows; r++)
        for (int i = 0; i < query->target_count; i++)
            in_expr(f, query->values[r][i]);
    for (int i = 0; i < query->target_count; i++)
        in_expr(f, query->targets[i].expr);
    in_expr(f, query->where);
    in_expr(f, query->having);
    take(f, query->limit, ip_value_sqltype_simple(IP_T_BIGINT));
    take(f, query->offset, ip_value_sqltype_simple(IP_T_BIGINT));
    in_expr(f, query->limit); /* LIMIT $1::integer */
    in_expr(f, query->offset);
}

static void in_sets(finding *f, const ip_table *table, const ip_code_set *sets, int count)
{
    for (int i = 0; i < count; i++) {
        take(f, sets[i].expr, ip_value_sqltype_of_field(f->arena, &table->columns.items[sets[i].column]));
        in_expr(f, sets[i].expr);
    }
}

static void in_write(finding *f, const ip_code_write *write)
{
    if (!write)
        return;
    in_sets(f, write->table, write->sets.items, write->sets.count);
    in_sets(f, write->table, write->conflict_sets.items, write->conflict_sets.count);
    const ip_code_query *source = write->source;
    for (int i = 0; source && !write->instead && i < write->columns.count && i < source->target_count; i++) {
        ip_sqltype type = ip_value_sqltype_of_field(f->arena, &write->table->columns.items[write->columns.items[i]]);
        for (int r = 0; r < source->value_rows; r++)
            take(f, source->values[r][i], type);
        take(f, source->targets[i].expr, type);
    }
    in_query(f, source);
    in_from(f, write->from);
    in_expr(f, write->where);
    in_expr(f, write->conflict_where);
    for (int i = 0; i < write->returning_count; i++)
        in_expr(f, write->returning[i].expr);
}

static void in_code(finding *f)
{
    const ip_code *code = f->code;
    for (int i = 0; i < code->body.count; i++) {
        const ip_code_statement *s = code->body.items[i];
        for (int p = 0; p < s->parts.count; p++)
            in_query(f, s->parts.items[p]);
        in_query(f, s->query);
        in_write(f, s->write);
        in_expr(f, s->expr);
    }
}

bool ip_served_parameter_types(ip_arena *arena, const ip_code *code, ip_sqltype *types, bool *known)
{
    finding f = {.arena = arena, .code = code, .types = types, .known = known};
    in_code(&f);
    return code->parameter_count > 0;
}

const char *ip_served_missing_function(ip_arena *arena, const ip_code *code)
{
    finding f = {.arena = arena,
                 .code = code,
                 .types = IP_NEW_ARRAY(arena, ip_sqltype, code->parameter_count),
                 .known = IP_NEW_ARRAY(arena, bool, code->parameter_count)};
    in_code(&f);
    if (!f.missing)
        return NULL;
    const char *list = "";
    for (int i = 0; i < f.missing->arg_count; i++) {
        ip_sqltype type;
        bool typed = type_of(&f, f.missing->args[i], &type);
        list = ip_arena_printf(arena, "%s%s%s", list, i ? ", " : "",
                               typed ? ip_value_sqltype_name(arena, type) : "unknown");
    }
    return ip_arena_printf(arena, "function %s(%s) does not exist", f.missing->name, list);
}

const char *ip_served_replaced_parameters(ip_arena *arena, const char *text, const char *const *texts, int count)
{
    const ip_source *source = ip_source_from_text(arena, "client", text, strlen(text));
    const char *created = "";
    size_t from = 0;
    for (size_t at = 0;;) {
        ip_token token = ip_parse_next_token(source, &at, source->length, false);
        if (token.kind == IP_TOKEN_END)
            return ip_arena_printf(arena, "%s%s", created, text + from);
        int number = token.kind == IP_TOKEN_PARAM ? atoi(text + token.begin + 1) : 0;
        if (number < 1 || number > count || !texts[number - 1])
            continue;
        created =
            ip_arena_printf(arena, "%s%.*s%s", created, (int)(token.begin - from), text + from, texts[number - 1]);
        from = token.end;
    }
}
