/* Assignment to variables, fields of records and elements of arrays. */
#include "execute.h"

static ip_datum with_item(ip_run *run, ip_datum whole, int64_t index, int count, ip_datum value)
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

static ip_datum with_element(ip_run *run, const ip_lvalue *target, ip_datum array, ip_datum value)
{
    ip_datum subscript = ip_evaluate(run, target->subscript);
    if (subscript.kind == IP_DATUM_NULL)
        ip_raise(run, "22004", "array subscript in assignment must not be null");
    int count = array.kind == IP_DATUM_ARRAY ? array.count : 0;
    int64_t index = subscript.as.integer - 1;
    if (index < 0 || index > count + 1000 || (count == 0 && index > 0))
        ip_unable(run, run->range, "an assignment to element %lld of an array of %d", (long long)index + 1, count);
    ip_datum result = with_item(run, array, index, index < count ? count : (int)index + 1, value);
    result.kind = IP_DATUM_ARRAY;
    return result;
}

void ip_assign(ip_run *run, const ip_lvalue *target, ip_datum value)
{
    ip_datum *slot = &run->slots[target->slot];
    if (target->cast.convert || target->cast.modify)
        value = ip_cast_apply(run, &target->cast, value);
    if (target->not_null && value.kind == IP_DATUM_NULL)
        ip_raise(run, "22004", "null value cannot be assigned to variable \"%s\" declared NOT NULL", target->name);
    if (target->field >= 0) {
        if (target->record && slot->kind == IP_DATUM_NULL)
            ip_raise(run, "55000", "record \"%s\" is not assigned yet", target->name);
        if (target->record && slot->names != target->whole.shape->names)
            ip_unable(run, run->range, "a record variable that has another shape than the last assigned above");
        ip_datum record = with_item(run, *slot, target->field, target->whole.shape->count, value);
        record.kind = IP_DATUM_RECORD;
        record.names = target->whole.shape->names;
        *slot = record;
    } else if (target->subscript)
        *slot = with_element(run, target, *slot, value);
    else {
        *slot = value;
        /* Equal shapes have one list of names each: the one that uses of the variable expect. */
        if (target->record && value.kind == IP_DATUM_RECORD && target->type.shape)
            slot->names = target->type.shape->names;
    }
}

void ip_assign_row(ip_run *run, const ip_step *step, const ip_datum *values, int width)
{
    if (!values && step->row_value) {
        ip_assign(run, &step->targets[0], (ip_datum){0});
        return;
    }
    if (!step->whole) {
        for (int i = 0; i < step->target_count; i++)
            ip_assign(run, &step->targets[i], values && i < width ? values[i] : (ip_datum){0});
        return;
    }
    const ip_lvalue *target = &step->targets[0];
    const ip_shape *shape = target->cast.from.shape;
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, width);
    for (int i = 0; i < width && values; i++)
        items[i] = values[i];
    ip_datum record = {.kind = IP_DATUM_RECORD, .count = width, .as.items = items};
    record.names = shape ? shape->names : NULL;
    ip_assign(run, target, record);
}
