/* Finds tables whose rows are numbered by the greatest number of their group plus one (appended.h): the query that
 * returns the greatest number, and the INSERT of the next one. */
#include "facts/appended.h"

#include "facts/drawn.h"

#include <stdlib.h>
#include <string.h>

static bool is_literal(const ip_expr *e, long long *value)
{
    if (e->kind != IP_EXPR_INTEGER || strlen(e->text) > 17)
        return false;
    *value = strtoll(e->text, NULL, 10);
    return true;
}

/* The variable is the greatest value of an integer column, from a statement before the INSERT. That statement may lock
 * the row with this value: no transaction changes the number, so it is the snapshot's. Columns that it orders by after
 * the number do not matter. A statement in a loop gives its value directly only to an INSERT in the same loop, which
 * ip_facts_append_find refuses (once). */
static bool is_greatest(const ip_program *program, const ip_statement *insert, const ip_expr *e, ip_append *append)
{
    e = ip_facts_resolved(program, e);
    if (e->kind != IP_EXPR_VARIABLE)
        return false;
    const ip_variable *v = &program->variables.items[e->index];
    if (v->kind != IP_VAR_RESULT || v->statement < 0 || v->statement >= insert->id)
        return false;
    const ip_statement *s = &program->statements.items[v->statement];
    if (s->sources.count != 1 || s->limited || s->uncertain || s->sources.items[0].passes_over)
        return false;
    const ip_output *output = &s->outputs.items[v->index];
    if (!output->expr || output->expr->kind != IP_EXPR_COLUMN)
        return false;
    const ip_expr *order = s->order_expr;       /* of aggregates and groups: NULL */
    bool max = output->aggregate == IP_AGG_MAX; /* of groups: IP_AGG_OTHER, as of FILTER */
    bool last = order && s->order_descending && order->kind == IP_EXPR_COLUMN && order->index == output->expr->index;
    if (!max && !last)
        return false;
    append->read = s->id;
    append->column = output->expr->index;
    return true;
}

/* The variable, plus one. */
static bool is_next(const ip_program *program, const ip_statement *insert, const ip_expr *e, ip_append *append)
{
    e = ip_facts_resolved(program, e);
    for (int side = 0; side < 2 && e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_ADD; side++) {
        long long step;
        const ip_expr *start = ip_facts_resolved(program, e->args[side]);
        if (!is_literal(ip_facts_resolved(program, e->args[1 - side]), &step) || step != 1)
            continue;
        if (is_greatest(program, insert, start, append))
            return true;
        if (start->kind == IP_EXPR_OPERATOR && start->op == IP_OP_COALESCE && start->arg_count == 2 &&
            is_literal(ip_facts_resolved(program, start->args[1]), &append->start) &&
            is_greatest(program, insert, start->args[0], append)) {
            append->start++;
            append->starts = true;
            return true;
        }
    }
    return false;
}

/* Or a first number, if there is none. */
static bool is_number(const ip_program *program, const ip_statement *insert, const ip_expr *e, ip_append *append)
{
    e = ip_facts_resolved(program, e);
    if (e->kind != IP_EXPR_OPERATOR)
        return false;
    ip_append asked = {0};
    bool coalesce = e->op == IP_OP_COALESCE && e->arg_count == 2;
    bool branch = e->op == IP_OP_IF && e->args[0]->kind == IP_EXPR_OPERATOR && e->args[0]->op == IP_OP_IS_NULL &&
                  is_greatest(program, insert, e->args[0]->args[0], &asked);
    if (!coalesce && !branch)
        return is_next(program, insert, e, append);
    const ip_expr *next = e->args[coalesce ? 0 : 2], *first = e->args[1];
    if (!is_next(program, insert, next, append) || append->starts || (branch && asked.read != append->read) ||
        !is_literal(ip_facts_resolved(program, first), &append->start))
        return false;
    append->starts = true;
    return true;
}

/* The statement reads the rows that have the inserted row's values in the key's other columns. */
static bool looks_at_group(const ip_program *program, const ip_statement *insert, const ip_append *append,
                           const ip_key *key)
{
    const ip_table *table = insert->sources.items[0].table;
    const ip_row_source *source = &program->statements.items[append->read].sources.items[0];
    for (int i = 0; i < key->column_count; i++) {
        int c = key->columns[i];
        const ip_column *column = &table->columns.items[c];
        if (!ip_facts_stored_as_given(insert->assignments[c], column->type) || (!column->not_null && !key->primary))
            return false;
        if (c == append->column)
            continue;
        const ip_expr *term = source->filter ? ip_facts_equated_term(source->filter, 0, c) : NULL;
        if (!term || term->collated || !ip_facts_surely_same(program, term, insert->assignments[c]))
            return false;
    }
    int compared =
        source->filter && !ip_program_expr_is_true(source->filter) ? ip_facts_conjunct_count(source->filter) : 0;
    return compared == key->column_count - 1;
}

/* The INSERT runs whenever the read does: a path of its own says what EXIT leaves out. */
static bool runs_with(ip_arena *arena, const ip_program *program, const ip_statement *read, const ip_statement *insert)
{
    return !insert->path || (read->path && strcmp(ip_program_expr_text(arena, read->path, program, read),
                                                  ip_program_expr_text(arena, insert->path, program, insert)) == 0);
}

static bool same_path(ip_arena *arena, const ip_program *program, const ip_statement *read, const ip_statement *insert)
{
    return !read->path || (insert->path && strcmp(ip_program_expr_text(arena, read->path, program, read),
                                                  ip_program_expr_text(arena, insert->path, program, insert)) == 0);
}

bool ip_facts_append_find(ip_arena *arena, const ip_program *program, const ip_statement *insert, ip_append *append)
{
    const ip_table *table = insert->sources.items[0].table;
    *append = (ip_append){0};
    if (insert->kind != IP_INSERT || insert->uncertain || insert->caught)
        return false;
    for (int k = 0; k < table->keys.count; k++)
        for (int i = 0; i < table->keys.items[k].column_count; i++) {
            int column = table->keys.items[k].columns[i];
            *append = (ip_append){.key = k};
            if (table->columns.items[column].type.kind != IP_INTEGER ||
                !is_number(program, insert, insert->assignments[column], append) || append->column != column ||
                program->statements.items[append->read].sources.items[0].table != table)
                continue;
            const ip_statement *read = &program->statements.items[append->read];
            const ip_loop *loop = insert->loop < 0 ? NULL : &program->loops.items[insert->loop];
            bool once = !loop || (loop->parent < 0 && loop->kind == IP_LOOP_QUERY && loop->query == read->id &&
                                  read->aggregated && runs_with(arena, program, read, insert));
            if (once && same_path(arena, program, read, insert) &&
                looks_at_group(program, insert, append, &table->keys.items[k]))
                return true;
        }
    return false;
}

void ip_facts_appended_tables_find(ip_arena *arena, ip_facts *facts, const ip_program *const *programs, int count)
{
    bool *other = IP_NEW_ARRAY(arena, bool, facts->schema->tables.count); /* some rows are inserted in another way */
    ip_append *common = IP_NEW_ARRAY(arena, ip_append, facts->schema->tables.count);
    bool *known = IP_NEW_ARRAY(arena, bool, facts->schema->tables.count);
    for (int p = 0; p < count; p++)
        for (int s = 0; s < programs[p]->statements.count; s++) {
            const ip_statement *statement = &programs[p]->statements.items[s];
            if (statement->kind != IP_INSERT)
                continue;
            int table = statement->sources.items[0].table->id;
            ip_append append, *all = &common[table];
            if (!ip_facts_append_find(arena, programs[p], statement, &append)) {
                other[table] = true;
                continue;
            }
            bool differs = known[table] && (append.key != all->key || append.column != all->column ||
                                            (append.starts && all->starts && append.start != all->start));
            other[table] = other[table] || differs;
            if (!known[table] || append.starts)
                *all = append;
            known[table] = true;
        }
    for (int t = 0; t < facts->schema->tables.count; t++) {
        const ip_table *table = facts->schema->tables.items[t];
        bool appended = known[t] && !other[t] && !facts->tables[t].deleted && !table->own && !table->temporary &&
                        !table->others && !table->outside;
        for (int i = 0; appended && i < table->keys.items[common[t].key].column_count; i++)
            appended = !facts->tables[t].columns[table->keys.items[common[t].key].columns[i]].updated;
        facts->tables[t].appended = appended;
    }
}
