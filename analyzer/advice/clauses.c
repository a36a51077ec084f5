/* From cycles to clauses over changes. */
#include "advice/clauses.h"

/* Whether the candidate helps at the place of the changed program's statement. */
static bool helps(const ip_fix_search *s, const ip_candidate *one, const ip_changed *changed, int program,
                  const ip_statement *statement, bool writes)
{
    const ip_program *original = s->trial.mixtures->workload->programs.items[program];
    for (int h = 0; h < one->helped.count; h++) {
        const ip_helped *helped = &one->helped.items[h];
        if (helped->program == program && helped->writes == writes &&
            ip_advice_changed_from(changed, statement, &original->statements.items[helped->statement]))
            return true;
    }
    return one->raised_program == program;
}

/* A change at a statement where the anomaly reads what is then overwritten, or overwrites what was read. */
static bool is_helpful(const ip_fix_search *s, const ip_candidate *one, const ip_changed *changed,
                       const ip_anomaly *anomaly)
{
    int n = s->trial.mixtures->program_count;
    for (int d = 0; d < anomaly->instance_count; d++) {
        const ip_dependency *dependency = &anomaly->dependencies[d];
        const ip_program *reader = anomaly->instances[dependency->from].program;
        const ip_program *writer = anomaly->instances[dependency->to].program;
        if (dependency->type == IP_RW && (helps(s, one, changed, ip_advice_changed_index(changed, n, reader),
                                                &reader->statements.items[dependency->from_statement], false) ||
                                          helps(s, one, changed, ip_advice_changed_index(changed, n, writer),
                                                &writer->statements.items[dependency->to_statement], true)))
            return true;
    }
    return false;
}

ip_clause ip_advice_clause_of(const ip_fix_search *s, ip_arena *arena, const ip_changed *changed, const bool *chosen,
                              const ip_anomaly *cycle, bool *hope)
{
    ip_clause clause = {0};
    *hope = false;
    for (int c = 0; c < s->cover.count; c++) {
        const ip_candidate *one = ip_advice_search_candidate(s, c);
        if (!chosen[c] && one->weaker_than < 0 && is_helpful(s, one, changed, cycle)) {
            IP_PUSH(arena, &clause.some, c);
            *hope = *hope || !s->barred[c];
        }
    }
    return clause;
}

void ip_advice_clause_add(ip_fix_search *s, const ip_clause *clause, bool hope)
{
    ip_clause own = {0};
    for (int i = 0; i < clause->some.count; i++)
        IP_PUSH(s->arena, &own.some, clause->some.items[i]);
    s->hopeless = s->hopeless || !hope;
    IP_PUSH(s->arena, &s->cover.clauses, own);
}

void ip_advice_clause_exclude(ip_fix_search *s, const bool *chosen)
{
    ip_clause clause = {0};
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c])
            IP_PUSH(s->arena, &clause.not_all, c);
    s->hopeless = s->hopeless || !clause.not_all.count;
    IP_PUSH(s->arena, &s->cover.clauses, clause);
}
