/* Writes of the value that is there already (Beillahi, Bouajjani & Enea 2019, theorem 3).
 *
 * In the proof by one delayed transaction, an UPDATE that leaves a column as it is counts as a read of the column. No
 * reader depends on it, and it comes after no reader. A read leads back to the last write that changed the value: the
 * oldest one of the value that was read, as long as it stayed.
 *
 * Such an UPDATE overwrites the version in its snapshot, since no transaction that it does not see writes the row. So
 * the value is the same in the snapshot and at the commit. In an order of the transactions that keeps the dependencies,
 * the UPDATE finds this value again, and leaves it again. As a read it needs no dependencies of its own: everything
 * that writes the column changes the row, as it does, and the order of two transactions that change one row counts like
 * a dependency anyway (docs/proofs.md).
 *
 * Only for types of which equal values are indistinguishable. An assigned value that is not followed may be any. */
#include "execution/encoding_internal.h"

bool ip_rules_ignores_same_values(const ip_encoding *e)
{
    return e->input.one_state && e->terms.rules[IP_RULE_SAME_VALUES];
}

/* Its values are followed, of types whose equal values are indistinguishable. */
static bool is_compared(const ip_encoding *e, const ip_statement *s, const ip_column_group *group)
{
    bool all = s->kind == IP_UPDATE && !s->uncertain;
    for (int i = 0; i < group->columns.count && all && !e->input.all_plain; i++)
        all = ip_rules_type_is_plain(s->sources.items[0].table->columns.items[group->columns.items[i]].type);
    return all && !group->exists;
}

/* The UPDATE leaves another value than it has found in some column of the group. */
static Z3_ast changes_value(ip_encoding *e, const ip_view *view, const ip_access *write, const ip_column_group *group)
{
    const ip_build *b = &e->terms.build;
    const ip_statement *s = ip_statement_of(e, write);
    if (!is_compared(e, s, group))
        return b->yes;
    bool *asked = IP_NEW_ARRAY(e->arena, bool, s->sources.items[0].table->columns.count);
    for (int i = 0; i < group->columns.count; i++)
        asked[group->columns.items[i]] = true;
    const ip_term *before = ip_rules_values_at_write(e, view, write, false, asked);
    const ip_term *after = ip_rules_values_at_write(e, view, write, true, asked);
    ip_terms same = {0};
    for (int i = 0; i < group->columns.count; i++) {
        ip_term was = before[group->columns.items[i]], is = after[group->columns.items[i]];
        IP_PUSH(e->arena, &same, ip_term_equal(b, was.null, is.null));
        IP_PUSH(e->arena, &same, ip_term_or(b, was.null, ip_term_equal(b, was.value, is.value)));
    }
    return ip_term_not(b, ip_term_all(b, &same));
}

void ip_rules_keep_changes(ip_encoding *e, const ip_view *view, const ip_column_group *group, ip_accesses *accesses)
{
    int kept = 0;
    for (int i = 0; i < accesses->count; i++) {
        ip_access a = accesses->items[i];
        a.condition = ip_term_and(&e->terms.build, a.condition, changes_value(e, view, &a, group));
        if (a.condition != e->terms.build.no)
            accesses->items[kept++] = a;
    }
    accesses->count = kept;
}
