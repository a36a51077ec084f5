/* Aggregates that the files create (PostgreSQL 15 documentation, CREATE AGGREGATE). */
#include "interpreter/prepare/prepare.h"

static const ip_code *instance(ip_prepare *prepare, const ip_code *callee, const ip_node *const *args, ip_range range)
{
    callee = ip_prepare_code_for_types(prepare, callee, args, range);
    IP_PUSH(prepare->arena, &prepare->callees, callee);
    return callee;
}

static ip_sqltype parameter(ip_prepare *prepare, const ip_code *callee, int index)
{
    return ip_value_sqltype_of(prepare->arena, &callee->variables.items[index].type);
}

void ip_prepare_user_aggregate(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate_call *aggregate,
                               ip_sqltype *type)
{
    ip_range range = a->args[0]->range;
    const ip_node **args = aggregate->args.items,
                  **given = IP_NEW_ARRAY(prepare->arena, const ip_node *, a->arg_count + 1);
    ip_failure failure;
    for (int i = 0; i < a->arg_count; i++)
        given[i + 1] = args[i];
    aggregate->transition = instance(prepare, a->transition, given, range);
    for (int i = 0; i < a->arg_count; i++)
        args[i] = ip_prepare_datum_coerce(prepare, args[i], parameter(prepare, aggregate->transition, i + 1),
                                          IP_CAST_IMPLICIT);
    ip_sqltype state = parameter(prepare, aggregate->transition, 0);
    if (!ip_value_sqltype_same(state, ip_prepare_sqltype_of_routine(prepare, aggregate->transition)))
        ip_prepare_refuse(prepare, range, "aggregate %s(), whose state has another type than its function gives",
                          a->name);
    bool first = !a->start && aggregate->transition->strict; /* the first value that is not NULL is the state */
    if (first && !ip_value_sqltype_same(state, parameter(prepare, aggregate->transition, 1)))
        ip_prepare_refuse(prepare, range, "aggregate %s(), whose first value is not its state", a->name);
    if (a->start && !ip_value_text_to_datum(prepare->arena, state, a->start, &aggregate->start, &failure))
        ip_prepare_refuse(prepare, range, "%s", failure.message);
    const ip_node *result = ip_prepare_node_new(prepare, IP_EVAL_CONSTANT, state, range);
    if (a->final)
        aggregate->final = instance(prepare, a->final, &result, range);
    *type = ip_prepare_sqltype_of_routine(prepare, a->final ? aggregate->final : aggregate->transition);
    aggregate->keep_nulls = true;
}
