/* Follows numbers of sequences: through variables, results, and columns that programs set to them. */
#include "facts/ordered.h"

#include <string.h>

typedef struct finder {
    ip_arena *arena;
    const char ***columns; /* [table][column]: the sequence of its numbers; NULL: none */
    bool *seen;            /* [variable]: visited; variables refer to each other around loops, and after each IF */
    bool fresh;            /* only numbers that the program draws itself: no columns but those of its INSERTs */
} finder;

static const char *number_in(const finder *f, const ip_program *p, const ip_statement *s, const ip_expr *e);

static const char *number_of_variable(const finder *f, const ip_program *p, int index)
{
    if (f->seen[index])
        return NULL;
    f->seen[index] = true;
    const ip_variable *v = &p->variables.items[index];
    if (v->kind == IP_VAR_EXPR)
        return number_in(f, p, NULL, v->expr);
    if (v->kind != IP_VAR_RESULT || v->statement < 0)
        return NULL;
    const ip_statement *s = &p->statements.items[v->statement];
    const ip_output *output = v->index < s->outputs.count ? &s->outputs.items[v->index] : NULL;
    bool counts = output && (output->aggregate == IP_AGG_COUNT || output->aggregate == IP_AGG_EXISTS);
    return output && output->expr && !counts ? number_in(f, p, s, output->expr) : NULL;
}

/* The value itself, or a value that grows with it; a comparison's result does not. */
static const char *number_in(const finder *f, const ip_program *p, const ip_statement *s, const ip_expr *e)
{
    if (e->type.kind == IP_BOOLEAN && !e->type.array)
        return NULL;
    if (e->kind == IP_EXPR_UNKNOWN && e->sequence)
        return e->sequence;
    if (e->kind == IP_EXPR_VARIABLE)
        return number_of_variable(f, p, e->index);
    if (e->kind == IP_EXPR_COLUMN && f->fresh && !(s && s->kind == IP_INSERT))
        return NULL;
    if (e->kind == IP_EXPR_COLUMN)
        return s && e->source < s->sources.count ? f->columns[s->sources.items[e->source].table->id][e->index] : NULL;
    const char *found = NULL;
    for (int i = 0; i < e->arg_count && !found; i++)
        found = number_in(f, p, s, e->args[i]);
    return found;
}

static const char *number(finder *f, const ip_program *p, const ip_statement *s, const ip_expr *e)
{
    for (int i = 0; i < p->variables.count; i++)
        f->seen[i] = false;
    return number_in(f, p, s, e);
}

/* A number that was drawn here and is compared for equality with something that is no number of the sequence, such as a
 * count or an argument: the number itself then decides what the program does. NULL: it is no such number. */
static const char *equated(finder *f, const ip_program *p, const ip_ordered_value *value)
{
    f->fresh = true;
    const char *drawn = number(f, p, NULL, value->value), *other;
    f->fresh = false;
    other = drawn ? number(f, p, NULL, value->equal_to) : NULL;
    return other && strcmp(drawn, other) == 0 ? NULL : drawn;
}

/* Marks the columns that the statement sets to numbers. true: there are new ones. */
static bool set_columns(finder *f, const ip_program *p, const ip_statement *s)
{
    bool any = false;
    if ((s->kind != IP_INSERT && s->kind != IP_UPDATE) || !s->assignments)
        return false;
    const ip_table *table = s->sources.items[0].table;
    for (int c = 0; c < table->columns.count; c++) {
        if (!s->assignments[c] || f->columns[table->id][c])
            continue;
        f->columns[table->id][c] = number(f, p, s, s->assignments[c]);
        any = any || f->columns[table->id][c];
    }
    return any;
}

/* The statement is the query of a loop that EXIT may leave. */
static bool stops_early(const ip_program *p, ip_range statement)
{
    bool stops = false;
    for (int i = 0; i < p->loops.count; i++) {
        const ip_loop *loop = &p->loops.items[i];
        if (loop->kind != IP_LOOP_QUERY || !loop->may_stop_early)
            continue;
        ip_range query = p->statements.items[loop->query].range;
        stops = stops || (query.source == statement.source && query.begin == statement.begin);
    }
    return stops;
}

static void add(finder *f, ip_ordered_numbers *found, ip_ordered_number number)
{
    for (int i = 0; i < found->count; i++)
        if (found->items[i].program == number.program && strcmp(found->items[i].sequence, number.sequence) == 0)
            return;
    IP_PUSH(f->arena, found, number);
}

ip_ordered_numbers ip_facts_ordered_numbers_find(ip_arena *arena, const ip_schema *schema,
                                                 const ip_program *const *programs, int count)
{
    ip_ordered_numbers found = {0};
    finder f = {.arena = arena};
    f.columns = IP_NEW_ARRAY(arena, const char **, schema->tables.count);
    for (int t = 0; t < schema->tables.count; t++)
        f.columns[t] = IP_NEW_ARRAY(arena, const char *, schema->tables.items[t]->columns.count);
    int most = 1;
    for (int p = 0; p < count; p++)
        most = programs[p]->variables.count > most ? programs[p]->variables.count : most;
    f.seen = IP_NEW_ARRAY(arena, bool, most);
    for (bool more = true; more;) {
        more = false;
        for (int p = 0; p < count; p++)
            for (int s = 0; s < programs[p]->statements.count; s++)
                more = set_columns(&f, programs[p], &programs[p]->statements.items[s]) || more;
    }
    for (int p = 0; p < count; p++)
        for (int i = 0; i < programs[p]->ordered.count; i++) {
            const ip_ordered_value *value = &programs[p]->ordered.items[i];
            bool all = value->sorted && !stops_early(programs[p], value->statement);
            const char *sequence = all               ? NULL
                                   : value->equal_to ? equated(&f, programs[p], value)
                                   : value->table    ? f.columns[value->table->id][value->column]
                                                     : number(&f, programs[p], NULL, value->value);
            /* Times and transactions' numbers are no counts: to be equal to one, or far from it, tells nothing. */
            bool rises = sequence == ip_program_clock_times || sequence == ip_program_transaction_numbers;
            if (rises && (value->calculated || value->equal_to))
                continue;
            const ip_sequence_rule *rule = sequence && !rises ? ip_catalog_sequence_rule_named(schema, sequence) : NULL;
            sequence = rule ? rule->name : sequence;
            if (sequence)
                add(&f, &found,
                    (ip_ordered_number){p, value->range, sequence, value->calculated, value->equal_to != NULL});
        }
    return found;
}
