/* Function calls: built-in ones by name, aggregates; which of them touch no table. */
#include "lower/expr/collation.h"
#include "base/words.h"
#include "catalog/builtin.h"
#include "lower/lower.h"
#include "catalog/resolve.h"
#include "catalog/unit_index.h"

#include <string.h>

/* PostgreSQL 15, chapter 9: results depend on arguments only (or on settings that do not change
 * within a transaction). */
static const char immutable_numbers[] =
    "abs ceil ceiling floor round trunc sqrt power pow exp ln log mod div sign greatest least width_bucket factorial "
    "gcd lcm cbrt degrees radians sin cos tan asin acos atan atan2 pi length char_length character_length "
    "octet_length bit_length position strpos ascii hashtext hashtextextended date_part extract to_number "
    "array_position cardinality array_length "
    "array_upper array_lower array_ndims jsonb_array_length json_array_length scale numnode crc32";
static const char immutable_texts[] =
    "upper lower initcap concat concat_ws substring substr left right trim btrim ltrim rtrim lpad rpad repeat replace "
    "reverse split_part translate md5 encode decode to_char to_hex chr format quote_ident quote_literal quote_nullable "
    "overlay regexp_replace regexp_substr array_to_string string_to_array regexp_match regexp_split_to_array text "
    "varchar sha224 sha256 sha384 sha512 convert_from convert_to convert normalize host family masklen starts_with";
static const char immutable_times[] =
    "date_trunc to_timestamp to_date make_date make_time make_timestamp make_timestamptz make_interval "
    "justify_days "
    "justify_hours justify_interval timezone date timestamp timestamptz date_bin isfinite";
static const char immutable_others[] =
    "array_append array_prepend array_cat array_remove array_replace array_fill to_json to_jsonb json_build_object "
    "jsonb_build_object json_build_array jsonb_build_array jsonb_set jsonb_insert jsonb_strip_nulls row_to_json "
    "array_to_json json_extract_path json_extract_path_text jsonb_extract_path jsonb_extract_path_text json_typeof "
    "jsonb_typeof jsonb_pretty jsonb_exists jsonb_exists_any jsonb_exists_all int4range int8range numrange tsrange "
    "tstzrange daterange lower_inc upper_inc isempty num_nulls num_nonnulls to_tsvector to_tsquery plainto_tsquery "
    "websearch_to_tsquery ts_rank like_escape similar_to_escape int4 int8 int2 float8 float4 numeric bool overlaps "
    "range_merge array_dims trim_array point box circle coalesce nullif pg_column_size json_object jsonb_object";
static const char any_value[] =
    "age random clock_timestamp timeofday statement_timestamp nextval currval lastval setval gen_random_uuid "
    "uuid_generate_v1 uuid_generate_v4 gen_salt crypt gen_random_bytes txid_current pg_current_xact_id pg_backend_pid "
    "current_setting set_config pg_sleep current_user session_user current_database current_schema version pg_notify "
    "inet_client_addr pg_typeof pg_trigger_depth pg_get_serial_sequence setseed random_normal "
    "has_table_privilege current_role";
/* The functions that are NULL only for NULL arguments (PostgreSQL 15, sections 9.3, 9.9, 9.14, 9.17 and 9.26). */
static const char never_null[] = "random clock_timestamp timeofday statement_timestamp gen_random_uuid txid_current "
                                 "pg_current_xact_id pg_backend_pid current_user session_user current_database "
                                 "version current_role";
static const char sets[] =
    "generate_series unnest generate_subscripts regexp_split_to_table regexp_matches json_array_elements "
    "jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_each jsonb_each json_each_text "
    "jsonb_each_text json_object_keys jsonb_object_keys json_to_recordset jsonb_to_recordset json_populate_recordset "
    "jsonb_populate_recordset json_to_record jsonb_to_record string_to_table json_populate_record "
    "jsonb_populate_record";
static const char advisory_locks[] =
    "pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock "
    "pg_advisory_unlock_all pg_try_advisory_lock pg_try_advisory_xact_lock pg_try_advisory_lock_shared "
    "pg_try_advisory_xact_lock_shared pg_advisory_unlock_shared";
static const char aggregates[] =
    "count min max sum avg array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or "
    "every bit_and bit_or bit_xor stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp "
    "regr_slope regr_intercept regr_count regr_r2 percentile_cont percentile_disc mode xmlagg range_agg";

static bool built_in(const PgQuery__FuncCall *call)
{
    const ip_tree *names = IP_ITEMS(call, funcname);
    return ip_parse_list_size(names) == 1 ||
           strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "pg_catalog") == 0;
}

static const char *last_name(const PgQuery__FuncCall *call)
{
    const ip_tree *names = IP_ITEMS(call, funcname);
    size_t count = ip_parse_list_size(names);
    return count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "";
}

/* An aggregate and a function may share a name, with different arguments. */
static const ip_user_operator *user_aggregate(const ip_definitions *d, const PgQuery__FuncCall *call)
{
    const ip_user_operator *s = ip_catalog_find_user_operator(d, IP_USER_AGGREGATE, ip_parse_call_name(d->arena, call));
    return s && (s->arguments < 0 || s->arguments == (int)ip_parse_list_size(IP_ITEMS(call, args))) ? s : NULL;
}

static bool builtin_aggregate(const char *name)
{
    int count;
    const ip_builtin *b = ip_catalog_builtin_named(name, &count);
    for (int i = 0; i < count; i++)
        if (b[i].kind != 'a')
            return false;
    return count > 0;
}

bool ip_lower_is_aggregate(const ip_definitions *d, const PgQuery__FuncCall *call)
{
    if (IP_GET(call, over))
        return false;
    /* Only aggregates are called in this way: rank (1) WITHIN GROUP (…), which is otherwise a window function. */
    if (IP_GET(call, agg_within_group) || IP_GET(call, agg_distinct) || IP_ITEMS(call, agg_order) ||
        IP_GET(call, agg_filter))
        return true;
    if (built_in(call) && ip_is_among(aggregates, last_name(call)))
        return true;
    if (!d || user_aggregate(d, call))
        return d != NULL;
    int first = ip_catalog_first_named(d, last_name(call));
    bool own = first < d->names.count && strcmp(d->names.items[first].name, last_name(call)) == 0;
    return built_in(call) && !own && builtin_aggregate(last_name(call));
}

/* For a name that functions also have: whether a function takes this number of arguments. */
static bool function_takes(const ip_lowerer *l, const PgQuery__FuncCall *call)
{
    const ip_definitions *d = l->definitions;
    const char *name = ip_parse_call_name(l->arena, call), *last = ip_last_part(name);
    int count = (int)ip_parse_list_size(IP_ITEMS(call, args));
    for (int i = ip_catalog_first_named(d, last); i < d->names.count && strcmp(d->names.items[i].name, last) == 0;
         i++) {
        const ip_unit *unit = d->units.items[d->names.items[i].unit];
        int most = 0, least = 0;
        bool any = false;
        for (int k = 0; k < unit->parameters.count; k++) {
            const ip_unit_parameter *p = &unit->parameters.items[k];
            most += p->in;
            least += p->in && !p->has_default && !p->variadic;
            any = any || p->variadic;
        }
        if (count >= least && (any || count <= most))
            return true;
    }
    return false;
}

static bool known_unit_name(const ip_lowerer *l, const char *name)
{
    const ip_definitions *d = l->definitions;
    const char *last = ip_last_part(name);
    for (int i = ip_catalog_first_named(d, last); i < d->names.count && strcmp(d->names.items[i].name, last) == 0; i++)
        if (strcmp(d->units.items[d->names.items[i].unit]->name, name) == 0)
            return true;
    return false;
}

/* Does not cover the arguments after the first, which are lowered later. */
static ip_type aggregate_type(ip_lowerer *l, const char *name, const ip_expr *arg, size_t count)
{
    ip_values args = {0};
    if (arg)
        IP_PUSH(l->arena, &args, arg);
    const ip_expr *any = count > 1 ? ip_program_expr_new(l->arena, IP_EXPR_UNKNOWN, ip_lower_other_type) : NULL;
    for (size_t i = 1; i < count; i++)
        IP_PUSH(l->arena, &args, any);
    return strcmp(name, "count") == 0 ? ip_lower_integer_type : ip_lower_function_type(l, name, &args);
}

/* The rows' order inside array_agg and FILTER's condition decide the value as the argument does. */
static const ip_expr *lower_aggregate(ip_lowerer *l, const PgQuery__FuncCall *call, ip_scope *scope)
{
    const char *name = last_name(call);
    const ip_tree *args = IP_ITEMS(call, args);
    int equated = l->equated;
    const ip_expr *arg = ip_parse_list_size(args) > 0 ? ip_lower_expr(l, ip_parse_list_item(args, 0), scope) : NULL;
    if (arg && l->equated > equated && ip_program_expr_sources(arg) == 0) /* an aggregate of the query around, then */
        scope->query->correlated = true;
    ip_type type = aggregate_type(l, name, arg, ip_parse_list_size(args));
    const ip_tree *order = IP_ITEMS(call, agg_order), *filter = IP_GET(call, agg_filter);
    ip_output output = {IP_AGG_OTHER, arg, type};
    if (arg && ip_is_among("min max", name))
        ip_lower_ordered(l, scope, call, arg);
    if (user_aggregate(l->definitions, call)) {
        const ip_values none = {0};
        ip_lower_user_operator(l, call, user_aggregate(l->definitions, call), &none);
        output.type = type = ip_lower_other_type;
    } else if (strcmp(name, "count") == 0)
        output.aggregate = IP_AGG_COUNT;
    else if (strcmp(name, "min") == 0 && arg && ip_lower_order_is_known(l, arg, NULL))
        output.aggregate = IP_AGG_MIN;
    else if (strcmp(name, "max") == 0 && arg && ip_lower_order_is_known(l, arg, NULL))
        output.aggregate = IP_AGG_MAX;
    if (filter || order || ip_parse_list_size(args) > 1) {
        ip_values parts = {0};
        if (arg)
            IP_PUSH(l->arena, &parts, arg);
        const ip_expr *more = ip_lower_not_understood(l, filter, scope, ip_lower_other_type);
        if (filter)
            IP_PUSH(l->arena, &parts, more);
        size_t i;
        const ip_tree *item;
        IP_LIST_EACH(order, i, item)
        {
            IP_PUSH(l->arena, &parts, ip_lower_expr(l, IP_GET(ip_as_sort_by(item), node), scope));
            ip_lower_sorted(l, scope, call, parts.items[parts.count - 1], true);
        }
        for (i = 1; i < ip_parse_list_size(args); i++)
            IP_PUSH(l->arena, &parts, ip_lower_expr(l, ip_parse_list_item(args, i), scope));
        output.aggregate = IP_AGG_OTHER;
        ip_expr *whole = ip_program_expr_new(l->arena, IP_EXPR_CALL, type);
        whole->text = ip_arena_strdup(l->arena, name);
        whole->arg_count = parts.count;
        whole->args = parts.items;
        output.expr = parts.count == 1 ? parts.items[0] : whole;
    }
    if (scope->grouped)
        return ip_lower_unknown(l, type, output.expr ? 1 : 0, &output.expr);
    scope->query->has_aggregate = true;
    const ip_expr *value = ip_lower_variable(l, IP_VAR_RESULT, ip_arena_strdup(l->arena, name), type, l->loop);
    l->program->variables.items[value->index].index = scope->query->statement.outputs.count;
    IP_PUSH(l->arena, &scope->query->statement.outputs, output);
    IP_PUSH(l->arena, &scope->query->aggregate_variables, value->index);
    return value;
}

static const ip_expr *make_call(ip_lowerer *l, const char *name, ip_type type, const ip_values *args)
{
    return ip_lower_apply(l, name, type, args->count, args->items);
}

const ip_expr *ip_lower_call(ip_lowerer *l, const PgQuery__FuncCall *call, const ip_tree *node, ip_scope *scope)
{
    const char *name = ip_parse_call_name(l->arena, call);
    bool own = known_unit_name(l, name);
    if ((!own || (user_aggregate(l->definitions, call) && !function_takes(l, call))) &&
        ip_lower_is_aggregate(l->definitions, call)) {
        if (scope) {
            l->conditional++; /* its arguments are evaluated only on rows that exist and satisfy FILTER */
            const ip_expr *aggregate = lower_aggregate(l, call, scope);
            l->conditional--;
            return aggregate;
        }
        ip_lower_refuse(l, node, "aggregate %s() outside a query", name);
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    }
    ip_called called = {0};
    if (ip_lower_user_call(l, call, node, scope, &called))
        return called.value;
    const PgQuery__TypeCast *cast = ip_catalog_cast_of_call(l->definitions, call);
    if (cast) {
        l->conditional++;
        const ip_expr *converted = ip_lower_cast(l, cast, node, scope);
        l->conditional--;
        return converted;
    }
    ip_values args = {0};
    for (size_t i = 0; i < ip_parse_list_size(IP_ITEMS(call, args)); i++)
        IP_PUSH(l->arena, &args, ip_lower_given(l, call, i, scope));
    if (IP_GET(call, over)) {
        if (scope)
            scope->query->statement.grouped = true;
        l->conditional++;
        const ip_expr *window = ip_lower_not_understood(l, IP_GET(call, over), scope, ip_lower_other_type);
        l->conditional--;
        ip_type type = ip_lower_function_type(l, name, &args);
        IP_PUSH(l->arena, &args, window);
        return ip_lower_unknown(l, type, args.count, args.items);
    }
    if (ip_is_among("now transaction_timestamp", name))
        return l->now;
    if (strcmp(name, "pg_trigger_depth") == 0)
        return ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_int4_type,
                                ip_arena_printf(l->arena, "%d", l->trigger_depth));
    if (ip_is_among("array_length", name) && args.count == 2 && args.items[1]->kind == IP_EXPR_INTEGER &&
        strcmp(args.items[1]->text, "1") == 0)
        return ip_program_expr_op(l->arena, IP_OP_LENGTH, ip_lower_int4_type, 1, args.items);
    if (ip_is_among("mod div", name))
        for (int i = 0; i < args.count; i++)
            ip_lower_calculated(l, scope, node, args.items[i]);
    if (ip_is_among("mod", name) && args.count == 2)
        return ip_lower_binary(l, IP_OP_MOD, args.items[0], args.items[1]);
    if (ip_is_among("like_escape", name) && args.count > 0) {
        ip_lower_lose(l, make_call(l, name, ip_lower_text_type, &args));
        return args.items[0];
    }
    if (ip_is_among("sign width_bucket int4range int8range numrange", name))
        for (int i = 0; i < args.count; i++)
            ip_lower_ordered(l, scope, node, args.items[i]);
    if (ip_is_among(immutable_numbers, name) || ip_is_among(immutable_texts, name) ||
        ip_is_among(immutable_times, name) || ip_is_among(immutable_others, name))
        return make_call(l, name, ip_lower_function_type(l, name, &args), &args);
    if (ip_is_among(any_value, name)) {
        ip_expr *value = ip_program_expr_new(l->arena, IP_EXPR_UNKNOWN, ip_lower_other_type);
        *value = *ip_lower_unknown(l, ip_lower_function_type(l, name, &args), args.count, args.items);
        value->sequence = ip_lower_sequence_drawn(name, args.count, args.items);
        value->never_null = args.count == 0 && ip_is_among(never_null, name);
        return value;
    }
    if (ip_is_among(advisory_locks, name))
        return ip_lower_advisory_lock(l, node, name, &args, scope);
    if (ip_is_among(sets, name)) {
        if (scope)
            scope->query->statement.grouped = true;
        return ip_lower_unknown(l, ip_lower_function_type(l, name, &args), args.count, args.items);
    }
    return ip_lower_builtin(l, node, name, &args, scope);
}
