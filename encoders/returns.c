#include "returns.h"

#include "encoding_internal.h"

#include <string.h>

/* ---- of all programs ---- */

static bool same_term(const ip_expr *a, const ip_expr *b)
{
    if (a == b)
        return a && a->kind != IP_EXPR_UNKNOWN;
    if (!a || !b || a->kind != b->kind || a->type.kind != b->type.kind)
        return false;
    switch (a->kind) {
    case IP_EXPR_PARAMETER:
    case IP_EXPR_VARIABLE:
        return a->index == b->index;
    case IP_EXPR_INTEGER:
    case IP_EXPR_TEXT:
        return strcmp(a->text, b->text) == 0;
    default:
        return false;
    }
}

/* What the key is compared with is what it then becomes: no rounding. */
static bool inserts_again(const ip_table *table, const ip_table_facts *facts, const ip_statement *gone,
                          const ip_statement *back)
{
    if (back->kind != IP_INSERT || back->sources.items[0].table != table || back->uncertain ||
        back->loop != gone->loop || (back->path != gone->path && !same_term(back->path, gone->path)))
        return false;
    for (int k = 0; k < facts->key_count; k++) {
        const ip_expr *looked_for = ip_equated_term(gone->sources.items[0].filter, 0, facts->key[k]);
        const ip_expr *given = back->assignments[facts->key[k]];
        if (!same_term(looked_for, given) || !ip_stored_as_given(given, table->columns.items[facts->key[k]].type))
            return false;
    }
    return true;
}

static bool returns(const ip_table *table, const ip_table_facts *facts, const ip_program *program,
                    const ip_statement *gone)
{
    for (int s = gone->id + 1; s < program->statements.count && gone->sources.count == 1; s++)
        if (inserts_again(table, facts, gone, &program->statements.items[s]))
            return true;
    return false;
}

bool ip_rows_return(const ip_table *table, const ip_table_facts *facts, const ip_program *const *programs, int count)
{
    if (!facts->inserted || !facts->deleted || facts->key_count == 0)
        return false;
    for (int p = 0; p < count; p++)
        for (int s = 0; s < programs[p]->statements.count; s++) {
            const ip_statement *statement = &programs[p]->statements.items[s];
            bool about = false;
            for (int q = 0; q < statement->sources.count; q++)
                about = about || statement->sources.items[q].table == table;
            if (about && (statement->kind == IP_UNKNOWN || statement->kind == IP_TRUNCATE ||
                          (statement->kind == IP_DELETE && statement->sources.items[0].table == table &&
                           !returns(table, facts, programs[p], statement))))
                return false;
        }
    return true;
}

/* ---- of two instances ---- */

/* What the instance may have deleted there before it runs the statement, having seen the other one. */
static Z3_ast made_room(ip_encoding *e, int other, ip_view *view, const ip_access *insert, const ip_accesses *deletes)
{
    const ip_build *b = &e->terms.build;
    const ip_reading *reading = ip_encoding_reading(e, insert->program);
    const ip_program *program = e->input.programs[insert->program];
    ip_terms any = {0};
    for (int d = 0; d < deletes->count; d++) {
        const ip_access *access = &deletes->items[d];
        bool before = access->statement < insert->statement || program->statements.items[access->statement].loop >= 0;
        if (access->program != insert->program || !before)
            continue;
        Z3_ast seen = reading->statements ? ip_sees(e, other, view->slot, reading->last[access->statement])
                                          : ip_relation(e, e->relations.vis, other, view->slot);
        IP_PUSH(e->arena, &any, ip_and(b, access->condition, seen));
    }
    return ip_any(b, &any);
}

/* The first one leaves the row behind, and nobody takes it away for good: whoever inserts the key and commits later has
 * deleted that row, or a later one, itself. A row that it deletes is in its snapshot. Had the first one not committed
 * by then, one of the two would have waited for the other, and met a row that is gone, or a key that is there. */
void ip_state_returned(ip_encoding *e, ip_view *first, ip_view *second, int table)
{
    const ip_build *b = &e->terms.build;
    const ip_table_facts *facts = &e->input.facts->tables[table];
    if (!e->engine || !e->terms.rules[IP_RULE_ONE_INSERT] || !facts->returned || facts->exists_group < 0)
        return;
    const ip_column_group *group = &e->input.facts->groups.items[facts->exists_group];
    ip_accesses one = ip_accesses_of(e, first, IP_WRITE_INSERT, group, true);
    ip_accesses other = ip_accesses_of(e, second, IP_WRITE_INSERT, group, false);
    ip_accesses deletes = ip_accesses_of(e, second, IP_WRITE_DELETE, group, false);
    Z3_ast leaves = ip_and(b, ip_any_access(e, &one), ip_relation(e, e->relations.ar, first->slot, second->slot));
    for (int i = 0; i < other.count && leaves != b->no; i++)
        ip_encoding_state(e, ip_implies(b, ip_and(b, leaves, other.items[i].condition),
                                        made_room(e, first->slot, second, &other.items[i], &deletes)));
}
