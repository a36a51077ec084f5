/* What happens beside a statement and is not followed: rules, row security, triggers of partitions, inheritance. */
#include "lower.h"

#include <string.h>

static bool fires(const ip_trigger *t, ip_statement_kind kind)
{
    return !t->disabled && ((kind == IP_INSERT && t->on_insert) || (kind == IP_UPDATE && t->on_update) ||
                            (kind == IP_DELETE && t->on_delete) || (kind == IP_SELECT && t->on_select));
}

/* Is the table ancestor, or below it? */
static bool below(const ip_lowerer *l, const char *table, const char *ancestor, int depth)
{
    if (strcmp(table, ancestor) == 0)
        return true;
    for (int i = 0; i < l->definitions->inheritance.count && depth > 0; i++) {
        const ip_inheritance *pair = &l->definitions->inheritance.items[i];
        if (strcmp(pair->child, table) == 0 && below(l, pair->parent, ancestor, depth - 1))
            return true;
    }
    return false;
}

enum { DEEPEST_FAMILY = 16 };

/* A statement on a table fires the triggers of its partitions, too. */
static bool concerns(const ip_lowerer *l, const ip_trigger *t, const char *relation)
{
    return !ip_lower_is_followed(t, relation) && !t->nothing && !t->security &&
           below(l, t->table, relation, DEEPEST_FAMILY);
}

bool ip_lower_has_rule(const ip_lowerer *l, const char *relation)
{
    for (int i = 0; i < l->definitions->triggers.count; i++)
        if (concerns(l, &l->definitions->triggers.items[i], relation))
            return true;
    return false;
}

bool ip_lower_does_nothing(const ip_lowerer *l, const char *relation, ip_statement_kind kind)
{
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (t->nothing && strcmp(t->table, relation) == 0 && fires(t, kind))
            return true;
    }
    return false;
}

/* Does it concern the statement: what it does to its target, or to a row source? */
static bool meets(const ip_lowerer *l, const ip_trigger *t, const ip_statement *s)
{
    bool writes = s->kind == IP_INSERT || s->kind == IP_UPDATE || s->kind == IP_DELETE;
    for (int i = 0; i < s->sources.count; i++)
        if (fires(t, writes && i == 0 ? s->kind : IP_SELECT) && concerns(l, t, s->sources.items[i].table->name))
            return true;
    return false;
}

bool ip_lower_rewrites(const ip_lowerer *l, const ip_table *table, ip_statement_kind kind)
{
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (t->before && t->row && fires(t, kind) && concerns(l, t, table->name))
            return true;
    }
    return false;
}

bool ip_lower_may_leave_out(const ip_lowerer *l, const ip_statement *s)
{
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (t->before && t->row && meets(l, t, s))
            return true;
    }
    return false;
}

/* Told once for each program, where it is defined. */
void ip_lower_report_rules(ip_lowerer *l, const ip_statement *s)
{
    if (s->kind == IP_ABORT || s->kind == IP_UNKNOWN)
        return;
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (t->security && !t->disabled && (s->kind == IP_INSERT || s->kind == IP_UPDATE) &&
            below(l, t->table, s->sources.items[0].table->name, DEEPEST_FAMILY))
            ip_lower_policy_checks(l, t);
        if (!meets(l, t, s))
            continue;
        const char *why = t->what
                              ? ip_arena_printf(l->arena, "%s of table %s acts here", t->what, t->table)
                              : ip_arena_printf(l->arena, "trigger %s of partition %s may run here", t->name, t->table);
        ip_report(l->diagnostics, IP_UNSUPPORTED, t->range, l->program->name, "%s: it may read and write any table",
                  why);
        ip_open_step outer = ip_lower_own_step(l);
        ip_lower_emit_unknown(l, NULL, why);
        ip_lower_close_step(l, outer);
    }
}
