/* Collects the steps and savepoints of a transaction while it is open, and completes them at its end. */
#include "templates/open_transaction.h"

#include "templates/step.h"

#include <string.h>

enum { STEPS_WITH_TEXTS = 500 };

void ip_templates_open_transaction_add(ip_open_transaction *t, const ip_recorded *recorded,
                                       const ip_statement_form *form, const ip_log_literal *values)
{
    bool texts = t->steps.count < STEPS_WITH_TEXTS;
    ip_open_log_step added = {.step = {form, ip_templates_step_values(t->arena, form, values, texts),
                                       ip_templates_step_outcome(t->arena, recorded, texts)}};
    IP_PUSH(t->arena, &t->steps, added);
}

void ip_templates_open_transaction_savepoint(ip_open_transaction *t, const char *name)
{
    ip_open_savepoint added = {ip_arena_strdup(t->arena, name), t->savepoint_count++};
    ip_open_log_step step = {.savepoint = added.id};
    IP_PUSH(t->arena, &t->savepoints, added);
    IP_PUSH(t->arena, &t->steps, step);
}

void ip_templates_open_transaction_leave(ip_open_transaction *t, const char *name, bool returns)
{
    int at = t->savepoints.count - 1;
    while (at >= 0 && strcmp(t->savepoints.items[at].name, name) != 0)
        at--;
    if (at < 0)
        return;
    t->savepoints.count = returns ? at + 1 : at;
    if (!returns)
        return;
    ip_open_log_step step = {.savepoint = t->savepoints.items[at].id, .returns = true};
    IP_PUSH(t->arena, &t->steps, step);
    t->failed = false;
}

static const ip_statement_form *control_form(ip_forms *forms, ip_arena *arena, const char *text)
{
    const ip_recorded_values none = {0};
    const ip_log_literal *values;
    ip_scan scan;
    size_t at = 0;
    ip_templates_scan_next(arena, text, strlen(text), &at, &scan);
    return ip_templates_forms_find(forms, arena, &scan, &none, &values);
}

void ip_templates_open_transaction_settle(ip_open_transaction *t, ip_forms *forms)
{
    int *number = IP_NEW_ARRAY(t->arena, int, t->savepoint_count + 1), count = 0;
    bool *used = IP_NEW_ARRAY(t->arena, bool, t->savepoint_count + 1);
    for (int i = 0; i < t->steps.count; i++)
        if (!t->steps.items[i].step.form && t->steps.items[i].returns)
            used[t->steps.items[i].savepoint] = true;
    for (int i = 0; i < t->steps.count; i++) {
        const ip_open_log_step *o = &t->steps.items[i];
        ip_step step = o->step;
        if (!step.form && !used[o->savepoint])
            continue;
        if (!step.form) {
            if (!o->returns)
                number[o->savepoint] = ++count;
            step.values = NULL;
            step.form =
                control_form(forms, t->arena,
                             ip_arena_printf(t->arena, "%s s%d", o->returns ? "ROLLBACK TO SAVEPOINT" : "SAVEPOINT",
                                             number[o->savepoint]));
        }
        IP_PUSH(t->arena, &t->head.steps, step);
    }
}

/* Tells whether nothing but queries follows the step: a library may ask what the row has become before it rolls back.
 */
static bool is_last_change(const ip_open_transaction *t, int step)
{
    for (int i = step + 1; i < t->steps.count; i++) {
        const ip_statement_form *form = t->steps.items[i].step.form;
        if (!form || strcmp(form->verb, "select") != 0)
            return false;
    }
    return true;
}

void ip_templates_open_transaction_count_rows(const ip_open_transaction *t, bool committed)
{
    for (int i = 0; i < t->steps.count; i++) {
        const ip_step *step = &t->steps.items[i].step;
        if (!step->form)
            continue;
        ip_form_counts *counts = step->form->counts;
        if (committed)
            ++*(!step->outcome             ? &counts->unknown
                : step->outcome->rows == 0 ? &counts->none
                : step->outcome->rows == 1 ? &counts->one
                                           : &counts->more);
        else if (step->outcome && step->outcome->rows == 0 && is_last_change(t, i))
            counts->rolled_back++;
    }
}

bool ip_templates_open_transaction_has_outcomes(const ip_open_transaction *t)
{
    for (int i = 0; i < t->steps.count; i++)
        if (t->steps.items[i].step.outcome)
            return true;
    return false;
}
