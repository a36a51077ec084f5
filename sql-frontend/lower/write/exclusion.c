/* Definitions of unique indexes and EXCLUDE constraints: the condition for rows that have an entry, and the expressions
 * by which entries are compared. */
#include "lower/lower.h"

#include <string.h>

/* Not where a body decides, which is not run here. */
static bool is_followed(ip_lowerer *l, const ip_kept_tree *kept)
{
    const ip_tree *tree = kept ? kept->tree : NULL;
    bool followed = tree && ip_lower_most_definitions(l, tree) == 0;
    return followed;
}

/* The expression over the columns of the entry, if it depends only on them; NULL: it is not followed. */
static const ip_expr *over(ip_lowerer *l, const ip_kept_tree *kept, const ip_entry *entry)
{
    if (!is_followed(l, kept))
        return NULL;
    ip_lowerer outside = *l;
    const ip_mark before = ip_lower_now(l);
    ip_scope *scope = ip_lower_scope_new(l, NULL, IP_NEW(l->arena, ip_query));
    IP_PUSH(l->arena, &scope->entries, *entry);
    memset(&l->visible, 0, sizeof l->visible); /* no variable has a say in it */
    l->why = NULL;
    l->conditional++;
    const ip_expr *value = ip_lower_kept(l, kept, scope);
    l->conditional--;
    l->visible = outside.visible;
    bool asks = l->program->statements.count != before.statements || l->program->loops.count != before.loops;
    if (asks || l->why || l->bad_name != before.bad_name) {
        ip_lower_undo(l, before);
        return NULL;
    }
    l->why = before.why;
    ip_diagnostics_undo(l->diagnostics, before.said); /* what is not followed in it is any value, as it was */
    return value;
}

/* Not a row that has perhaps been changed. */
static bool is_known(const ip_exclusion *exclusion)
{
    return !exclusion->any;
}

static bool is_value(const ip_expr *e)
{
    return e && ip_program_expr_stable(e) && ip_program_expr_sources(e) == 0;
}

bool ip_lower_entries_alone(ip_lowerer *l, ip_scope *scope, const ip_entry *self, const ip_exclusion *exclusion,
                            const ip_entry *row)
{
    bool whole = is_known(exclusion) && exclusion->parts.count > 0 && !exclusion->nulls_equal;
    const ip_expr *condition = is_known(exclusion) ? over(l, exclusion->where, self) : NULL;
    if (condition)
        ip_lower_conjunct(l, scope, condition);
    whole = whole && !exclusion->where == !condition;
    for (int i = 0; i < exclusion->parts.count && whole; i++) {
        const ip_exclusion_part *part = &exclusion->parts.items[i];
        int column = part->column && part->equal ? ip_catalog_table_column(self->table, part->column) : -1;
        const ip_expr *theirs = part->expr && part->equal ? over(l, part->expr, self) : NULL;
        const ip_expr *own = theirs ? over(l, part->expr, row) : column < 0 ? NULL : row->columns.items[column];
        whole = is_value(own);
        if (whole && theirs)
            ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, theirs, own));
    }
    return whole;
}

static bool assigns_part(const ip_table *table, const ip_exclusion *exclusion, const ip_expr *const *assigned)
{
    bool any = false;
    for (int i = 0; i < exclusion->parts.count; i++) {
        const ip_exclusion_part *part = &exclusion->parts.items[i];
        int column = part->column ? ip_catalog_table_column(table, part->column) : -1;
        any = any || column < 0 || assigned[column];
    }
    return any;
}

const ip_expr *ip_lower_gets_entry(ip_lowerer *l, const ip_table *table, const ip_exclusion *exclusion,
                                   const ip_entry *row, const ip_entry *before, const ip_expr *const *assigned)
{
    const ip_expr *now = is_known(exclusion) ? over(l, exclusion->where, row) : NULL;
    const ip_expr *gets = now ? ip_lower_is_true(l, now) : NULL;
    if (ip_program_expr_is_true(gets))
        gets = NULL;
    /* A row that already had such an entry has no conflicting row. */
    bool kept = now && before && !assigns_part(table, exclusion, assigned);
    const ip_expr *had = kept ? over(l, exclusion->where, before) : NULL;
    return had && ip_program_expr_stable(had) ? ip_program_expr_and(l->arena, gets, ip_program_expr_not(l->arena, had))
                                              : gets;
}

/* The expression with values in place of the columns of source 0; NULL: it has others, or one whose value is not known.
 */
static const ip_expr *with_values(ip_lowerer *l, const ip_expr *e, const ip_expr *const *values)
{
    if (e->kind == IP_EXPR_COLUMN)
        return e->source == 0 && values ? values[e->index] : NULL;
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, e->arg_count);
    for (int i = 0; i < e->arg_count; i++)
        if (!(args[i] = with_values(l, e->args[i], values)))
            return NULL;
    if (e->arg_count == 0)
        return e;
    ip_expr *copy = ip_program_expr_new(l->arena, e->kind, e->type);
    *copy = *e;
    copy->args = args;
    return copy;
}

ip_entry ip_lower_row_written(ip_lowerer *l, const ip_table *table, const ip_expr *const *values,
                              const ip_expr *const *before)
{
    ip_entry row = {.alias = table->name, .source = -1};
    for (int c = 0; c < table->columns.count; c++) {
        const ip_expr *value =
            values[c] && ip_program_expr_stable(values[c]) ? with_values(l, values[c], before) : NULL;
        IP_PUSH(l->arena, &row.names, table->columns.items[c].name);
        IP_PUSH(l->arena, &row.columns, value ? value : ip_lower_unknown(l, table->columns.items[c].type, 0, NULL));
    }
    return row;
}
