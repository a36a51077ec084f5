/* Chooses the programs that are set apart, and decides the others without them. */
#include "decide/apart.h"

#include "proofs/pairs.h"
#include "facts/appended.h"
#include "facts/drawn.h"

#include <string.h>

/* Accesses to the state that this table represents. */
static bool does_outside(const ip_program *program, const ip_table *table, bool writes)
{
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *statement = &program->statements.items[s];
        for (int q = 0; q < statement->sources.count; q++) {
            const ip_row_source *source = &statement->sources.items[q];
            if (source->table == table && !(writes ? source->reads_only : source->writes_only))
                return true;
        }
    }
    return false;
}

/* Without all readers, or without all writers, the state causes no dependencies: the smaller group is set apart. */
static void choose_of_outside(const ip_decision_input *in, const ip_table *table, bool *apart)
{
    int count[2] = {0, 0};
    for (int p = 0; p < in->program_count; p++)
        for (int writes = 0; writes < 2; writes++)
            count[writes] += !apart[p] && does_outside(in->programs[p], table, writes);
    for (int p = 0; p < in->program_count && count[0] && count[1]; p++)
        apart[p] = apart[p] || does_outside(in->programs[p], table, count[1] < count[0]);
}

/* In a component of up to so many programs none is set apart. */
enum { MOST_TOGETHER = 8 };

static bool any_larger(const ip_components *components, int count)
{
    for (int i = 0; i < components->count; i++)
        if (components->items[i].conflicts && components->items[i].programs.count > count)
            return true;
    return false;
}

/* The first statement that may write most tables: a call of a function that no file creates, for example. */
static const ip_statement *most_tables(const ip_decision_input *in, const ip_program *program)
{
    int stored = 0;
    for (int t = 0; t < in->schema->tables.count; t++)
        stored += !in->schema->tables.items[t]->outside;
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *statement = &program->statements.items[s];
        int named = 0;
        for (int q = 0; q < statement->sources.count; q++)
            named += !statement->sources.items[q].table->outside && !statement->sources.items[q].reads_only;
        if (statement->kind == IP_UNKNOWN && statement->why_unknown && stored > 2 && 2 * named > stored)
            return statement;
    }
    return NULL;
}

/* Each question about such a program takes long, and few of its anomalies can be run. Where they are few, the search
 * for safe sets leaves them out. */
static void choose_not_understood(const ip_decision_input *in, const ip_component *component, bool *apart)
{
    int count = 0;
    for (int i = 0; i < component->programs.count; i++)
        count += most_tables(in, in->programs[component->programs.items[i]]) != NULL;
    for (int i = 0; i < component->programs.count && 4 * count >= component->programs.count; i++) {
        const ip_program *program = in->programs[component->programs.items[i]];
        apart[component->programs.items[i]] |= program->broken || most_tables(in, program);
    }
}

const bool *ip_decide_apart_choose(const ip_decision_input *in, const ip_components *components)
{
    if (!in->parts || in->all_anomalies || in->elsewhere || in->spared_count)
        return NULL;
    bool *apart = IP_NEW_ARRAY(in->arena, bool, in->program_count);
    for (int i = 0; i < components->count; i++)
        if (components->items[i].conflicts && components->items[i].programs.count > MOST_TOGETHER)
            choose_not_understood(in, &components->items[i], apart);
    bool large = any_larger(components, IP_MOST_AT_ONCE);
    for (int p = 0; p < in->program_count && large; p++)
        apart[p] |= in->programs[p]->broken != NULL;
    for (int t = 0; t < in->schema->tables.count && large; t++)
        if (in->schema->tables.items[t]->outside)
            choose_of_outside(in, in->schema->tables.items[t], apart);
    int count = 0;
    for (int p = 0; p < in->program_count; p++)
        count += apart[p];
    return count && count < in->program_count ? apart : NULL;
}

const ip_facts *ip_decide_facts_without(const ip_decision_input *in, ip_arena *arena, const bool *left_out)
{
    const ip_program **programs = IP_NEW_ARRAY(arena, const ip_program *, in->program_count);
    int count = 0;
    for (int p = 0; p < in->program_count; p++)
        if (!left_out[p])
            programs[count++] = in->programs[p];
    ip_facts *facts =
        ip_facts_derive(arena, in->schema, programs, count, !in->rules[IP_RULE_COLUMNS], in->rules[IP_RULE_FRESH_KEYS]);
    ip_facts_drawn_keys_find(arena, facts, programs, count);
    ip_facts_appended_tables_find(arena, facts, programs, count);
    return facts;
}

ip_decision_input ip_decide_apart_rest(const ip_decision_input *in, const bool *apart, int *local)
{
    ip_decision_input rest = *in;
    const ip_program **programs = IP_NEW_ARRAY(in->arena, const ip_program *, in->program_count);
    const ip_level **levels = IP_NEW_ARRAY(in->arena, const ip_level *, in->program_count);
    ip_selection *selections = IP_NEW_ARRAY(in->arena, ip_selection, in->selection_count);
    rest.program_count = rest.selection_count = 0;
    for (int p = 0; p < in->program_count; p++) {
        local[p] = apart[p] ? -1 : rest.program_count;
        if (apart[p])
            continue;
        programs[rest.program_count] = in->programs[p];
        levels[rest.program_count++] = in->levels[p];
    }
    for (int i = 0; i < in->selection_count; i++) {
        const ip_selection *s = &in->selections[i];
        if (!apart[s->a] && !apart[s->b])
            selections[rest.selection_count++] = (ip_selection){s->level, local[s->a], local[s->b]};
    }
    rest.programs = programs;
    rest.levels = levels;
    rest.selections = selections;
    rest.facts = ip_decide_facts_without(in, in->arena, apart);
    return rest;
}

static const char *why_apart(const ip_decision_input *in, const ip_program *program)
{
    if (program->broken)
        return ip_arena_printf(in->arena, "it could not be read in full: %s", program->broken);
    if (most_tables(in, program))
        return most_tables(in, program)->why_unknown;
    for (int s = 0; s < program->statements.count; s++)
        for (int q = 0; q < program->statements.items[s].sources.count; q++)
            if (program->statements.items[s].sources.items[q].table->outside)
                return ip_arena_printf(in->arena, "it looks at %s, which no level isolates",
                                       program->statements.items[s].why_unknown);
    return NULL;
}

const char *ip_decide_apart_reason(const ip_decision_input *in, const bool *apart)
{
    for (int p = 0; p < in->program_count; p++)
        if (apart[p])
            return ip_arena_printf(in->arena, "%s: %s", in->programs[p]->name, why_apart(in, in->programs[p]));
    return NULL;
}

/* The components are those of all programs: a program that is set apart may share data with any of them. */
void ip_decide_apart_take(const ip_decision_input *in, const ip_components *components, const bool *apart,
                          const int *local, const ip_level_result *rest, ip_level_result *result)
{
    int *numbers = IP_NEW_ARRAY(in->arena, int, in->program_count);
    const char **why = IP_NEW_ARRAY(in->arena, const char *, in->program_count);
    result->anomalies = rest->anomalies;
    result->statistics = rest->statistics;
    result->searched_cycle_length = rest->searched_cycle_length;
    result->too_deep = rest->too_deep;
    for (int c = 0; c < components->count; c++)
        for (int i = 0; i < components->items[c].programs.count; i++)
            numbers[components->items[c].programs.items[i]] = c;
    for (int p = 0; p < in->program_count; p++)
        why[p] = apart[p] ? why_apart(in, in->programs[p]) : rest->unproved ? rest->unproved[local[p]] : NULL;
    result->components = numbers;
    result->unproved = why;
    for (int s = 0; s < rest->safe_sets.count; s++) {
        bool *own = IP_NEW_ARRAY(in->arena, bool, in->program_count);
        for (int p = 0; p < in->program_count; p++)
            own[p] = !apart[p] && rest->safe_sets.items[s][local[p]];
        const bool *set = own;
        IP_PUSH(in->arena, &result->safe_sets, set);
    }
}
