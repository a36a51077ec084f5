/* Values to try for an argument: the model's, those of parameters of the same name, usual ones. */
#include "replay/trial/argument_values.h"

#include <string.h>

/* A row whose fields have usual values: the first ones, or (number > 0) those of one type different ones. */
static ip_datum usual_row(ip_arena *arena, ip_subject *subject, const ip_table *row, int instance, int number)
{
    ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, row->columns.count);
    for (int i = 0; i < row->columns.count; i++) {
        const ip_column *field = &row->columns.items[i];
        int alike = 0;
        for (int k = 0; k < i; k++)
            alike += row->columns.items[k].type.kind == field->type.kind;
        if (field->row && !field->type.array)
            items[i] = usual_row(arena, subject, field->row, instance, number);
        if (field->row)
            continue;
        const ip_value_list *usual = ip_trial_subject_usual(subject, field->type, instance);
        if (usual->count > 0)
            items[i] = usual->items[number ? (number - 1 + alike) % usual->count : 0];
    }
    return (ip_datum){.kind = IP_DATUM_RECORD, .count = row->columns.count, .as.items = items};
}

/* Of a composite type: a model has no values for their fields. Arrays of them: one row, two rows. */
void ip_trial_value_list_add_rows(ip_arena *arena, ip_subject *subject, ip_value_list *values, const ip_code_type *type,
                                  int instance)
{
    enum { ROWS = 5 };
    ip_datum rows[ROWS];
    for (int i = 0; i < ROWS; i++)
        rows[i] = usual_row(arena, subject, type->row, instance, i);
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < (type->type.array ? ROWS : 1); k++) {
            ip_datum *pair = IP_NEW_ARRAY(arena, ip_datum, 2);
            pair[0] = rows[i];
            pair[1] = rows[k];
            ip_datum created = type->type.array ? ip_value_datum_array(pair, i == k ? 1 : 2) : rows[i];
            const char *error = NULL;
            ip_datum value = ip_value_datum_parse(arena, type, ip_value_datum_text(arena, created), &error);
            if (!error)
                ip_trial_value_list_add(arena, values, value);
        }
}

/* As many ones: related arrays must have the same length, which matters more than their elements. */
static void add_ones(ip_subject *subject, ip_type type, int count, ip_value_list *values)
{
    const char *text = "{";
    for (int i = 0; i < count; i++)
        text = ip_arena_printf(subject->arena, "%s%s1", text, i ? "," : "");
    ip_trial_value_list_add_text(subject->arena, values, type, ip_arena_printf(subject->arena, "%s}", text));
}

/* The arguments of other instances with the same name: the same customer, the same account. */
static void add_namesakes(ip_subject *subject, int instance, int parameter, ip_value_list *values)
{
    const ip_parameter *wanted = &subject->anomaly->instances[instance].program->parameters.items[parameter];
    for (int i = 0; i < subject->count; i++) {
        const ip_instance *other = &subject->anomaly->instances[i];
        for (int p = 0; p < other->program->parameters.count; p++)
            if (i != instance && !other->short_arguments[p].null && wanted->name &&
                strcmp(other->program->parameters.items[p].name, wanted->name) == 0)
                ip_trial_value_list_add_text(subject->arena, values, wanted->type, other->short_arguments[p].text);
    }
}

static void find_values(ip_subject *subject, int instance, int parameter, const ip_code_type *declared,
                        ip_value_list *values)
{
    if (declared->row) {
        ip_trial_value_list_add_rows(subject->arena, subject, values, declared, instance);
        ip_trial_value_list_add(subject->arena, values, (ip_datum){.kind = IP_DATUM_NULL});
        return;
    }
    const ip_instance *of = &subject->anomaly->instances[instance];
    ip_type type = of->program->parameters.items[parameter].type;
    if (type.kind == IP_OTHER) /* a domain: its base type has values */
        type = declared->type;
    const ip_value *hint = &of->short_arguments[parameter];
    if (hint->null)
        ip_trial_value_list_add(subject->arena, values, (ip_datum){.kind = IP_DATUM_NULL});
    else
        ip_trial_value_list_add_text(subject->arena, values, type, hint->text);
    if (values->count)
        values->items[0] = ip_trial_subject_renamed(subject->arena, subject, values->items[0]);
    if (type.array && values->count)
        add_ones(subject, type, values->items[0].count, values);
    add_namesakes(subject, instance, parameter, values);
    ip_trial_value_list_add_usual(subject->arena, subject, values, type, instance);
    ip_trial_value_list_add(subject->arena, values, (ip_datum){.kind = IP_DATUM_NULL});
}

const ip_value_list *ip_trial_argument_values(ip_subject *subject, int instance, int parameter,
                                              const ip_code_type *declared)
{
    for (int i = 0; i < subject->arguments.count; i++) {
        const struct ip_argument *known = &subject->arguments.items[i];
        if (known->instance == instance && known->parameter == parameter && known->renames == subject->renames.count)
            return &known->values;
    }
    struct ip_argument fresh = {.instance = instance, .parameter = parameter, .renames = subject->renames.count};
    if (parameter < subject->anomaly->instances[instance].program->parameters.count)
        find_values(subject, instance, parameter, declared, &fresh.values);
    else
        ip_trial_value_list_add(subject->arena, &fresh.values, (ip_datum){.kind = IP_DATUM_NULL});
    IP_PUSH(subject->arena, &subject->arguments, fresh);
    return &subject->arguments.items[subject->arguments.count - 1].values;
}
