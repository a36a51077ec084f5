/* Applying casts, and the checks of domains. */
#include "interpreter/run/evaluate.h"

static ip_datum cast_array(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, value.count);
    for (int i = 0; i < value.count; i++)
        items[i] = ip_exec_cast_apply(run, cast->fields, value.as.items[i]);
    value.as.items = items;
    return value;
}

static ip_datum cast_record(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    int count = cast->to.shape->count;
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, count);
    for (int i = 0; i < count && i < value.count; i++)
        items[i] = ip_exec_cast_apply(run, &cast->fields[i], value.as.items[i]);
    return (ip_datum){.kind = IP_DATUM_RECORD, .count = count, .as.items = items, .names = cast->to.shape->names};
}

/* The value, or (each) its elements, as an argument of the domain's routine. */
static void check_domain(ip_run_state *run, const ip_code *check, bool each, ip_datum value)
{
    static const bool given[] = {true};
    if (!each)
        ip_exec_call_routine(run, check, &value, given, NULL);
    for (int i = 0; each && value.kind == IP_DATUM_ARRAY && i < value.count; i++)
        ip_exec_call_routine(run, check, &value.as.items[i], given, NULL);
}

void ip_exec_check_domain(ip_run_state *run, ip_sqltype type, ip_datum value)
{
    if (type.domain)
        check_domain(run, type.domain, ip_value_sqltype_checks_each(type), value);
}

/* The fields of a row that was read as a text, at any depth. */
static void check_fields(ip_run_state *run, ip_sqltype type, ip_datum value)
{
    if (type.array) {
        for (int i = 0; value.kind == IP_DATUM_ARRAY && i < value.count; i++)
            check_fields(run, ip_value_sqltype_element(type), value.as.items[i]);
        return;
    }
    for (int i = 0; type.shape && value.kind == IP_DATUM_RECORD && i < value.count; i++) {
        check_fields(run, type.shape->types[i], value.as.items[i]);
        ip_exec_check_domain(run, type.shape->types[i], value.as.items[i]);
    }
}

ip_datum ip_exec_cast_apply(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    ip_failure failure;
    if (value.kind != IP_DATUM_NULL && cast->convert) {
        value = cast->convert(run, cast, value);
        if (ip_value_sqltype_holds_domain(cast->to))
            check_fields(run, cast->to, value);
    } else if (value.kind != IP_DATUM_NULL && cast->fields)
        value = cast->to.array ? cast_array(run, cast, value) : cast_record(run, cast, value);
    if (value.kind != IP_DATUM_NULL && cast->modify &&
        !ip_value_apply_modifiers(run->arena, cast->to, cast->explicit, &value, &failure))
        ip_interpreter_raise_failure(run, &failure);
    if (cast->check)
        check_domain(run, cast->check, cast->each, value);
    return value;
}

ip_datum ip_exec_evaluate_cast(ip_run_state *run, const ip_node *node)
{
    return ip_exec_cast_apply(run, node->cast, ip_evaluate(run, node->args[0]));
}
