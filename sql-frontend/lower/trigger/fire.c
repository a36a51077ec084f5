/* How INSERT, UPDATE and DELETE fire triggers.
 *
 * BEFORE ROW triggers see the row once it is found and locked, and decide what is written, if anything. So an UPDATE or
 * DELETE with such triggers is lowered to a locking SELECT, the function calls for each row, and a write of that row;
 * where the functions only compute values, to the write alone with these values. AFTER triggers run at the end of the
 * statement, each under the condition that its row was written; if there may be several rows, that is in a loop.
 * Deferred triggers run at the end of the program. */
#include "lower/lower.h"

#include <string.h>

/* ---- AFTER ---- */

void ip_lower_queue(ip_lowerer *l, ip_event e)
{
    if (ip_lower_triggers(l, &e, IP_AFTER).count == 0)
        return;
    e.path = ip_lower_path(l);
    e.loop = l->loop;
    IP_PUSH(l->arena, &l->after, e);
}

static void fire(ip_lowerer *l, const ip_trigger *t, const ip_event *e)
{
    const ip_expr *base = l->base, *rel = l->rel;
    int loop = l->loop;
    bool aborted = l->aborted;
    ip_trigger_outcome outcome = {0};
    l->base = e->path;
    l->rel = NULL;
    l->loop = e->loop;
    l->aborted = false;
    ip_lower_run_trigger(l, t, e, IP_AFTER, &outcome);
    l->base = base;
    l->rel = rel;
    l->loop = loop;
    l->aborted = aborted;
}

void ip_lower_fire_after(ip_lowerer *l, int first)
{
    for (int i = first; i < l->after.count; i++) {
        const ip_event e = l->after.items[i];
        const ip_triggers triggers = ip_lower_triggers(l, &e, IP_AFTER);
        for (int k = 0; k < triggers.count; k++) {
            ip_deferred deferred = {triggers.items[k], e};
            if (triggers.items[k]->deferred)
                IP_PUSH(l->arena, &l->deferred, deferred);
            else
                fire(l, triggers.items[k], &e);
        }
    }
    l->after.count = first;
}

void ip_lower_fire_deferred(ip_lowerer *l)
{
    for (int i = 0; i < l->deferred.count; i++) {
        const ip_deferred d = l->deferred.items[i];
        fire(l, d.trigger, &d.event);
    }
    l->deferred.count = 0;
}

void ip_lower_fire_statement(ip_lowerer *l, const ip_event *row, ip_moment moment)
{
    ip_event e = *row;
    e.row = false;
    e.old_row = e.new_row = NULL;
    if (moment == IP_AFTER) {
        ip_lower_queue(l, e);
        return;
    }
    const ip_triggers triggers = ip_lower_triggers(l, &e, moment);
    for (int i = 0; i < triggers.count; i++) {
        ip_trigger_outcome outcome = {0};
        ip_lower_run_trigger(l, triggers.items[i], &e, moment, &outcome);
    }
}

ip_event ip_lower_event(ip_lowerer *l, ip_statement_kind kind, const ip_table *table)
{
    return (ip_event){.kind = kind, .row = true, .shape = ip_lower_table_shape(l, table), .loop = -1};
}

/* ---- INSERT ---- */

/* The condition under which they leave the row out, NULL: never. *row becomes the row as they leave it. */
const ip_expr *ip_lower_run_before(ip_lowerer *l, ip_event *e, const ip_expr **row, bool *aborts)
{
    const ip_triggers triggers = ip_lower_triggers(l, e, IP_BEFORE);
    const ip_expr *rel = l->rel, *left_out = NULL;
    *aborts = false;
    for (int i = 0; i < triggers.count && !*aborts; i++) {
        ip_trigger_outcome outcome = {.row = e->new_row ? row : NULL};
        if (e->new_row)
            e->new_row = row;
        ip_lower_run_trigger(l, triggers.items[i], e, IP_BEFORE, &outcome);
        *aborts = outcome.aborts;
        if (!outcome.left_out)
            continue;
        left_out = left_out ? ip_lower_or(l, left_out, outcome.left_out) : outcome.left_out;
        if (!left_out)
            left_out = ip_program_expr_true(l->arena);
        if (ip_program_expr_is_true(left_out))
            break;
        l->rel = ip_program_expr_and(l->arena, l->rel, ip_program_expr_not(l->arena, outcome.left_out));
    }
    l->rel = rel;
    return left_out;
}

const ip_expr *ip_lower_before_insert(ip_lowerer *l, const ip_table *table, const ip_expr **assigned)
{
    ip_event e = ip_lower_event(l, IP_INSERT, table);
    bool aborts;
    e.new_row = assigned;
    const ip_expr *left_out = ip_lower_run_before(l, &e, assigned, &aborts);
    return aborts ? ip_program_expr_true(l->arena) : left_out;
}

void ip_lower_after_insert(ip_lowerer *l, int insert, const ip_table *table, const ip_expr *const *assigned)
{
    ip_event e = ip_lower_event(l, IP_INSERT, table);
    size_t size = (size_t)table->columns.count * sizeof *assigned;
    e.new_row = memcpy(IP_NEW_ARRAY(l->arena, const ip_expr *, table->columns.count), assigned, size);
    const ip_expr *rel = l->rel;
    if (insert >= 0 && l->program->statements.items[insert].uncertain) { /* a rule may have left it out */
        const ip_expr *found = ip_lower_variable(l, IP_VAR_FOUND, "inserted", ip_lower_boolean_type, l->loop);
        l->program->variables.items[found->index].statement = insert;
        l->rel = ip_program_expr_and(l->arena, rel, found);
    }
    ip_lower_queue(l, e);
    l->rel = rel;
}

static const ip_expr *number(ip_lowerer *l, const char *text)
{
    return ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_int4_type, text);
}

static const ip_expr *choice(ip_lowerer *l, const ip_expr *condition, const ip_expr *a, const ip_expr *b)
{
    const ip_expr *const parts[] = {condition, a, b};
    return ip_program_expr_op(l->arena, IP_OP_IF, a->type, 3, parts);
}

/* The result of a statement that a condition has decided: it changed one row, or none. */
void ip_lower_result_if(ip_lowerer *l, const ip_expr *condition, ip_result *result)
{
    result->statement = -1;
    result->found = condition;
    result->count = choice(l, condition, number(l, "1"), number(l, "0"));
    for (int i = 0; i < result->columns.count; i++) {
        ip_result_column *c = &result->columns.items[i];
        c->value = choice(l, condition, c->value, ip_lower_null(l, c->type));
        c->output = -1;
    }
}

/* Whether the INSERT of one row has inserted it, once it is run; NULL: in any case. */
static const ip_expr *inserted(ip_lowerer *l, const ip_result *result)
{
    if (result->statement < 0 || !l->program->statements.items[result->statement].uncertain)
        return result->statement < 0 ? result->found : NULL;
    const ip_expr *found = ip_lower_variable(l, IP_VAR_FOUND, "inserted", ip_lower_boolean_type, l->loop);
    l->program->variables.items[found->index].statement = result->statement;
    return ip_lower_is_true(l, found);
}

ip_result *ip_lower_insert_if(ip_lowerer *l, const ip_expr *condition, ip_result *result)
{
    if (l->why || result->unknown || result->any_count)
        return result;
    for (int i = 0; i < result->columns.count; i++)
        result->columns.items[i].value = ip_lower_result_value(l, result, i, l->loop);
    const ip_expr *there = ip_program_expr_and(l->arena, condition, inserted(l, result));
    ip_lower_result_if(l, there ? there : ip_program_expr_true(l->arena), result);
    return result;
}
