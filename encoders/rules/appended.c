/* Rows whose number is the greatest number so far plus one (facts/appended.h): if two instances number rows of one
 * group, the snapshot that gave the greater number contains the other instance. docs/encoding.md has the argument. */
#include "execution/encoding_internal.h"
#include "facts/appended.h"

static Z3_ast sees_at(ip_encoding *e, int seen, int by, int program, int statement)
{
    const ip_reading *reading = ip_encoding_reading(e, program);
    return reading->statements ? ip_encoding_sees(e, seen, by, reading->first[statement])
                               : ip_encoding_vis(e, seen, by);
}

/* INSERT … SELECT max(n) + 1 runs once, in the only iteration of a loop over that one row: whenever the query does. */
static Z3_ast executes(ip_encoding *e, const ip_site *site, const ip_append *append)
{
    ip_site at = *site;
    if (site->statement->loop >= 0)
        at = (ip_site){
            .slot = site->slot, .program = site->program, .statement = &site->program->statements.items[append->read]};
    return ip_term_executes(&e->terms, &at);
}

static void state_pair(ip_encoding *e, const ip_site *first, int p, const ip_append *a, const ip_site *second, int q,
                       const ip_append *d)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_table *table = first->statement->sources.items[0].table;
    const ip_key *key = &table->keys.items[a->key];
    Z3_ast both = ip_term_and(b, ip_encoding_runs(e, first->slot, p), ip_encoding_runs(e, second->slot, q));
    both = ip_term_and3(b, both, executes(e, first, a), executes(e, second, d));
    for (int i = 0; i < key->column_count; i++) {
        if (key->columns[i] == a->column)
            continue;
        ip_term one = ip_term_eval(c, first, first->statement->assignments[key->columns[i]]);
        ip_term other = ip_term_eval(c, second, second->statement->assignments[key->columns[i]]);
        both = ip_term_and3(b, both, ip_term_equal(b, one.value, other.value),
                            ip_term_and(b, ip_term_not(b, one.null), ip_term_not(b, other.null)));
    }
    ip_term one = ip_term_eval(c, first, first->statement->assignments[a->column]);
    ip_term other = ip_term_eval(c, second, second->statement->assignments[d->column]);
    Z3_ast less = Z3_mk_lt(b->z3, one.value, other.value), greater = Z3_mk_lt(b->z3, other.value, one.value);
    ip_encoding_state(e, ip_term_implies(b, both, ip_term_or(b, less, greater)));
    ip_encoding_state(
        e, ip_term_implies(b, ip_term_and(b, both, less), sees_at(e, first->slot, second->slot, q, d->read)));
    ip_encoding_state(
        e, ip_term_implies(b, ip_term_and(b, both, greater), sees_at(e, second->slot, first->slot, p, a->read)));
}

static bool is_append(ip_encoding *e, ip_site *site, ip_append *append)
{
    const ip_statement *s = site->statement;
    if (s->kind != IP_INSERT || !e->input.facts->tables[s->sources.items[0].table->id].appended ||
        !ip_facts_append_find(e->arena, site->program, s, append))
        return false;
    if (s->loop >= 0) {
        const ip_build *b = &e->terms.build; /* all iterations read the same */
        Z3_ast *token = IP_NEW_ARRAY(e->arena, Z3_ast, 1);
        *token = Z3_mk_int(b->z3, 0, Z3_mk_int_sort(b->z3));
        site->tokens = token;
        site->depth = 1;
    }
    return true;
}

/* Call after the relations between these instances exist. */
void ip_rules_state_appended(ip_encoding *e, int slot)
{
    if (!e->engine || !e->terms.rules[IP_RULE_APPENDED])
        return;
    for (int p = 0; p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count && !ip_encoding_gave_up(e); s++) {
            if (ip_encoding_never_runs(e, slot, p))
                break;
            ip_append mine, theirs;
            ip_site site = {.slot = slot, .program = e->input.programs[p]};
            site.statement = &site.program->statements.items[s];
            if (!is_append(e, &site, &mine))
                continue;
            for (int q = 0; q < e->input.program_count; q++)
                for (int t = 0; t < e->input.programs[q]->statements.count; t++) {
                    ip_site other = {.program = e->input.programs[q]};
                    other.statement = &other.program->statements.items[t];
                    bool same = is_append(e, &other, &theirs) &&
                                other.statement->sources.items[0].table == site.statement->sources.items[0].table;
                    for (other.slot = 0; same && other.slot < slot; other.slot++)
                        state_pair(e, &other, q, &theirs, &site, p, &mine);
                }
        }
}
