/* Which statements share a snapshot (ip_statement.step). A statement of the user opens a step, and all of its lowered
 * statements belong to that step, except statements with their own snapshot: bodies of VOLATILE functions, constraint
 * checks, triggers. A step gets its number when it is opened, so numbers are in the order of snapshots even where inner
 * statements come first in the program. */
#include "lower/lower.h"

/* The number before it is kept for the locks on whole tables, which the server takes before it takes the snapshot. */
static void take_numbers(ip_lowerer *l)
{
    l->step = l->program->step_count + 1;
    l->program->step_count += 2;
}

ip_open_step ip_lower_open_step(ip_lowerer *l)
{
    ip_open_step before = {l->step, l->shares_step};
    if (!l->shares_step || l->step < 0)
        take_numbers(l);
    return before;
}

ip_open_step ip_lower_own_step(ip_lowerer *l)
{
    ip_open_step before = {l->step, l->shares_step};
    take_numbers(l);
    return before;
}

ip_open_step ip_lower_lock_step(ip_lowerer *l)
{
    ip_open_step before = {l->step, l->shares_step};
    if (l->shares_step || l->step < 0) /* the snapshot is older than the statement */
        take_numbers(l);
    else
        l->step--;
    return before;
}

ip_open_step ip_lower_share_step(ip_lowerer *l, bool shares)
{
    ip_open_step before = {l->step, l->shares_step};
    l->shares_step = shares;
    return before;
}

void ip_lower_close_step(ip_lowerer *l, ip_open_step before)
{
    l->step = before.step;
    l->shares_step = before.shares;
}

/* Steps without statements are left out. */
void ip_lower_number_steps(ip_lowerer *l)
{
    ip_program *p = l->program;
    int *number = IP_NEW_ARRAY(l->arena, int, p->step_count + 1), count = 0;
    for (int i = 0; i < p->statements.count; i++)
        number[p->statements.items[i].step] = 1;
    for (int i = 0; i < p->step_count; i++)
        number[i] = number[i] ? count++ : -1;
    for (int i = 0; i < p->statements.count; i++)
        p->statements.items[i].step = number[p->statements.items[i].step];
    p->step_count = count;
}
