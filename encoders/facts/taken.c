/* Finds programs that take rows in the order of their numbers (taken.h): the query that returns the least number of a
 * group, and the DELETE of that row. */
#include "facts/taken.h"

#include "facts/drawn.h"

/* One row is read or deleted for each that matches, and nothing lets the program go on without that. */
static bool is_plain(const ip_statement *s)
{
    return s->sources.count == 1 && !s->limited && !s->uncertain && !s->caught && !s->sources.items[0].passes_over &&
           !s->sources.items[0].newest && s->sources.items[0].filter;
}

/* Both stand in the same iteration of the same loops, where a variable has one value. */
static bool is_same(const ip_program *program, const ip_expr *a, const ip_expr *b)
{
    a = ip_facts_resolved(program, a);
    b = ip_facts_resolved(program, b);
    return ip_facts_surely_same(program, a, b) ||
           (a->kind == IP_EXPR_VARIABLE && b->kind == IP_EXPR_VARIABLE && a->index == b->index);
}

static bool returns_least(const ip_statement *read, int index, int column)
{
    const ip_output *output = &read->outputs.items[index];
    const ip_expr *order = read->order_expr;
    if (!output->expr || output->expr->kind != IP_EXPR_COLUMN || output->expr->index != column)
        return false;
    return output->aggregate == IP_AGG_MIN ||
           (order && !read->order_descending && order->kind == IP_EXPR_COLUMN && order->index == column);
}

/* The query looks at the rows that have the deleted row's values in the other columns of the key. */
static bool looks_at_group(const ip_facts *facts, const ip_program *program, const ip_statement *read,
                           const ip_table *table, const ip_taking *taking)
{
    const ip_table_facts *t = &facts->tables[table->id];
    const ip_expr *filter = read->sources.items[0].filter;
    if (ip_facts_conjunct_count(filter) != t->key_count - 1)
        return false;
    for (int k = 0; k < t->key_count; k++) {
        if (k == t->drawn.component)
            continue;
        const ip_expr *term = ip_facts_equated_term(filter, 0, t->key[k]);
        if (!term || term->collated || !is_same(program, term, taking->columns[k]))
            return false;
    }
    return true;
}

static bool inserts_into(const ip_program *program, const ip_table *table)
{
    for (int s = 0; s < program->statements.count; s++)
        if (program->statements.items[s].kind == IP_INSERT &&
            program->statements.items[s].sources.items[0].table == table)
            return true;
    return false;
}

bool ip_facts_taking_find(ip_arena *arena, const ip_facts *facts, const ip_program *program, const ip_statement *remove,
                          ip_taking *taking)
{
    if (remove->kind != IP_DELETE || !is_plain(remove))
        return false;
    const ip_table *table = remove->sources.items[0].table;
    const ip_table_facts *t = &facts->tables[table->id];
    const ip_expr *filter = remove->sources.items[0].filter;
    if (!t->drawn.counter || table->emptied || table->own || table->temporary || table->others || table->outside ||
        ip_facts_conjunct_count(filter) != t->key_count || inserts_into(program, table))
        return false;
    *taking = (ip_taking){.columns = IP_NEW_ARRAY(arena, const ip_expr *, t->key_count)};
    for (int k = 0; k < t->key_count; k++) {
        taking->columns[k] = ip_facts_equated_term(filter, 0, t->key[k]);
        if (!taking->columns[k] || taking->columns[k]->collated)
            return false;
    }
    taking->number = ip_facts_resolved(program, taking->columns[t->drawn.component]);
    if (taking->number->kind != IP_EXPR_VARIABLE)
        return false;
    const ip_variable *v = &program->variables.items[taking->number->index];
    if (v->kind != IP_VAR_RESULT || v->statement < 0 || v->statement >= remove->id)
        return false;
    const ip_statement *read = &program->statements.items[v->statement];
    taking->read = read->id;
    return read->kind == IP_SELECT && read->loop == remove->loop && is_plain(read) &&
           read->sources.items[0].table == table && returns_least(read, v->index, t->key[t->drawn.component]) &&
           looks_at_group(facts, program, read, table, taking);
}
