/* Calls: PostgreSQL's own functions and aggregates, and the workload's routines. */
#include "base/words.h"
#include "catalog/builtin.h"
#include "catalog/session_value.h"
#include "catalog/unit_index.h"
#include "code/coder.h"
#include "catalog/resolve.h"
#include "access_summary/summary.h"
#include "parse/statement.h"

#include <string.h>

static const char aggregate_names[] =
    "count min max sum avg array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or "
    "every bit_and bit_or bit_xor stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp "
    "regr_slope regr_intercept regr_count regr_r2 percentile_cont percentile_disc mode xmlagg range_agg";
static const char set_names[] =
    "generate_series unnest generate_subscripts regexp_split_to_table regexp_matches json_array_elements "
    "jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_each jsonb_each json_each_text "
    "jsonb_each_text json_object_keys jsonb_object_keys json_to_recordset jsonb_to_recordset json_populate_recordset "
    "jsonb_populate_recordset string_to_table";
bool ip_code_returns_rows(ip_compiler *c, const ip_tree *node)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    if (!call || IP_GET(call, over))
        return false;
    const char *name = ip_parse_call_name(c->arena, call);
    ip_called_as as;
    const ip_unit *unit = ip_code_coder_routine(c, call, NULL, &as);
    return as.known_name ? unit && unit->returns_set : ip_is_among(set_names, name);
}

/* Does it name a column of this query (level 0), of one around it? Subqueries are not looked into. */
static void levels_of(const ip_code_expr *expr, bool *own, bool *outer)
{
    if (expr->kind == IP_CODE_COLUMN || expr->kind == IP_CODE_WHOLE_ROW) {
        *own = *own || expr->level == 0;
        *outer = *outer || expr->level > 0;
    }
    if (expr->query)
        *own = true;
    for (int i = 0; i < expr->arg_count; i++)
        if (expr->args[i])
            levels_of(expr->args[i], own, outer);
}

static ip_type aggregate_type(const char *name, ip_type arg)
{
    static const ip_type bigint = {IP_INTEGER, false, "bigint"}, numeric = {IP_NUMERIC, false, "numeric"};
    bool small = ip_code_type_named(&arg, "smallint") || ip_code_type_named(&arg, "integer");
    if (strcmp(name, "count") == 0)
        return bigint;
    if (strcmp(name, "sum") == 0)
        return small ? bigint : ip_code_type_named(&arg, "bigint") ? numeric : arg;
    if (strcmp(name, "avg") == 0)
        return small || ip_code_type_named(&arg, "bigint") ? numeric : arg;
    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)
        return arg;
    if (ip_is_among("bool_and bool_or every", name))
        return (ip_type){IP_BOOLEAN, false, "boolean"};
    if (strcmp(name, "string_agg") == 0)
        return (ip_type){IP_TEXT, false, "text"};
    return (ip_type){IP_OTHER, strcmp(name, "array_agg") == 0, NULL};
}

/* sum(bigint) and avg of integers are numerics, whatever the values are. */
static const ip_code_expr *as_numeric(ip_compiler *c, const ip_code_expr *arg)
{
    ip_code_expr *cast = ip_code_make(c, IP_CODE_CAST, arg->range, 1, &arg);
    cast->cast.type = cast->type = (ip_type){IP_NUMERIC, false, "numeric"};
    return cast;
}

bool ip_code_is_aggregate(const char *name)
{
    return ip_is_among(aggregate_names, name);
}

ip_code_aggregate ip_code_aggregate_call(ip_compiler *c, const PgQuery__FuncCall *call, const char *name,
                                         ip_code_scope *scope, ip_range range, ip_type *type, const ip_user_type **of)
{
    ip_code_args args = {0};
    ip_code_aggregate a = {.name = name, .star = IP_GET(call, agg_star), .distinct = IP_GET(call, agg_distinct)};
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(call, args), i, item) IP_PUSH(c->arena, &args, ip_code_expr_of(c, item, scope));
    if (IP_GET(call, agg_filter))
        a.filter = ip_code_expr_of(c, IP_GET(call, agg_filter), scope);
    IP_LIST_EACH(IP_ITEMS(call, agg_order), i, item)
    {
        const PgQuery__SortBy *by = ip_as_sort_by(item);
        bool descending = IP_GET(by, sortby_dir) == PG_QUERY__SORT_BY_DIR__SORTBY_DESC;
        ip_code_sort sort = {ip_code_ordered(c, ip_code_expr_of(c, IP_GET(by, node), scope), range), descending,
                             ip_parse_nulls_first(by)};
        IP_PUSH(c->arena, &a.order_by, sort);
    }
    if (args.count > 0 && (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)) {
        *of = ip_code_enum_of(c, args.items[0]);
        args.items[0] = ip_code_ordered(c, args.items[0], range);
    }
    *type = aggregate_type(name, args.count > 0 ? args.items[0]->type : (ip_type){IP_OTHER, false, NULL});
    if (args.count > 0 && type->name && strcmp(type->name, "numeric") == 0 && args.items[0]->type.kind == IP_INTEGER)
        args.items[0] = as_numeric(c, args.items[0]);
    a.args = args.items;
    a.arg_count = args.count;
    return a;
}

static const ip_code_expr *aggregate(ip_compiler *c, const ip_tree *node, const char *name, ip_code_scope *scope)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    ip_range range = ip_code_place_of(c, node);
    if (!scope || !scope->query || scope->in_aggregate || IP_GET(call, agg_within_group)) {
        bool wrong = scope && !scope->seen && !scope->around && !IP_GET(call, agg_within_group);
        ip_code_refuse_wrong(c, range, wrong ? "42803" : NULL,
                             scope && scope->in_aggregate ? "aggregate function calls cannot be nested"
                                                          : "aggregate functions are not allowed here",
                             "aggregate %s() in this place", name);
        return ip_code_null(c, range);
    }
    ip_code_expr *expr = ip_code_new(c, IP_CODE_AGGREGATE, range);
    scope->in_aggregate = true;
    const ip_user_type *of = NULL;
    ip_code_aggregate a = ip_code_aggregate_call(c, call, name, scope, range, &expr->type, &of);
    scope->in_aggregate = false;
    if (!ip_is_among(aggregate_names, name) && !ip_code_user_aggregate(c, call, name, &a))
        ip_code_refuse(c, range, "%s(), a user-defined aggregate", name);
    if (a.transition)
        expr->type = a.final ? a.final->result.type : a.transition->result.type;
    bool own = a.arg_count == 0, outer = false;
    for (int k = 0; k < a.arg_count; k++)
        levels_of(a.args[k], &own, &outer);
    if (outer && !own)
        ip_code_refuse(c, range, "aggregate %s() over columns of a query around it", name);
    expr->index = scope->query->aggregates.count;
    IP_PUSH(c->arena, &scope->query->aggregates, a);
    scope->query->grouped = true;
    return of ? ip_code_label_at(c, of, expr) : expr;
}

/* Arguments for a VARIADIC parameter are the elements of its array. */
static const ip_code_expr *collected_array(ip_compiler *c, const ip_unit *unit, int parameter, ip_code_args *args,
                                           ip_range range)
{
    const ip_unit_parameter *p = &unit->parameters.items[parameter];
    ip_code_type type = ip_code_type_of_text(c, p->type_name, range);
    if (!type.type.array)
        ip_code_refuse(c, range, "a VARIADIC parameter of type %s", p->type_name);
    ip_code_type element = type;
    element.type.array = false;
    if (element.type.name)
        element.type.name = ip_arena_strndup(c->arena, element.type.name, strcspn(element.type.name, "["));
    for (int i = 0; i < args->count; i++) {
        ip_code_expr *cast = ip_code_make(c, IP_CODE_CAST, range, 1, &args->items[i]);
        cast->cast = element;
        cast->type = element.type;
        args->items[i] = cast;
    }
    ip_code_expr *array = ip_code_make(c, IP_CODE_ARRAY, range, args->count, args->items);
    array->type = type.type;
    return array;
}

/* Arguments by parameter; those for OUT parameters of a procedure are not evaluated. */
static void bind_arguments(ip_compiler *c, const PgQuery__FuncCall *call, const ip_unit *unit, ip_code_scope *scope,
                           ip_code_expr *expr, ip_range range)
{
    expr->arg_count = unit->parameters.count;
    expr->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, unit->parameters.count);
    int next = 0;
    size_t i;
    const ip_tree *item;
    bool variadic = IP_GET(call, func_variadic);
    ip_code_args collected = {0};
    IP_LIST_EACH(IP_ITEMS(call, args), i, item)
    {
        const PgQuery__NamedArgExpr *named = ip_as_named_arg_expr(item);
        int to = -1;
        for (int k = 0; named && k < unit->parameters.count; k++)
            if (strcmp(unit->parameters.items[k].name, IP_TEXT(named, name)) == 0)
                to = k;
        while (!named && next < unit->parameters.count && !unit->parameters.items[next].in && !unit->procedure)
            next++;
        if (!named && !variadic && next < unit->parameters.count && unit->parameters.items[next].variadic) {
            IP_PUSH(c->arena, &collected, ip_code_expr_of(c, item, scope));
            continue;
        }
        if (!named && next < unit->parameters.count)
            to = next++;
        if (to < 0 || expr->args[to]) {
            ip_code_refuse(c, range, "arguments that %s() does not have", unit->name);
            return;
        }
        if (unit->parameters.items[to].in)
            expr->args[to] = ip_code_expr_of(c, named ? IP_GET(named, arg) : item, scope);
    }
    if (collected.count > 0 && !expr->args[next])
        expr->args[next] = collected_array(c, unit, next, &collected, range);
}

const ip_code_expr *ip_code_user_call(ip_compiler *c, const PgQuery__FuncCall *call, const ip_unit *unit,
                                      ip_code_scope *scope, ip_range range)
{
    ip_code_expr *expr = ip_code_new(c, IP_CODE_CALL, range);
    int callee = ip_code_coder_unit(c->coder, unit);
    /* Where a server would inline the body, the caller fails even if it never reaches the call. */
    if (unit->fails)
        ip_code_refuse(c, range, "call of %s(), which fails when it is planned or when it is run", unit->name);
    expr->callee = c->coder->units.items[callee]->code;
    expr->name = expr->callee->name;
    expr->type = expr->callee->result.type;
    bind_arguments(c, call, unit, scope, expr, range);
    for (int i = 0; i < unit->parameters.count; i++)
        if (unit->parameters.items[i].in && !expr->args[i] && !unit->parameters.items[i].has_default)
            ip_code_refuse(c, range, "no argument for parameter \"%s\" of %s()", unit->parameters.items[i].name,
                           unit->name);
    IP_PUSH(c->arena, &c->callees, callee);
    IP_PUSH(c->arena, &c->self->callees, callee);
    return expr;
}

static ip_type function_type(const char *name, const ip_code_args *args)
{
    ip_type first = args->count > 0 ? args->items[0]->type : (ip_type){IP_OTHER, false, NULL};
    if (ip_is_among("abs round trunc ceil ceiling floor mod", name))
        return first.kind == IP_INTEGER && ip_is_among("round trunc ceil ceiling floor", name)
                   ? (ip_type){IP_NUMERIC, false, "double precision"}
                   : first;
    if (ip_is_among("length char_length character_length octet_length position strpos ascii cardinality array_length "
                    "array_upper array_lower hashtext",
                    name))
        return (ip_type){IP_INTEGER, false, "integer"};
    if (ip_is_among("nextval currval lastval setval hashtextextended", name))
        return (ip_type){IP_INTEGER, false, "bigint"};
    if (ip_is_among(
            "upper lower initcap concat concat_ws substring substr left right btrim ltrim rtrim lpad rpad repeat "
            "replace reverse split_part translate md5 to_char to_hex chr format",
            name))
        return (ip_type){IP_TEXT, false, "text"};
    if (ip_is_among("now transaction_timestamp statement_timestamp clock_timestamp", name))
        return (ip_type){IP_TIME, false, "timestamp with time zone"};
    if (ip_is_among("pg_trigger_depth", name))
        return (ip_type){IP_INTEGER, false, "integer"};
    if (ip_is_among("extract", name))
        return (ip_type){IP_NUMERIC, false, "numeric"};
    if (ip_is_among("generate_series", name))
        return first;
    if (ip_is_among("unnest", name) && first.array)
        return (ip_type){first.kind, false, NULL};
    return (ip_type){IP_OTHER, false, NULL};
}

/* make_interval(days => 1): the arguments by place, 0 where there is none. */
static void named_arguments(ip_compiler *c, const PgQuery__FuncCall *call, const char *name, ip_code_scope *scope,
                            ip_range range, ip_code_args *args)
{
    static const char *const names[] = {"years", "months", "weeks", "days", "hours", "mins", "secs"};
    enum { COUNT = sizeof names / sizeof names[0] };
    for (int i = args->count; i < COUNT; i++)
        IP_PUSH(c->arena, args, ip_code_text_constant(c, "integer", "0", range));
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(call, args), i, item)
    {
        const PgQuery__NamedArgExpr *named = ip_as_named_arg_expr(item);
        int at = 0;
        while (named && at < COUNT && strcmp(names[at], IP_TEXT(named, name)) != 0)
            at++;
        if (at == COUNT || strcmp(name, "make_interval") != 0)
            ip_code_refuse(c, range, "%s() with named arguments", name);
        else if (named)
            args->items[at] = ip_code_expr_of(c, IP_GET(named, arg), scope);
    }
}

/* 's'::regclass: its text is enough, since a name means the same sequence everywhere. */
static const ip_code_expr *sequence_name(const ip_code_expr *arg)
{
    return arg->kind == IP_CODE_CAST && ip_code_type_named(&arg->cast.type, "regclass") ? arg->args[0] : arg;
}

/* The name of a function of an extension, which is in another schema than the server's own (extensions.crypt). */
static const char *without_schema(const char *name)
{
    int rows = 0;
    const char *last = ip_last_part(name);
    const ip_builtin *found = last == name ? NULL : ip_catalog_builtin_named(last, &rows);
    return rows > 0 && found->extension ? last : name;
}

/* What only an aggregate may have beside its arguments, and a window function without OVER. */
static void refuse_as_function(ip_compiler *c, const PgQuery__FuncCall *call, const char *name, ip_range range)
{
    int count, functions = 0, windows = 0;
    const ip_builtin *builtin = ip_catalog_builtin_named(name, &count);
    const char *what = IP_GET(call, agg_distinct)                      ? "DISTINCT"
                       : ip_parse_list_size(IP_ITEMS(call, agg_order)) ? "ORDER BY"
                       : IP_GET(call, agg_filter)                      ? "FILTER"
                                                                       : NULL;
    for (int i = 0; builtin && i < count; i++) {
        functions += builtin[i].kind == 'f';
        windows += builtin[i].kind == 'w';
    }
    if (builtin && what && functions == count)
        ip_code_refuse_wrong(c, range, "42809",
                             ip_arena_printf(c->arena, "%s specified, but %s is not an aggregate function", what, name),
                             "%s of %s(), which is no aggregate", what, name);
    if (builtin && windows == count)
        ip_code_refuse_wrong(c, range, "42809",
                             ip_arena_printf(c->arena, "window function %s requires an OVER clause", name),
                             "%s() without OVER", name);
}

static const ip_code_expr *own_function(ip_compiler *c, const PgQuery__FuncCall *call, const char *name,
                                        ip_code_scope *scope, ip_range range)
{
    name = without_schema(name);
    ip_code_args args = {0};
    size_t i;
    const ip_tree *item;
    const ip_session_value *value = ip_catalog_session_value_named(name, (int)ip_parse_list_size(IP_ITEMS(call, args)));
    if (value && value->example)
        return ip_code_text_constant(c, value->type.name, value->example, range);
    IP_LIST_EACH(IP_ITEMS(call, args), i, item)
    {
        if (ip_as_named_arg_expr(item)) {
            named_arguments(c, call, name, scope, range, &args);
            break;
        }
        IP_PUSH(c->arena, &args, ip_code_expr_of(c, item, scope));
    }
    refuse_as_function(c, call, name, range);
    if (strstr(name, "advisory") && strstr(name, "lock") && args.count > 0) {
        c->accesses = c->self->touches = true; /* a server must run it, too */
        ip_catalog_lock_table(c->arena, c->coder->schema, args.count == 1 ? IP_LOCKS_ADVISORY : IP_LOCKS_ADVISORY_PAIR);
    }
    if (ip_is_among("nextval setval", name))
        c->accesses = c->self->touches = true; /* a server must draw, too */
    if ((ip_is_among("nextval currval", name) && args.count == 1) || (strcmp(name, "setval") == 0 && args.count > 1))
        args.items[0] = sequence_name(args.items[0]);
    ip_code_expr *expr = ip_code_make(c, IP_CODE_FUNCTION, range, args.count, args.items);
    expr->name = name;
    expr->type = function_type(name, &args);
    if (c->in_when && strcmp(name, "pg_trigger_depth") == 0)
        return ip_code_operator(c, "-", expr, ip_code_text_constant(c, "integer", "1", range), range);
    return expr;
}

const ip_code_expr *ip_code_call(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    ip_range range = ip_code_place_of(c, node);
    const char *name = ip_parse_call_name(c->arena, call);
    bool rows = c->rows_allowed;
    c->rows_allowed = false;
    for (int i = 0; scope && !rows && i < scope->sets.count; i++)
        if (scope->sets.items[i].node == node)
            return scope->sets.items[i].value;
    if (IP_GET(call, over))
        return ip_code_window_call(c, node, name, scope);
    if (!rows && ip_code_returns_rows(c, node))
        ip_code_refuse(c, range, "%s(), which returns rows, inside an expression", name);
    ip_called_as as;
    const ip_unit *unit = ip_code_coder_routine(c, call, scope, &as);
    const PgQuery__TypeCast *cast = as.known_name ? NULL : ip_catalog_cast_of_call(c->coder->definitions, call);
    /* A function may share its name, with other arguments. */
    const ip_user_operator *created = ip_catalog_find_user_operator(c->coder->definitions, IP_USER_AGGREGATE, name);
    if (created && (created->arguments < 0 || created->arguments == (int)ip_parse_list_size(IP_ITEMS(call, args))))
        return aggregate(c, node, name, scope);
    if (cast) {
        const ip_code_expr *converted = ip_code_expr_of(c, ip_parse_node_of(c->arena, cast), scope);
        ((ip_code_expr *)converted)->range = range;
        return converted;
    }
    if (!as.known_name && IP_GET(call, func_variadic))
        ip_code_refuse(c, range, "VARIADIC");
    if (!as.known_name)
        return ip_is_among(aggregate_names, name) ? aggregate(c, node, name, scope)
                                                  : own_function(c, call, name, scope, range);
    if (function_type(name, &(ip_code_args){0}).name ||
        ip_is_among("abs round trunc ceil floor mod power sqrt sign", name))
        ip_code_refuse(c, range, "call of %s(), which PostgreSQL has, too", name);
    const ip_code_expr *one_of = as.several && !rows ? ip_code_overloaded(c, call, &as, scope, range) : NULL;
    if (one_of)
        return one_of;
    if (!unit && !as.several) {
        ip_code_refuse_name(c, range, "42883",
                            ip_arena_printf(c->arena, "function %s does not exist with these arguments", name),
                            "call of %s(), of which no definition takes these arguments", name);
        return ip_code_null(c, range);
    }
    if (!unit || unit->procedure || strcmp(unit->return_type, "trigger") == 0) {
        bool procedure = unit && unit->procedure;
        ip_code_refuse_wrong(c, range, procedure ? "42809" : NULL,
                             procedure ? ip_arena_printf(c->arena, "%s is a procedure", unit->signature) : NULL,
                             "call of %s()%s", name,
                             unit ? ", which cannot be called in an expression" : ", which several definitions match");
        return ip_code_null(c, range);
    }
    return ip_code_user_call(c, call, unit, scope, range);
}
