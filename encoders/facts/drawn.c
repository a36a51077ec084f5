/* Which columns hold numbers that were drawn from a counter in another table. */
#include "facts/drawn.h"

#include <stdlib.h>
#include <string.h>

/* An integer as a wider one. */
static const ip_expr *integer_value(const ip_expr *e)
{
    const ip_expr *value = ip_program_expr_value(e);
    return value->type.kind == e->type.kind ? value : e;
}

const ip_expr *ip_facts_resolved(const ip_program *program, const ip_expr *e)
{
    for (e = integer_value(e);
         e->kind == IP_EXPR_VARIABLE && program->variables.items[e->index].kind == IP_VAR_EXPR &&
         program->variables.items[e->index].type.kind == program->variables.items[e->index].expr->type.kind;)
        e = integer_value(program->variables.items[e->index].expr);
    return e;
}

bool ip_facts_surely_same(const ip_program *program, const ip_expr *a, const ip_expr *b)
{
    a = ip_facts_resolved(program, a);
    b = ip_facts_resolved(program, b);
    if (a->kind != b->kind)
        return false;
    if (a->kind == IP_EXPR_PARAMETER)
        return a->index == b->index;
    if (a->kind == IP_EXPR_VARIABLE)
        return a->index == b->index && program->variables.items[a->index].loop < 0;
    if (a->kind == IP_EXPR_INTEGER)
        return strcmp(a->text, b->text) == 0;
    return false;
}

/* column, column + literal or column - literal: the literal, "0" for none; NULL for anything else. */
static const char *offset_of(ip_arena *arena, const ip_expr *e, int column)
{
    if (e->kind == IP_EXPR_COLUMN && e->source == 0 && e->index == column)
        return "0";
    if (e->kind != IP_EXPR_OPERATOR || (e->op != IP_OP_ADD && e->op != IP_OP_SUB))
        return NULL;
    const ip_expr *base = e->args[0], *literal = e->args[1];
    if (base->kind != IP_EXPR_COLUMN || base->source != 0 || base->index != column || literal->kind != IP_EXPR_INTEGER)
        return NULL;
    if (e->op == IP_OP_ADD)
        return literal->text;
    return literal->text[0] == '-' ? literal->text + 1 : ip_arena_printf(arena, "-%s", literal->text);
}

/* Whether component c of the inserted key comes from a counter; fills *drawn. */
static bool drawn_component(ip_arena *arena, const ip_facts *facts, const ip_program *program,
                            const ip_statement *insert, int c, ip_drawn_key *drawn)
{
    const ip_table *table = insert->sources.items[0].table;
    const ip_table_facts *t = &facts->tables[table->id];
    const ip_expr *value = ip_facts_resolved(program, insert->assignments[t->key[c]]);
    if (value->kind != IP_EXPR_VARIABLE || table->columns.items[t->key[c]].type.kind != IP_INTEGER)
        return false;
    const ip_variable *variable = &program->variables.items[value->index];
    if (variable->kind != IP_VAR_RESULT || variable->loop >= 0)
        return false;
    const ip_statement *update = &program->statements.items[variable->statement];
    if (update->kind != IP_UPDATE || update->sources.count != 1 || update->loop >= 0)
        return false;
    const ip_table *counter = update->sources.items[0].table;
    const ip_table_facts *counter_facts = &facts->tables[counter->id];
    const ip_output *output = &update->outputs.items[variable->index];
    for (int column = 0; column < counter->columns.count; column++) {
        const ip_column *declared = &counter->columns.items[column];
        if (!counter_facts->columns[column].monotone || !declared->not_null || declared->type.kind != IP_INTEGER ||
            !update->assignments[column] || !output->expr)
            continue;
        /* The value must be the instance's first read of the counter: no own increment before. */
        for (int s = 0; s < update->id; s++)
            if (ip_facts_statement_writes(&program->statements.items[s], counter, column))
                return false;
        const char *offset = offset_of(arena, output->expr, column);
        if (!offset || !counter_facts->key_count)
            continue;
        int *row = IP_NEW_ARRAY(arena, int, counter_facts->key_count);
        for (int k = 0; k < counter_facts->key_count; k++) {
            const ip_expr *term = ip_facts_equated_term(update->sources.items[0].filter, 0, counter_facts->key[k]);
            row[k] = -1;
            for (int i = 0; term && i < t->key_count; i++)
                if (i != c &&
                    table->columns.items[t->key[i]].type.kind ==
                        counter->columns.items[counter_facts->key[k]].type.kind &&
                    ip_facts_surely_same(program, term, insert->assignments[t->key[i]]))
                    row[k] = i;
            if (row[k] < 0)
                return false;
        }
        *drawn = (ip_drawn_key){counter, column, offset, c, row};
        return true;
    }
    return false;
}

static bool equal_draws(const ip_facts *facts, const ip_drawn_key *a, const ip_drawn_key *b)
{
    if (a->counter != b->counter || a->column != b->column || a->component != b->component ||
        strcmp(a->offset, b->offset) != 0)
        return false;
    for (int k = 0; k < facts->tables[a->counter->id].key_count; k++)
        if (a->row[k] != b->row[k])
            return false;
    return true;
}

void ip_facts_drawn_keys_find(ip_arena *arena, ip_facts *facts, const ip_program *const *programs, int count)
{
    bool *other = IP_NEW_ARRAY(arena, bool, facts->schema->tables.count); /* some rows are inserted in another way */
    for (int p = 0; p < count; p++)
        for (int s = 0; s < programs[p]->statements.count; s++) {
            const ip_statement *statement = &programs[p]->statements.items[s];
            if (statement->kind == IP_UNKNOWN)
                for (int q = 0; q < statement->sources.count; q++)
                    if (!statement->sources.items[q].reads_only)
                        other[statement->sources.items[q].table->id] = true;
            if (statement->kind != IP_INSERT)
                continue;
            int table = statement->sources.items[0].table->id;
            ip_table_facts *t = &facts->tables[table];
            ip_drawn_key drawn = {0};
            bool found = false;
            for (int c = 0; c < t->key_count && !found; c++)
                found = drawn_component(arena, facts, programs[p], statement, c, &drawn);
            if (!found || (t->drawn.counter && !equal_draws(facts, &t->drawn, &drawn)))
                other[table] = true;
            t->drawn = drawn;
        }
    for (int t = 0; t < facts->schema->tables.count; t++)
        if (other[t])
            facts->tables[t].drawn = (ip_drawn_key){0};
}
