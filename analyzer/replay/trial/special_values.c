/* Values whose arithmetic is unusual and that conditions may depend on: NaN, infinities, single cents. */
#include "replay/trial/special_values.h"

#include <math.h>
#include <string.h>

static bool is_named(ip_type type, const char *name)
{
    return type.name && strncmp(type.name, name, strlen(name)) == 0;
}

static bool names_one(ip_value value)
{
    return !value.null && value.text && (strcmp(value.text, "NaN") == 0 || strstr(value.text, "Infinity"));
}

/* Formulas have NaN and infinities of numeric: if they matter, the model has one of them. */
static bool model_has_one(const ip_subject *subject)
{
    for (int i = 0; i < subject->count; i++) {
        const ip_instance *instance = &subject->anomaly->instances[i];
        for (int p = 0; p < instance->program->parameters.count; p++)
            if (names_one(instance->short_arguments[p]))
                return true;
    }
    for (int s = 0; s < subject->anomaly->model_row_count; s++) {
        const ip_model_row *model_row = &subject->anomaly->model_rows[s];
        for (int c = 0; c < model_row->table->columns.count; c++)
            if (names_one(model_row->columns[c]))
                return true;
    }
    return false;
}

void ip_trial_value_list_add_special(ip_arena *arena, ip_subject *subject, ip_value_list *values, ip_type type)
{
    static const char *const numbers[] = {"NaN", "Infinity", "-Infinity"}, *const cents[] = {"0.01", "0.03"};
    bool money = is_named(type, "money"), real = is_named(type, "real") || is_named(type, "double");
    int before = values->count;
    if (type.array || type.kind != IP_NUMERIC)
        return;
    for (int i = 0; money && i < 2; i++)
        ip_trial_value_list_add_text(arena, values, type, cents[i]);
    for (int i = 0; !money && i < 3 && (real || model_has_one(subject)); i++)
        ip_trial_value_list_add_text(arena, values, type, numbers[i]);
    subject->has_special = subject->has_special || values->count > before;
}

static bool is_special(ip_datum value)
{
    if (value.kind == IP_DATUM_MONEY)
        return value.as.integer == 1 || value.as.integer == 3;
    if (value.kind != IP_DATUM_NUMERIC && value.kind != IP_DATUM_REAL && value.kind != IP_DATUM_FLOAT)
        return ip_datum_is_infinite(value);
    return !isfinite(ip_value_datum_double(value));
}

int ip_trial_special_option(const ip_value_list *values, int even_draw)
{
    int count = 0, found = 0;
    for (int i = 0; even_draw % 2 == 0 && i < values->count; i++)
        count += is_special(values->items[i]);
    for (int i = 0; even_draw && count && i < values->count; i++)
        if (is_special(values->items[i]) && found++ == (even_draw / 2 - 1) % count)
            return i;
    return -1;
}
