#include "advice/fix_search.h"

#include "advice/changed.h"
#include "advice/cover.h"
#include "base/clock.h"

#include <string.h>

/* Counterexample-guided: the cheapest changes that help at each cycle found so far are made in the text, the text is
 * read and decided again, and what is left teaches where more is needed (as inductive synthesis does; Solar-Lezama et
 * al., ASPLOS 2006). A cycle that a set of changes leaves is one of the programs on it, so it is there whatever is
 * changed in others: it asks for one more change that helps one of its statements. */

enum { CYCLES_A_QUESTION = 8, MOST_QUESTIONS = 400 };
static const double LARGEST_PART = 0.2;

typedef struct search {
    ip_inquiry *inquiry;
    ip_workshop *workshop;
    int level, questions;
    ip_arena *arena;
    ip_cover cover;
    bool *barred;
} search;

static ip_candidate *candidate(const search *s, int c)
{
    return &s->workshop->candidates.items[c];
}

static bool overlap(const ip_candidate *a, const ip_candidate *b)
{
    for (int i = 0; i < a->claimed.count; i++)
        for (int j = 0; j < b->claimed.count; j++) {
            const ip_range *x = &a->claimed.items[i], *y = &b->claimed.items[j];
            if (x->source == y->source && x->begin < y->end && y->begin < x->end)
                return true;
        }
    return a->raised_program >= 0 && a->raised_program == b->raised_program;
}

static bool compatible(const void *data, int a, int b)
{
    const search *s = data;
    return !overlap(candidate(s, a), candidate(s, b));
}

/* ---------------------------------------------------------------- clauses -- */

static int index_of(const ip_changed *changed, int count, const ip_program *program)
{
    for (int p = 0; p < count; p++)
        if (changed->programs[p] == program)
            return p;
    return -1;
}

/* Does the candidate help where the statement of the changed program stands? */
static bool helps(const search *s, const ip_candidate *one, const ip_changed *changed, int program,
                  const ip_statement *statement, bool writes)
{
    const ip_program *original = s->inquiry->workload->programs.items[program];
    for (int h = 0; h < one->helped.count; h++) {
        const ip_helped *helped = &one->helped.items[h];
        if (helped->program == program && helped->writes == writes &&
            ip_changed_from(changed, statement, &original->statements.items[helped->statement]))
            return true;
    }
    return one->raised_program == program;
}

static bool touches(const ip_candidate *one, int program)
{
    if (!one->fix.program || one->raised_program == program)
        return true;
    for (int h = 0; h < one->helped.count; h++)
        if (one->helped.items[h].program == program)
            return true;
    return false;
}

static void add_clause(search *s, const ip_changed *changed, const bool *chosen, const ip_anomaly *anomaly)
{
    ip_clause clause = {0};
    int n = s->inquiry->program_count;
    for (int c = 0; c < s->cover.count; c++) {
        bool helpful = false;
        for (int d = 0; d < anomaly->instance_count && !helpful; d++) {
            const ip_dependency *dependency = &anomaly->dependencies[d];
            if (dependency->type != IP_RW)
                continue;
            const ip_program *reader = anomaly->instances[dependency->from].program;
            const ip_program *writer = anomaly->instances[dependency->to].program;
            helpful = helps(s, candidate(s, c), changed, index_of(changed, n, reader),
                            &reader->statements.items[dependency->from_statement], false) ||
                      helps(s, candidate(s, c), changed, index_of(changed, n, writer),
                            &writer->statements.items[dependency->to_statement], true);
        }
        bool member = false;
        for (int i = 0; i < anomaly->instance_count && !member; i++)
            member = touches(candidate(s, c), index_of(changed, n, anomaly->instances[i].program));
        if (helpful && !chosen[c])
            IP_PUSH(s->arena, &clause.some, c);
        if (member && chosen[c])
            IP_PUSH(s->arena, &clause.not_all, c);
    }
    /* Another choice of what was made already is a way out only where nothing is left to be added. */
    for (int i = 0; i < clause.some.count; i++)
        if (!s->barred[clause.some.items[i]]) {
            clause.not_all.count = 0;
            break;
        }
    if (!clause.not_all.count && !clause.some.count)
        s->questions = MOST_QUESTIONS; /* nothing helps */
    IP_PUSH(s->arena, &s->cover.clauses, clause);
}

/* Not all of these together. */
static void exclude(search *s, const bool *chosen)
{
    ip_clause clause = {0};
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c])
            IP_PUSH(s->arena, &clause.not_all, c);
    if (!clause.not_all.count)
        s->questions = MOST_QUESTIONS;
    IP_PUSH(s->arena, &s->cover.clauses, clause);
}

/* ------------------------------------------------------------- questions -- */

static bool is_out_of_time(const search *s)
{
    return s->questions >= MOST_QUESTIONS || ip_inquiry_time_is_up(s->inquiry);
}

static const ip_level **levels_with(const search *s, ip_arena *arena, const bool *chosen)
{
    int n = s->inquiry->program_count;
    const ip_level **levels = IP_NEW_ARRAY(arena, const ip_level *, n);
    for (int p = 0; p < n; p++)
        levels[p] = s->inquiry->levels[s->level];
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c] && candidate(s, c)->raised_program >= 0)
            levels[candidate(s, c)->raised_program] = s->inquiry->levels[candidate(s, c)->raised_level];
    return levels;
}

/* A candidate whose text cannot be read by itself is never chosen again; else these do not go together. */
static void blame(search *s, ip_arena *arena, const bool *chosen)
{
    bool found = false;
    bool *alone = IP_NEW_ARRAY(arena, bool, s->cover.count);
    for (int c = 0; c < s->cover.count; c++) {
        ip_changed changed;
        if (!chosen[c])
            continue;
        alone[c] = true;
        if (!ip_changed_read(s->inquiry->run, arena, &s->workshop->candidates, alone, &changed)) {
            candidate(s, c)->broken = s->barred[c] = true;
            found = true;
        }
        alone[c] = false;
    }
    if (!found)
        exclude(s, chosen);
}

/* Are all programs safe with these changes? If not, clauses say what is missing; learn false: nothing is learnt. */
static bool is_safe_with(search *s, const bool *chosen, bool learn)
{
    ip_aside aside;
    ip_aside_open(&aside);
    ip_changed changed;
    bool safe = false;
    s->questions++;
    if (ip_changed_read(s->inquiry->run, aside.arena, &s->workshop->candidates, chosen, &changed)) {
        double limit = ip_clock() + LARGEST_PART * s->inquiry->time_limit;
        ip_aside_question question = {.schema = &changed.workload->schema,
                                      .programs = changed.programs,
                                      .count = s->inquiry->program_count,
                                      .levels = levels_with(s, aside.arena, chosen),
                                      .few = CYCLES_A_QUESTION,
                                      .deadline = limit < s->inquiry->deadline ? limit : s->inquiry->deadline};
        ip_level_result result = ip_aside_ask(&aside, s->inquiry->run, &question);
        safe = result.verdict == IP_SAFE;
        for (int a = 0; learn && a < result.anomalies.count; a++)
            add_clause(s, &changed, chosen, &result.anomalies.items[a]);
        if (learn && !safe && !result.anomalies.count)
            exclude(s, chosen);
    } else if (learn) {
        blame(s, aside.arena, chosen);
    }
    ip_aside_close(&aside);
    return safe;
}

/* Clauses were learnt beside other choices: what is not needed in this one goes, dearest first. */
static void minimise(search *s, bool *chosen)
{
    bool *tried = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    for (;;) {
        int dearest = -1;
        for (int c = 0; c < s->cover.count; c++)
            if (chosen[c] && !tried[c] && (dearest < 0 || s->cover.costs[c] > s->cover.costs[dearest]))
                dearest = c;
        if (dearest < 0 || ip_inquiry_time_is_up(s->inquiry))
            return;
        tried[dearest] = true;
        chosen[dearest] = false;
        if (!is_safe_with(s, chosen, false))
            chosen[dearest] = true;
    }
}

static void add_set(search *s, const bool *chosen, ip_advice *advice)
{
    ip_fix_set set = {.level = ip_level_name(s->inquiry->levels[s->level]), .verdict = IP_SAFE};
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c])
            IP_PUSH(s->inquiry->arena, &set.fixes, candidate(s, c)->fix);
    IP_PUSH(s->inquiry->arena, &advice->fix_sets, set);
}

/* Levels are only raised, from the one that all the others run at. */
static void bar(search *s, bool raise)
{
    for (int c = 0; c < s->cover.count; c++)
        s->barred[c] = candidate(s, c)->broken ||
                       (candidate(s, c)->raised_program >= 0 && (!raise || candidate(s, c)->raised_level <= s->level));
}

/* With levels raised: is there more at the weak level than without any change of the text? If not, this is nothing that
 * the allocation does not say better. */
static bool is_worth_it(const search *s, const bool *chosen, const ip_advice *advice)
{
    int raised = 0, changed = 0, weak = 0;
    for (int c = 0; c < s->cover.count; c++) {
        raised += chosen[c] && candidate(s, c)->raised_program >= 0;
        changed += chosen[c] && candidate(s, c)->raised_program < 0;
    }
    for (int p = 0; advice->allocations.count && p < s->inquiry->program_count; p++)
        weak += strcmp(advice->allocations.items[0].levels[p], ip_level_name(s->inquiry->levels[s->level])) == 0;
    return !raised || (changed && s->inquiry->program_count - raised > weak);
}

static bool find(ip_inquiry *inquiry, ip_workshop *workshop, int level, bool raise, ip_advice *advice)
{
    ip_arena *arena = ip_arena_new();
    int count = workshop->candidates.count;
    int *costs = IP_NEW_ARRAY(arena, int, count);
    bool *chosen = IP_NEW_ARRAY(arena, bool, count), found = false;
    search s = {.inquiry = inquiry,
                .workshop = workshop,
                .level = level,
                .arena = arena,
                .barred = IP_NEW_ARRAY(arena, bool, count)};
    s.cover = (ip_cover){.count = count, .costs = costs, .barred = s.barred, .compatible = compatible, .data = &s};
    for (int c = 0; c < count; c++)
        costs[c] = workshop->candidates.items[c].fix.cost;
    bar(&s, raise);
    while (!found && !is_out_of_time(&s) && ip_cover_cheapest(arena, &s.cover, chosen))
        found = is_safe_with(&s, chosen, true);
    if (found)
        minimise(&s, chosen);
    found = found && is_worth_it(&s, chosen, advice);
    if (found)
        add_set(&s, chosen, advice);
    ip_arena_free(arena);
    return found;
}

bool ip_find_fixes(ip_inquiry *inquiry, ip_workshop *workshop, int level, ip_advice *advice)
{
    return find(inquiry, workshop, level, false, advice) || find(inquiry, workshop, level, true, advice);
}

/* ------------------------------------------------------------ candidates -- */

static void find_raised_levels(ip_workshop *w, const ip_inquiry *inquiry)
{
    for (int p = 0; p < inquiry->program_count; p++)
        for (int l = 1; l < inquiry->level_count; l++) {
            const char *level = ip_level_name(inquiry->levels[l]);
            int c = ip_candidate_add(w, "raise-level", p, -1, IP_COST_RAISE_LEVEL + l,
                                     ip_arena_printf(w->arena, "run it at %s", level));
            w->candidates.items[c].raised_program = p;
            w->candidates.items[c].raised_level = l;
        }
}

void ip_find_candidates(ip_workshop *w, const ip_inquiry *inquiry)
{
    ip_find_single_statements(w);
    ip_find_merges(w);
    ip_find_locks(w);
    ip_find_parent_locks(w);
    ip_find_constraints(w);
    ip_find_promotions(w);
    ip_find_advisory_locks(w);
    find_raised_levels(w, inquiry);
}
