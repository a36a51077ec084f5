/* Changes that an instance itself may have made before one of its statements runs. */
#include "term/term.h"

#include <string.h>

static bool is_index(const ip_program *program, const ip_statement *s, int column, int loop)
{
    if (s->sources.count == 0 || (s->kind != IP_INSERT && s->sources.count != 1))
        return false;
    const ip_expr *term =
        s->kind == IP_INSERT ? s->assignments[column] : ip_facts_equated_term(s->sources.items[0].filter, 0, column);
    return term && term->kind == IP_EXPR_VARIABLE && program->variables.items[term->index].kind == IP_VAR_INDEX &&
           program->variables.items[term->index].loop == loop;
}

/* The conversion is injective: no rounding, no padding. */
static bool keeps_apart(ip_type from, ip_type to)
{
    bool same = from.name && to.name && strcmp(from.name, to.name) == 0;
    return from.kind == to.kind && !from.array && !to.array &&
           (from.kind == IP_INTEGER || (from.kind == IP_TEXT && same));
}

/* The statement finds the row by a key whose column equals that column of the loop's query, in the iteration's row. */
static bool is_of_row(const ip_program *program, const ip_statement *s, int column, int loop, int of_row)
{
    const ip_loop *l = &program->loops.items[loop];
    const ip_expr *term = s->sources.count == 1 ? ip_facts_equated_term(s->sources.items[0].filter, 0, column) : NULL;
    if (!term || term->kind != IP_EXPR_VARIABLE || s->kind == IP_INSERT)
        return false;
    const ip_variable *v = &program->variables.items[term->index];
    if (v->kind != IP_VAR_RESULT || v->loop != loop || v->statement != l->query)
        return false;
    const ip_expr *output = program->statements.items[l->query].outputs.items[v->index].expr;
    ip_type type = s->sources.items[0].table->columns.items[column].type;
    return output && output->kind == IP_EXPR_COLUMN && output->source == 0 && output->index == of_row &&
           keeps_apart(output->type, v->type) && keeps_apart(v->type, type);
}

/* The rows of a query on one table differ in the table's key. */
static bool rows_by_query(const ip_program *program, const ip_facts *facts, const ip_statement *a,
                          const ip_statement *b, int loop)
{
    const ip_statement *query = &program->statements.items[program->loops.items[loop].query];
    if (query->kind != IP_SELECT || query->grouped || query->aggregated || query->sources.count != 1)
        return false;
    const ip_table_facts *target = &facts->tables[a->sources.items[0].table->id];
    const ip_table_facts *rows = &facts->tables[query->sources.items[0].table->id];
    bool all = rows->key_count > 0;
    for (int r = 0; r < rows->key_count && all; r++) {
        bool any = false;
        for (int k = 0; k < target->key_count; k++)
            any = any || (is_of_row(program, a, target->key[k], loop, rows->key[r]) &&
                          is_of_row(program, b, target->key[k], loop, rows->key[r]));
        all = any;
    }
    return all;
}

/* The two statements touch rows whose key contains the index of a range loop around both, or the key of its query's
 * row: different iterations touch different rows. */
static bool rows_by_iteration(const ip_program *program, const ip_facts *all, const ip_statement *a,
                              const ip_statement *b, int loop)
{
    const ip_table_facts *facts = &all->tables[b->sources.items[0].table->id];
    if (a->sources.items[0].table != b->sources.items[0].table)
        return false;
    if (program->loops.items[loop].kind == IP_LOOP_QUERY)
        return rows_by_query(program, all, a, b, loop);
    if (program->loops.items[loop].kind != IP_LOOP_RANGE)
        return false;
    for (int k = 0; k < facts->key_count; k++)
        if (is_index(program, a, facts->key[k], loop) && is_index(program, b, facts->key[k], loop))
            return true;
    return false;
}

/* a, which is at or after b in the source, may run before b on a row of b: in an earlier iteration of a loop around
 * both. */
static bool earlier_iteration(const ip_program *program, const ip_facts *facts, const ip_statement *a,
                              const ip_statement *b)
{
    for (int loop = b->loop; loop >= 0; loop = program->loops.items[loop].parent) {
        bool common = false;
        for (int l = a->loop; l >= 0; l = program->loops.items[l].parent)
            common = common || l == loop;
        if (!common)
            continue;
        bool apart = a->sources.count && b->sources.count && a->kind != IP_UNKNOWN && b->kind != IP_UNKNOWN &&
                     rows_by_iteration(program, facts, a, b, loop);
        if (!apart)
            return true;
    }
    return false;
}

bool ip_term_changed_before(const ip_terms_context *c, const ip_program *program, const ip_statement *statement,
                            const ip_table *table, int column)
{
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *s = &program->statements.items[i];
        if (ip_facts_statement_writes(s, table, column) &&
            (i < statement->id || earlier_iteration(program, c->facts, s, statement)))
            return true;
    }
    return false;
}
