/* EXCLUDE: rows that are there together do not stand to each other as the constraint's operators say. */
#include "encoding_internal.h"

/* For good: whoever came after the other has been checked against it, as nothing of either ever goes or changes. */
static bool followed(const ip_encoding *e, const ip_table *table, const ip_exclusion *x)
{
    const ip_table_facts *facts = &e->input.facts->tables[table->id];
    bool all = x->operators.count > 0 && !x->any && !x->late && !facts->deleted;
    for (int i = 0; i < x->operators.count; i++) {
        int column = ip_table_column(table, x->named.items[i]);
        all = all && column >= 0 && !facts->columns[column].updated;
    }
    return all;
}

/* A query compares a column, which may be NOT NULL, with a value that may be NULL: to a function nobody interprets
 * these are different arguments (ip_operator_holds). */
typedef enum form { BOTH_STORED, FIRST_STORED, SECOND_STORED, FORMS } form;

/* The operator holds of the values that the two statements insert. */
static Z3_ast holds(ip_encoding *e, const ip_site *a, const ip_site *b, const ip_column *column, int number,
                    const char *operator, form form)
{
    ip_term x = ip_eval(&e->terms, a, a->statement->assignments[number]);
    ip_term y = ip_eval(&e->terms, b, b->statement->assignments[number]);
    if (column->not_null && form != SECOND_STORED)
        x.null = e->terms.build.no;
    if (column->not_null && form != FIRST_STORED)
        y.null = e->terms.build.no;
    return ip_operator_holds(&e->terms, operator, x, y);
}

/* Rows as given: what is rounded when it is stored is compared as it is stored. */
static bool as_given(const ip_table *table, const ip_exclusion *x, const ip_statement *s)
{
    bool all = s->kind == IP_INSERT && s->sources.items[0].table == table && !s->uncertain && s->loop < 0;
    for (int i = 0; i < x->named.count && all; i++) {
        int column = ip_table_column(table, x->named.items[i]);
        all = ip_stored_as_given(s->assignments[column], table->columns.items[column].type);
    }
    return all;
}

static void keep_apart(ip_encoding *e, const ip_exclusion *x, const ip_site *a, const ip_site *b, Z3_ast both)
{
    const ip_build *build = &e->terms.build;
    const ip_table *table = a->statement->sources.items[0].table;
    for (int f = 0; f < FORMS; f++) {
        Z3_ast all = both;
        for (int i = 0; i < x->operators.count; i++) {
            int column = ip_table_column(table, x->named.items[i]);
            const ip_column *declared = &table->columns.items[column];
            all = ip_and(build, all, holds(e, a, b, declared, column, x->operators.items[i], (form)f));
        }
        ip_encoding_state(e, ip_not(build, all));
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
                    Z3_ast runs = ip_and(b, ip_encoding_runs(e, i, p), ip_encoding_runs(e, j, q));
                    Z3_ast both = ip_and3(b, runs, ip_executes(&e->terms, &first), ip_executes(&e->terms, &second));
                    keep_apart(e, x, &first, &second, both);
                    keep_apart(e, x, &second, &first, both);
                }
}

void ip_state_exclusions(ip_encoding *e, int slot)
{
    for (int k = 0; k < e->tables.count && e->engine && e->terms.rules[IP_RULE_EXCLUSIONS]; k++) {
        const ip_table *table = e->input.schema->tables.items[e->tables.items[k]];
        for (int x = 0; x < table->exclusions.count; x++)
            for (int i = 0; i < slot && followed(e, table, &table->exclusions.items[x]); i++)
                state_pairs(e, table, &table->exclusions.items[x], i, slot);
    }
}
