/* Finds the origin of the error that a handler catches (PostgreSQL 15: section 43.6.8; 64.5 on the checks of unique
 * keys). */
#include "lower/body/raised.h"
#include "access_summary/chance.h"

#include "lower/lower.h"

void ip_lower_watch_raisers(ip_lowerer *l)
{
    l->first_undone = l->program->statements.count;
    l->raisers.count = 0;
}

static void add(ip_lowerer *l, ip_raiser raiser)
{
    if (l->undone_depth > 0)
        IP_PUSH(l->arena, &l->raisers, raiser);
}

void ip_lower_check_raises(ip_lowerer *l, ip_raised error, int statement, const ip_expr *when)
{
    const ip_expr *path = l->program->statements.items[statement].path;
    if (l->loop >= 0) /* of some iteration */
        add(l, (ip_raiser){error, -1, NULL});
    else
        add(l, (ip_raiser){error, statement, when ? ip_program_expr_and(l->arena, path, when) : NULL});
}

void ip_lower_raises_any(ip_lowerer *l)
{
    add(l, (ip_raiser){IP_RAISED_ANY, -1, NULL});
}

bool ip_lower_wrote_in_body(const ip_lowerer *l, const ip_table *table, int count, const int *columns)
{
    for (int i = l->first_undone; i < l->program->statements.count; i++) {
        const ip_statement *s = &l->program->statements.items[i];
        bool writes = s->kind != IP_SELECT && s->sources.count > 0 && s->sources.items[0].table == table;
        bool assigns = s->kind != IP_UPDATE;
        for (int c = 0; writes && !assigns && c < count; c++)
            assigns = s->assignments[columns[c]] != NULL;
        if (writes && assigns)
            return true;
    }
    return false;
}

/* The body may raise errors that do not come from the checks of keys. */
static bool is_vague(const ip_lowerer *l)
{
    bool vague = l->constraints_set;
    for (int i = 0; i < l->raisers.count; i++)
        vague = vague || l->raisers.items[i].error == IP_RAISED_ANY;
    for (int i = 0; i < l->program->statements.count; i++) {
        const ip_statement *s = &l->program->statements.items[i];
        for (int q = 0; q < s->sources.count; q++) /* large objects have a unique key, too */
            vague = vague || s->sources.items[q].table->outside;
        vague = vague || (s->kind == IP_UNKNOWN && i >= l->first_undone);
    }
    return vague;
}

static bool takes(const ip_pl_handler *handler, ip_raised error)
{
    return error == IP_RAISED_DUPLICATE ? ip_summary_takes_only_duplicates(handler)
                                        : ip_summary_takes_only_references(handler);
}

static bool is_followed(const ip_pl_handler *handler)
{
    return takes(handler, IP_RAISED_DUPLICATE) || takes(handler, IP_RAISED_REFERENCE);
}

void ip_lower_cut_after_raisers(ip_lowerer *l, const ip_pl_statement *block)
{
    bool followed = !is_vague(l);
    int last = -1;
    for (int h = 0; h < block->handler_list.count; h++) {
        const ip_pl_handler *handler = &block->handler_list.items[h];
        followed = followed && is_followed(handler);
        for (int i = 0; followed && i < l->raisers.count; i++) {
            const ip_raiser *r = &l->raisers.items[i];
            bool raises = takes(handler, r->error);
            followed = !raises || r->statement >= 0;
            last = raises && r->statement > last ? r->statement : last;
        }
    }
    if (!followed || last < 0)
        return;
    int step = l->program->statements.items[last].step; /* an UPDATE stands after the checks of what it writes */
    for (int i = last + 1; i < l->program->statements.count; i++)
        if (l->program->statements.items[i].step != step)
            l->program->statements.items[i].path = ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
}

/* One of the checks has raised the error, and the earlier ones have not: their errors would have come first. */
const ip_expr *ip_lower_entered_if(ip_lowerer *l, const ip_pl_handler *handler)
{
    const ip_expr *when = NULL, *passed = NULL;
    if (!is_followed(handler) || is_vague(l))
        return NULL;
    for (int i = 0; i < l->raisers.count; i++) {
        const ip_raiser *r = &l->raisers.items[i];
        bool raises = takes(handler, r->error);
        if (raises && !r->when)
            return NULL;
        if (raises) {
            const ip_expr *this_one = ip_program_expr_and(l->arena, passed, r->when);
            when = when ? ip_lower_or(l, when, this_one) : this_one;
        }
        if (r->when)
            passed = ip_program_expr_and(l->arena, passed, ip_program_expr_not(l->arena, r->when));
    }
    return when;
}
