/* Assignment to variables, fields of records and elements of arrays. */
#include "interpreter/run/execute.h"

static ip_datum with_item(ip_run_state *run, ip_datum whole, int64_t index, int count, ip_datum value)
{
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, count);
    for (int i = 0; i < count && whole.kind != IP_DATUM_NULL; i++)
        if (i < whole.count)
            items[i] = whole.as.items[i];
    items[index] = value;
    whole.as.items = items;
    whole.count = count;
    return whole;
}

static int64_t index_of(ip_run_state *run, const ip_part_step *step, ip_datum array)
{
    ip_datum subscript = ip_evaluate(run, step->subscript);
    if (subscript.kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22004", "array subscript in assignment must not be null");
    int count = array.kind == IP_DATUM_ARRAY ? array.count : 0;
    int64_t index = subscript.as.integer - 1;
    if (index < 0 || index > count + 1000 || (count == 0 && index > 0))
        ip_interpreter_unable(run, run->range, "an assignment to element %lld of an array of %d", (long long)index + 1,
                              count);
    return index;
}

static ip_datum replace(ip_run_state *run, const ip_part_step *steps, int count, ip_datum whole, ip_datum value)
{
    if (count == 0)
        return value;
    bool field = steps->field >= 0;
    int64_t index = field ? steps->field : index_of(run, steps, whole);
    bool there = whole.kind != IP_DATUM_NULL && index < whole.count;
    ip_datum part = replace(run, steps + 1, count - 1, there ? whole.as.items[index] : (ip_datum){0}, value);
    int width = field ? steps->shape->count : whole.kind != IP_DATUM_NULL ? whole.count : 0;
    ip_datum result = with_item(run, whole, index, index < width ? width : (int)index + 1, part);
    result.kind = field ? IP_DATUM_RECORD : IP_DATUM_ARRAY;
    if (field)
        result.names = steps->shape->names;
    return result;
}

ip_datum ip_exec_with_part(ip_run_state *run, const ip_part_path *place, ip_datum whole, ip_datum value)
{
    return replace(run, place->steps, place->count, whole, value);
}

void ip_exec_assign(ip_run_state *run, const ip_lvalue *target, ip_datum value)
{
    ip_datum *slot = &run->slots[target->slot];
    const ip_part_step *first = target->place.count ? &target->place.steps[0] : NULL;
    if (ip_cast_does_something(&target->cast))
        value = ip_exec_cast_apply(run, &target->cast, value);
    if (target->not_null && value.kind == IP_DATUM_NULL && !first)
        ip_interpreter_raise(run, "22004", "null value cannot be assigned to variable \"%s\" declared NOT NULL",
                             target->name);
    if (first && first->field >= 0 && target->record && slot->kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "55000", "record \"%s\" is not assigned yet", target->name);
    if (first && first->field >= 0 && target->record && slot->names != first->shape->names)
        ip_interpreter_unable(run, run->range, "a record variable that has another shape than the last assigned above");
    *slot = ip_exec_with_part(run, &target->place, *slot, value);
    /* Equal shapes have separate lists of names: this is the list that uses of the variable expect. */
    if (!first && target->record && value.kind == IP_DATUM_RECORD && target->place.type.shape)
        slot->names = target->place.type.shape->names;
}

void ip_exec_assign_row(ip_run_state *run, const ip_step *step, const ip_datum *values, int width)
{
    if (!values && step->row_value) {
        ip_exec_assign(run, &step->targets[0], (ip_datum){0});
        return;
    }
    if (!step->whole) {
        for (int i = 0; i < step->target_count; i++)
            ip_exec_assign(run, &step->targets[i], values && i < width ? values[i] : (ip_datum){0});
        return;
    }
    const ip_lvalue *target = &step->targets[0];
    const ip_shape *shape = target->cast.from.shape;
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, width);
    for (int i = 0; i < width && values; i++)
        items[i] = values[i];
    ip_datum record = {.kind = IP_DATUM_RECORD, .count = width, .as.items = items};
    record.names = shape ? shape->names : NULL;
    ip_exec_assign(run, target, record);
}
