/* Rows that are replaced: DELETE, and then INSERT of the same key. The consequences for two instances. */
#include "execution/encoding_internal.h"

/* The instance may have deleted the row before the INSERT, and the DELETE has seen the other instance. */
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
        Z3_ast seen = reading->statements ? ip_encoding_sees(e, other, view->slot, reading->last[access->statement])
                                          : ip_encoding_relation(e, e->relations.vis, other, view->slot);
        IP_PUSH(e->arena, &any, ip_term_and(b, access->condition, seen));
    }
    return ip_term_any(b, &any);
}

/* After the first instance the row exists, and no program deletes it for good. So an instance that inserts the key and
 * commits later has itself deleted that row or a later version. A row that it deletes is in its snapshot. If the first
 * instance had not committed by then, one of the two would have waited for the other, and would have found a deleted
 * row or an existing key. */
void ip_rules_state_reinserted(ip_encoding *e, ip_view *first, ip_view *second, int table)
{
    const ip_build *b = &e->terms.build;
    const ip_table_facts *facts = &e->input.facts->tables[table];
    if (!e->engine || !e->terms.rules[IP_RULE_ONE_INSERT] || !facts->returned || facts->exists_group < 0)
        return;
    const ip_column_group *group = &e->input.facts->groups.items[facts->exists_group];
    ip_accesses one = ip_encoding_accesses_of(e, first, IP_WRITE_INSERT, group, true);
    ip_accesses other = ip_encoding_accesses_of(e, second, IP_WRITE_INSERT, group, false);
    ip_accesses deletes = ip_encoding_accesses_of(e, second, IP_WRITE_DELETE, group, false);
    Z3_ast leaves = ip_term_and(b, ip_encoding_any_access(e, &one),
                                ip_encoding_relation(e, e->relations.ar, first->slot, second->slot));
    for (int i = 0; i < other.count && leaves != b->no; i++)
        ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, leaves, other.items[i].condition),
                                             made_room(e, first->slot, second, &other.items[i], &deletes)));
}
