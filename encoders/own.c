/* What an instance may itself have changed before a statement of it runs. */
#include "term.h"

static bool is_index(const ip_program *program, const ip_statement *s, int column, int loop)
{
    if (s->sources.count == 0 || (s->kind != IP_INSERT && s->sources.count != 1))
        return false;
    const ip_expr *term =
        s->kind == IP_INSERT ? s->assignments[column] : ip_equated_term(s->sources.items[0].filter, 0, column);
    return term && term->kind == IP_EXPR_VARIABLE && program->variables.items[term->index].kind == IP_VAR_INDEX &&
           program->variables.items[term->index].loop == loop;
}

/* The two statements touch rows whose key contains the index of a range loop around both: different iterations of it
 * touch different rows. */
static bool rows_by_iteration(const ip_program *program, const ip_table_facts *facts, const ip_statement *a,
                              const ip_statement *b, int loop)
{
    if (program->loops.items[loop].kind != IP_LOOP_RANGE || a->sources.items[0].table != b->sources.items[0].table)
        return false;
    for (int k = 0; k < facts->key_count; k++)
        if (is_index(program, a, facts->key[k], loop) && is_index(program, b, facts->key[k], loop))
            return true;
    return false;
}

/* May a, which stands at or behind b, run before b, on a row of b: in an earlier iteration of a loop around both. */
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
                     rows_by_iteration(program, &facts->tables[b->sources.items[0].table->id], a, b, loop);
        if (!apart)
            return true;
    }
    return false;
}

bool ip_changed_before(const ip_terms_context *c, const ip_program *program, const ip_statement *statement,
                       const ip_table *table, int column)
{
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *s = &program->statements.items[i];
        if (ip_statement_writes(s, table, column) &&
            (i < statement->id || earlier_iteration(program, c->facts, s, statement)))
            return true;
    }
    return false;
}
