/* Columns that only ever grow, at the rows of statements that increment them by key. */
#include "execution/encoding_internal.h"

typedef struct counting {
    ip_version version;
    Z3_ast applies; /* the increment surely happens */
    ip_term mine;   /* what it starts from */
    Z3_ast after;   /* and leaves */
} counting;

/* Asserts the relation of the two values where the increment surely is, or surely is not, before the version that the
 * other instance reads. */
static void compare(ip_encoding *e, Z3_ast reads, ip_term theirs, Z3_ast before, Z3_ast not_before, void *data)
{
    const counting *n = data;
    const ip_build *b = &e->terms.build;
    Z3_ast both =
        ip_term_and3(b, ip_term_and(b, n->applies, reads), ip_term_not(b, n->mine.null), ip_term_not(b, theirs.null));
    ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, both, before), Z3_mk_ge(b->z3, theirs.value, n->after)));
    ip_encoding_state(
        e, ip_term_implies(b, ip_term_and(b, both, not_before), Z3_mk_le(b->z3, theirs.value, n->mine.value)));
}

void ip_rules_note_counter(ip_encoding *e, const ip_table *table, int column)
{
    bool known = false;
    for (int i = 0; i < e->counters.count; i++)
        known = known || (e->counters.items[i].table == table && e->counters.items[i].column == column);
    ip_counter counter = {table, column};
    if (!known)
        IP_PUSH(e->arena, &e->counters, counter);
}

static void state_column(ip_encoding *e, ip_point *point, const ip_site *site, Z3_ast writes, int column, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_table *table = site->statement->sources.items[0].table;
    counting n = {.version = {point->slot, other, column, table, point->stand.place.keys[table->id],
                              ip_facts_lock_taken(site->statement, 0)},
                  .applies = writes};
    n.mine = ip_encoding_version_replaced(e, point, site, &n.version);
    ip_site nowhere = {.slot = point->slot, .program = site->program};
    Z3_ast step =
        ip_term_coerce_term(b, ip_term_eval(c, &nowhere, ip_facts_increment_of(site->statement, column)).value,
                            ip_term_sort_of(b, table->columns.items[column].type));
    if (!step)
        return;
    n.after = Z3_mk_add(b->z3, 2, (Z3_ast[]){n.mine.value, step});
    ip_encoding_each_version_read(e, point, &n.version, compare, &n);
    ip_rules_note_counter(e, table, column);
}

/* Each writer of a counter overwrites the previous writer's version (by the levels' axioms), so each version exceeds
 * the previous one: an instance that sees the increment reads at least its result, an instance that does not see it
 * reads at most the value before it. */
void ip_rules_state_counter(ip_encoding *e, ip_point *point, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_program *program = e->input.programs[point->program];
    const ip_statement *s = &program->statements.items[point->statement];
    const ip_table *table = s->sources.items[0].table;
    if (!c->rules[IP_RULE_MONOTONE] || !c->rules[IP_RULE_FROZEN] || !c->writers_chain || s->kind != IP_UPDATE ||
        point->source != 0 || other == point->slot)
        return;
    ip_view *view = &ip_encoding_view_at(e, &point->stand, point->slot)->view;
    ip_site site = ip_encoding_view_site(view, program, point->statement);
    Z3_ast writes = ip_term_and(b, ip_encoding_runs(e, point->slot, point->program),
                                ip_encoding_surely_changes(c, view, program, point->statement));
    for (int column = 0; column < table->columns.count; column++)
        if (s->assignments[column] && e->input.facts->tables[table->id].columns[column].monotone &&
            !ip_term_changed_before(c, program, s, table, column))
            state_column(e, point, &site, writes, column, other);
}
