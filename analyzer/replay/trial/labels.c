/* Replaces the texts that a model has for values of enums by labels: the same text by the same label, different texts
 * by different labels. */
#include "replay/trial/labels.h"

bool ip_trial_is_label(const ip_code *of, ip_datum value)
{
    bool any = false;
    for (int i = 0; i < of->labels.count && value.kind == IP_DATUM_TEXT; i++)
        any = any || ip_value_datum_equal(ip_value_datum_string(of->labels.items[i]), value);
    return any;
}

/* The label already replaces some text of the model. */
static bool is_used(const ip_subject *subject, ip_datum label)
{
    for (int i = 0; i < subject->renames.count; i++)
        if (ip_value_datum_equal(subject->renames.items[i].to, label))
            return true;
    for (int i = 0; i < subject->clues.count; i++)
        for (int c = 0; c < subject->clues.items[i].table->columns.count; c++)
            if (subject->clues.items[i].known[c] && ip_trial_value_list_same(subject->clues.items[i].values[c], label))
                return true;
    return false;
}

/* If there are more texts than labels, the rest is left unchanged: no run follows such a model. */
static void use_label(ip_subject *subject, const ip_code *of, ip_datum value)
{
    if (!of || !of->labels.count || value.kind != IP_DATUM_TEXT || ip_trial_is_label(of, value))
        return;
    for (int i = 0; i < of->labels.count; i++) {
        ip_datum label = ip_value_datum_string(of->labels.items[i]);
        if (!is_used(subject, label)) {
            ip_trial_subject_rename(subject, value, label);
            return;
        }
    }
}

void ip_trial_use_labels(ip_subject *subject)
{
    for (int i = 0; i < subject->clues.count; i++)
        for (int c = 0; c < subject->clues.items[i].table->columns.count; c++)
            if (subject->clues.items[i].known[c])
                use_label(subject, subject->clues.items[i].table->columns.items[c].domain_check,
                          subject->clues.items[i].values[c]);
    for (int i = 0; i < subject->count; i++) {
        const ip_code *code = subject->codes[i];
        const ip_value *arguments = subject->anomaly->instances[i].arguments;
        for (int p = 0, in = 0; p < code->parameter_count; p++)
            if (code->in.items[p]) {
                const ip_value *value = &arguments[in++];
                if (value->text && !value->null)
                    use_label(subject, code->variables.items[p].type.domain, ip_value_datum_string(value->text));
            }
    }
}
