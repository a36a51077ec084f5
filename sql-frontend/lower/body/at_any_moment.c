/* A procedure that catches serialization failures or deadlocks, and then only rolls back (PostgreSQL 15: sections
 * 13.2.3, 13.3.4, 43.6.8, 43.8). These errors may come at any moment, whatever was read. So where they have come late,
 * a serial execution may have them earlier, as soon as the values that outlive ROLLBACK are assigned: OUT parameters.
 * What the transaction has read after that shows in no result (view equivalence; Papadimitriou 1979).
 *
 * That holds where the rest raises no other error that the handlers take, and reports nothing: no NOTICE, no call of a
 * function that is not known. */
#include "lower/body/at_any_moment.h"

#include <strings.h>

/* Errors that come at any moment, and those that only STRICT and RAISE raise. */
static bool takes_only_such(const ip_pl_handler *handler)
{
    static const char *const taken[] = {"serialization_failure", "40001", "deadlock_detected", "40P01",
                                        "no_data_found",         "P0002", "too_many_rows",     "P0003"};
    bool only = handler->conditions.count > 0;
    for (int i = 0; i < handler->conditions.count; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
            known = known || strcasecmp(handler->conditions.items[i], taken[k]) == 0;
        only = only && known;
    }
    return only;
}

static bool only_rolls_back(const ip_pl_statement *block)
{
    for (int i = 0; i < block->handler_list.count; i++) {
        const ip_pl_handler *handler = &block->handler_list.items[i];
        if (!takes_only_such(handler) || handler->body.count != 1 || handler->body.items[0]->kind != IP_PL_ROLLBACK)
            return false;
    }
    return block->handler_list.count > 0;
}

/* Whether the statement may assign a variable that was there before the body. */
static bool assigns_outer(ip_lowerer *l, ip_pl_statement *s)
{
    ip_effects effects = {0};
    ip_lower_effects(l, &s, 1, NULL, &effects);
    for (int i = 0; i < effects.slots.count; i++) {
        int slot = effects.slots.items[i];
        for (int v = 0; v < l->outlives && slot != l->found; v++)
            if (l->visible.items[v].slot == slot)
                return true;
    }
    return false;
}

int ip_lower_last_left(ip_lowerer *l, const ip_pl_statement *block)
{
    int count = block->body.count;
    if (!l->rolled_back || block != l->unit->tree || !only_rolls_back(block))
        return count;
    while (count > 0 && !assigns_outer(l, block->body.items[count - 1]))
        count--;
    return count;
}

ip_unobserved ip_lower_begin_unobserved(const ip_lowerer *l)
{
    return (ip_unobserved){l->program->statements.count, l->raisers.count, l->observations};
}

void ip_lower_end_unobserved(ip_lowerer *l, ip_unobserved from)
{
    bool unobserved = l->observations == from.reported;
    for (int i = from.raiser; i < l->raisers.count; i++)
        unobserved = unobserved && l->raisers.items[i].error != IP_RAISED_ANY;
    for (int i = from.statement; i < l->program->statements.count; i++)
        unobserved = unobserved && l->program->statements.items[i].kind != IP_UNKNOWN;
    for (int i = from.statement; unobserved && i < l->program->statements.count; i++)
        l->program->statements.items[i].path = ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
}
