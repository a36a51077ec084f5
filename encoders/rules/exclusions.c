/* EXCLUDE constraints: no two existing rows satisfy all operators of the constraint. */
#include "execution/encoding_internal.h"

static bool never_changes(const ip_table_facts *facts, const ip_table *table, const char *name)
{
    int column = ip_catalog_table_column(table, name);
    return column >= 0 && !facts->columns[column].updated;
}

/* The constraint holds for every pair of rows: the later of two inserts was checked against the earlier, and rows of
 * either are never deleted or changed. */
static bool followed(const ip_encoding *e, const ip_table *table, const ip_exclusion *x)
{
    const ip_table_facts *facts = &e->input.facts->tables[table->id];
    bool all = x->followed && !x->any && !x->late && !facts->deleted;
    for (int i = 0; i < x->named.count; i++)
        all = all && never_changes(facts, table, x->named.items[i]);
    return all;
}

/* A query compares a column, which may be NOT NULL, with a value that may be NULL. For an uninterpreted function these
 * are different arguments (ip_term_operator_holds). */
typedef enum form { BOTH_STORED, FIRST_STORED, SECOND_STORED, FORMS } form;

static ip_term inserted(ip_encoding *e, const ip_site *site, const char *name, bool stored)
{
    const ip_table *table = site->statement->sources.items[0].table;
    int column = ip_catalog_table_column(table, name);
    ip_term term = ip_term_eval(&e->terms, site, site->statement->assignments[column]);
    if (table->columns.items[column].not_null && stored)
        term.null = e->terms.build.no;
    return term;
}

static Z3_ast precedes(ip_encoding *e, const ip_site *a, const char *lower, const ip_site *b, const char *upper,
                       bool closed)
{
    const ip_table *table = a->statement->sources.items[0].table;
    ip_type type = table->columns.items[ip_catalog_table_column(table, lower)].type;
    return ip_term_comes_before(&e->terms, inserted(e, a, lower, true), inserted(e, b, upper, true), type, closed);
}

/* Ranges that are not empty overlap if and only if each begins before the other ends. A range with a NULL bound is
 * unbounded there, which is left out. */
static Z3_ast overlap(ip_encoding *e, const ip_site *a, const ip_site *b, const ip_exclusion_part *part)
{
    const ip_build *build = &e->terms.build;
    Z3_ast cross = ip_term_and(build, precedes(e, a, part->lower, b, part->upper, part->closed),
                               precedes(e, b, part->lower, a, part->upper, part->closed));
    if (part->filled)
        return cross;
    return ip_term_and3(build, cross, precedes(e, a, part->lower, a, part->upper, false),
                        precedes(e, b, part->lower, b, part->upper, false));
}

/* The operator holds for the values that the two statements insert. */
static Z3_ast holds(ip_encoding *e, const ip_site *a, const ip_site *b, const ip_exclusion_part *part, form form)
{
    if (!part->column)
        return overlap(e, a, b, part);
    const ip_table *table = a->statement->sources.items[0].table;
    return ip_term_operator_holds(&e->terms, part->operator, inserted(e, a, part->column, form != SECOND_STORED),
                                  inserted(e, b, part->column, form != FIRST_STORED),
                                  table->columns.items[ip_catalog_table_column(table, part->column)].type);
}

/* The inserted values are compared as given, so types that round when they are stored are left out. */
static bool as_given(const ip_table *table, const ip_exclusion *x, const ip_statement *s)
{
    bool all = s->kind == IP_INSERT && s->sources.items[0].table == table && !s->uncertain && s->loop < 0;
    for (int i = 0; i < x->named.count && all; i++) {
        int column = ip_catalog_table_column(table, x->named.items[i]);
        all = ip_facts_stored_as_given(s->assignments[column], table->columns.items[column].type);
    }
    return all;
}

static void keep_apart(ip_encoding *e, const ip_exclusion *x, const ip_site *a, const ip_site *b, Z3_ast both)
{
    const ip_build *build = &e->terms.build;
    for (int f = 0; f < FORMS; f++) {
        Z3_ast all = both;
        for (int i = 0; i < x->parts.count; i++)
            all = ip_term_and(build, all, holds(e, a, b, &x->parts.items[i], (form)f));
        ip_encoding_state(e, ip_term_not(build, all));
    }
}

static void state_pairs(ip_encoding *e, const ip_table *table, const ip_exclusion *x, int i, int j)
{
    const ip_build *b = &e->terms.build;
    for (int p = 0; p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count; s++)
            for (int q = 0;
                 q < e->input.program_count && as_given(table, x, &e->input.programs[p]->statements.items[s]); q++)
                for (int t = 0; t < e->input.programs[q]->statements.count && !ip_encoding_gave_up(e); t++) {
                    if (!as_given(table, x, &e->input.programs[q]->statements.items[t]))
                        continue;
                    ip_site first = {.slot = i, .program = e->input.programs[p]};
                    ip_site second = {.slot = j, .program = e->input.programs[q]};
                    first.statement = &first.program->statements.items[s];
                    second.statement = &second.program->statements.items[t];
                    Z3_ast runs = ip_term_and(b, ip_encoding_runs(e, i, p), ip_encoding_runs(e, j, q));
                    if (runs == b->no)
                        continue;
                    Z3_ast both = ip_term_and3(b, runs, ip_term_executes(&e->terms, &first),
                                               ip_term_executes(&e->terms, &second));
                    keep_apart(e, x, &first, &second, both);
                    keep_apart(e, x, &second, &first, both);
                }
}

void ip_rules_state_exclusions(ip_encoding *e, int slot)
{
    for (int k = 0; k < e->tables.count && e->engine && e->terms.rules[IP_RULE_EXCLUSIONS]; k++) {
        const ip_table *table = e->input.schema->tables.items[e->tables.items[k]];
        for (int x = 0; x < table->exclusions.count; x++)
            for (int i = 0; i < slot && followed(e, table, &table->exclusions.items[x]); i++)
                state_pairs(e, table, &table->exclusions.items[x], i, slot);
    }
}
