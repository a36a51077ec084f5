/* Which changes suffice: counterexample by counterexample, each change that breaks it, and the cheapest choice among
 * all. */
#include "advice/fix_search.h"

#include "advice/cheaper_choice.h"
#include "advice/cover.h"

#include <limits.h>
#include <string.h>

/* Counterexample-guided: the cheapest changes that help at each cycle found so far are applied to the text, the text is
 * read and decided again, and the remaining cycles show where more changes are needed (as in inductive synthesis;
 * Solar-Lezama et al., ASPLOS 2006). A remaining cycle depends only on its own programs, so changes in others do not
 * remove it: it needs one more change that helps one of its statements. If there is no such change, the search is over.
 *
 * Few programs are decided faster than all: a choice is first tried on each set of programs that had a cycle before. */

enum { CYCLES_A_QUESTION = 8, MOST_QUESTIONS = 300, FEW_PROGRAMS = 2 };
/* A choice that suffices is made cheaper only if that takes little more work than its proof took. */
static const double IMPROVEMENT_TIMES = 2;
static const double SEARCH_PART = 0.3; /* for one level */
static const double PART_OF_PROGRAMS = 0.06;

/* One after the other, until one finds something: the first is the cheapest to ask about. */
typedef enum means { TEXT_ONLY, LEVELS_TOO, LAST_RESORTS_TOO } means;

/* Programs that are asked about by themselves. */
typedef struct probe {
    const bool *members; /* [programs] */
    int size;
    bool *tried_all;                             /* with all changes at once */
    IP_VEC(const bool *) safe_with, unsafe_with; /* choices, of candidates that concern them; unsafe: with a cycle */
} probe;

/* The programs of a cycle of an earlier choice, which is asked about by itself. */
typedef struct known_cycle {
    const int *programs; /* [length] */
    int length;
    const bool *members;                     /* [programs] */
    bool *tried_all;                         /* with all changes at once */
    IP_VEC(const bool *) there_with, absent; /* choices, of candidates that concern the members */
} known_cycle;

typedef struct search {
    ip_fix_trial trial;
    int questions;
    means means;
    const bool *members;              /* [programs]: those that are to be safe together */
    const ip_level_result *unchanged; /* known of the unchanged programs; NULL: nothing more */
    bool hopeless;                    /* for some cycle nothing helps */
    int too_much;                     /* a choice has to cost less, with weakened locks */
    bool improves;                    /* a sufficient choice was found */
    double most_work;                 /* of the solver, for a question that ended with a proof */
    ip_arena *arena;
    ip_cover cover;
    bool *barred;
    IP_VEC(known_cycle) cycles;
    IP_VEC(probe) probes; /* smallest first, all programs last */
} search;

static ip_candidate *candidate(const search *s, int c)
{
    return &s->trial.workshop->candidates.items[c];
}

static bool compatible(const void *data, int a, int b)
{
    const search *s = data;
    return !ip_advice_candidates_overlap(candidate(s, a), candidate(s, b));
}

/* ---------------------------------------------------------------- clauses -- */

/* Whether the candidate helps at the place of the changed program's statement. */
static bool helps(const search *s, const ip_candidate *one, const ip_changed *changed, int program,
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
static bool is_helpful(const search *s, const ip_candidate *one, const ip_changed *changed, const ip_anomaly *anomaly)
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

static void add_clause(search *s, const ip_changed *changed, const bool *chosen, const ip_anomaly *anomaly)
{
    ip_clause clause = {0};
    bool hope = false;
    for (int c = 0; c < s->cover.count; c++)
        if (!chosen[c] && candidate(s, c)->weaker_than < 0 && is_helpful(s, candidate(s, c), changed, anomaly)) {
            IP_PUSH(s->arena, &clause.some, c);
            hope = hope || !s->barred[c];
        }
    s->hopeless = s->hopeless || !hope;
    IP_PUSH(s->arena, &s->cover.clauses, clause);
}

/* Not all of these together. */
static void exclude(search *s, const bool *chosen)
{
    ip_clause clause = {0};
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c])
            IP_PUSH(s->arena, &clause.not_all, c);
    s->hopeless = s->hopeless || !clause.not_all.count;
    IP_PUSH(s->arena, &s->cover.clauses, clause);
}

/* ----------------------------------------------------------------- probes -- */

static int size_of(const search *s, const bool *members)
{
    int size = 0;
    for (int p = 0; p < s->trial.mixtures->program_count; p++)
        size += members[p];
    return size;
}

static void add_probe(search *s, const bool *members)
{
    size_t bytes = sizeof *members * (size_t)s->trial.mixtures->program_count;
    for (int i = 0; i < s->probes.count; i++)
        if (memcmp(s->probes.items[i].members, members, bytes) == 0)
            return;
    bool *copy = IP_NEW_ARRAY(s->arena, bool, s->trial.mixtures->program_count);
    memcpy(copy, members, bytes);
    probe new = {.members = copy, .size = size_of(s, members), .tried_all = IP_NEW(s->arena, bool)};
    IP_PUSH(s->arena, &s->probes, new);
    for (int at = s->probes.count - 1; at > 0 && s->probes.items[at - 1].size > new.size; at--) {
        s->probes.items[at] = s->probes.items[at - 1];
        s->probes.items[at - 1] = new;
    }
}

static void add_first_probes(search *s)
{
    int n = s->trial.mixtures->program_count;
    bool *members = IP_NEW_ARRAY(s->arena, bool, n);
    for (int p = 0; p < n; p++) {
        if (!s->members[p] || ip_advice_mixtures_elsewhere(s->trial.mixtures, p))
            continue;
        members[p] = true;
        add_probe(s, members);
        members[p] = false;
    }
    add_probe(s, s->members);
}

/* [programs] */
static bool *members_of(const search *s, const ip_changed *changed, const ip_anomaly *anomaly)
{
    bool *members = IP_NEW_ARRAY(s->arena, bool, s->trial.mixtures->program_count);
    for (int i = 0; i < anomaly->instance_count; i++)
        members[ip_advice_changed_index(changed, s->trial.mixtures->program_count, anomaly->instances[i].program)] =
            true;
    return members;
}

static bool is_known(const search *s, const int *programs, int length)
{
    for (int c = 0; c < s->cycles.count; c++)
        if (ip_advice_is_same_vector(s->cycles.items[c].programs, s->cycles.items[c].length, programs, length))
            return true;
    return false;
}

static void add_known_cycle(search *s, const ip_changed *changed, const ip_anomaly *anomaly)
{
    int *programs = IP_NEW_ARRAY(s->arena, int, anomaly->instance_count), length = anomaly->instance_count;
    for (int i = 0; i < length; i++)
        programs[i] = ip_advice_changed_index(changed, s->trial.mixtures->program_count, anomaly->instances[i].program);
    if (is_known(s, programs, length))
        return;
    const known_cycle new = {.programs = programs,
                             .length = length,
                             .members = members_of(s, changed, anomaly),
                             .tried_all = IP_NEW(s->arena, bool)};
    IP_PUSH(s->arena, &s->cycles, new);
}

/* The part of a choice that concerns these programs. */
static bool *concerning(const search *s, const bool *members, const bool *chosen)
{
    bool *part = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    for (int c = 0; c < s->cover.count; c++)
        for (int p = 0; chosen[c] && p < s->trial.mixtures->program_count; p++)
            part[c] = part[c] || (members[p] && ip_advice_candidate_touches(candidate(s, c), p));
    return part;
}

static bool is_one_of(const search *s, const bool *const *parts, int count, const bool *part)
{
    for (int i = 0; i < count; i++)
        if (memcmp(parts[i], part, sizeof *part * (size_t)s->cover.count) == 0)
            return true;
    return false;
}

/* ------------------------------------------------------------- questions -- */

static bool is_over(const search *s)
{
    return s->hopeless || s->questions >= MOST_QUESTIONS || ip_advice_mixtures_effort_is_spent(s->trial.mixtures);
}

/* A candidate whose text alone cannot be read is never chosen again; otherwise these cannot be combined. */
static void blame(search *s, ip_arena *arena, const bool *chosen)
{
    bool found = false;
    bool *alone = IP_NEW_ARRAY(arena, bool, s->cover.count);
    for (int c = 0; c < s->cover.count; c++) {
        ip_changed changed;
        if (!chosen[c])
            continue;
        alone[c] = true;
        if (!ip_advice_changed_read(s->trial.mixtures->run, arena, &s->trial.workshop->candidates, alone, &changed)) {
            candidate(s, c)->broken = s->barred[c] = true;
            found = true;
        }
        alone[c] = false;
    }
    if (!found)
        exclude(s, chosen);
}

static ip_level_result decide(search *s, ip_side_question *side, const ip_changed *changed, const bool *members,
                              const bool *chosen, int enough)
{
    ip_effort given = ip_advice_mixtures_effort_share(s->trial.mixtures);
    if (s->improves && given.left > IMPROVEMENT_TIMES * s->most_work)
        given.left = IMPROVEMENT_TIMES * s->most_work;
    ip_effort remains = given;
    s->questions++;
    ip_level_result result = ip_advice_trial_decide(&s->trial, side, changed, members, chosen, enough, &remains);
    if (result.verdict == IP_SAFE && given.left - remains.left > s->most_work)
        s->most_work = given.left - remains.left;
    return result;
}

static bool has_place_beside(const search *s, const bool *chosen, int c)
{
    bool place = !s->barred[c];
    for (int other = 0; other < s->cover.count && place; other++)
        place = !chosen[other] || compatible(s, c, other);
    return place;
}

static bool is_spent(const void *data)
{
    const search *s = data;
    return ip_advice_mixtures_effort_is_spent(s->trial.mixtures);
}

/* All changes of these programs at once that only exclude executions, beside the chosen ones. */
static bool *all_with(const search *s, const bool *members, const bool *chosen)
{
    bool *all = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    memcpy(all, chosen, sizeof *all * (size_t)s->cover.count);
    for (int c = 0; c < s->cover.count; c++)
        for (int p = 0;
             p < s->trial.mixtures->program_count && !all[c] && ip_advice_candidate_only_excludes(candidate(s, c)); p++)
            all[c] = members[p] && ip_advice_candidate_touches(candidate(s, c), p) && has_place_beside(s, all, c);
    return all;
}

/* Programs that have a cycle for the first time, with everything done at once: a cycle that is left asks for something
 * else, whatever is chosen of these. of: that cycle alone; NULL: each. */
static void try_all(search *s, const bool *members, const bool *chosen, const known_cycle *of)
{
    ip_side_question side;
    ip_changed changed;
    const bool *all = all_with(s, members, chosen);
    ip_advice_side_question_open(&side);
    if (ip_advice_changed_read(s->trial.mixtures->run, side.arena, &s->trial.workshop->candidates, all, &changed)) {
        const ip_anomaly *cycle =
            of ? ip_advice_trial_cycle(&s->trial, &side, &changed, members, all, of->programs, of->length, false)
               : NULL;
        ip_level_result result =
            of ? (ip_level_result){0} : decide(s, &side, &changed, members, all, CYCLES_A_QUESTION);
        if (cycle)
            add_clause(s, &changed, all, cycle);
        for (int a = 0; a < result.anomalies.count; a++)
            add_clause(s, &changed, all, &result.anomalies.items[a]);
    }
    ip_advice_side_question_close(&side);
}

/* Is the cycle still there with these changes? Then adds a clause, unless learn is false. */
static bool is_there(search *s, ip_side_question *side, const ip_changed *changed, int index, const bool *chosen,
                     bool learn)
{
    known_cycle *of = &s->cycles.items[index];
    const bool *part = concerning(s, of->members, chosen);
    if (is_one_of(s, of->absent.items, of->absent.count, part))
        return false;
    if (!learn && is_one_of(s, of->there_with.items, of->there_with.count, part))
        return true;
    s->questions++;
    const ip_anomaly *cycle =
        ip_advice_trial_cycle(&s->trial, side, changed, of->members, chosen, of->programs, of->length, false);
    if (!cycle) {
        IP_PUSH(s->arena, &of->absent, part);
        return false;
    }
    IP_PUSH(s->arena, &of->there_with, part);
    if (learn)
        add_clause(s, changed, chosen, cycle);
    if (learn && s->means != LEVELS_TOO && !*of->tried_all) {
        *of->tried_all = true;
        try_all(s, of->members, chosen, of);
    }
    return true;
}

/* Which cycles of earlier choices these changes leave: each of them is learned from. */
static bool has_known_cycle(search *s, ip_side_question *side, const ip_changed *changed, const bool *chosen,
                            bool learn)
{
    bool any = false;
    for (int c = 0; c < s->cycles.count && (learn || !any) && !is_spent(s); c++)
        any = is_there(s, side, changed, c, chosen, learn) || any;
    return any;
}

/* If the programs are not safe with these changes, adds clauses and probes, unless learn is false. */
static bool is_probe_safe(search *s, ip_side_question *side, const ip_changed *changed, int index, const bool *chosen,
                          bool learn)
{
    const bool *part = concerning(s, s->probes.items[index].members, chosen);
    probe *of = &s->probes.items[index];
    if (is_one_of(s, of->safe_with.items, of->safe_with.count, part))
        return true;
    if (!learn && is_one_of(s, of->unsafe_with.items, of->unsafe_with.count, part))
        return false;
    /* Two programs rarely have several cycles, and looking for more takes most of the time. */
    int enough = learn && of->size > FEW_PROGRAMS ? CYCLES_A_QUESTION : 1;
    ip_level_result result = decide(s, side, changed, of->members, chosen, enough);
    if (result.verdict == IP_SAFE) {
        IP_PUSH(s->arena, &of->safe_with, part);
        return true;
    }
    if (result.anomalies.count)
        IP_PUSH(s->arena, &of->unsafe_with, part);
    const probe asked = *of; /* others may come before it */
    bool least = false;
    for (int a = 0; learn && a < result.anomalies.count; a++) {
        const bool *members = members_of(s, changed, &result.anomalies.items[a]);
        add_clause(s, changed, chosen, &result.anomalies.items[a]);
        add_known_cycle(s, changed, &result.anomalies.items[a]);
        add_probe(s, members);
        least = size_of(s, members) == asked.size || least;
    }
    if (least && s->means != LEVELS_TOO && !*asked.tried_all) {
        *asked.tried_all = true;
        try_all(s, asked.members, chosen, NULL);
    }
    if (learn && !result.anomalies.count)
        exclude(s, part);
    return false;
}

/* Are all programs safe with these changes? To learn more, those of the smaller probes are asked about first. */
static bool is_safe_with(search *s, const bool *chosen, bool learn)
{
    ip_side_question side;
    ip_advice_side_question_open(&side);
    ip_changed changed;
    bool safe =
        ip_advice_changed_read(s->trial.mixtures->run, side.arena, &s->trial.workshop->candidates, chosen, &changed);
    if (!safe && learn)
        blame(s, side.arena, chosen);
    safe = safe && !has_known_cycle(s, &side, &changed, chosen, learn);
    for (int i = learn ? 0 : s->probes.count - 1; i < s->probes.count && safe; i++)
        safe = !ip_advice_mixtures_effort_is_spent(s->trial.mixtures) &&
               is_probe_safe(s, &side, &changed, i, chosen, learn);
    ip_advice_side_question_close(&side);
    return safe;
}

static bool suffices(void *data, const bool *chosen)
{
    return is_safe_with(data, chosen, false);
}

/* Where the snapshot is taken before the wait for a lock, a lock on rows that no program changes has no effect. */
static bool snapshot_after_wait(const search *s, const ip_candidate *one)
{
    for (int h = 0; h < one->helped.count; h++) {
        int level = ip_advice_mixtures_level(s->trial.mixtures, one->helped.items[h].program, s->trial.level);
        if (ip_level_has_statement_snapshots(s->trial.mixtures->levels[level]))
            return true;
    }
    return false;
}

/* Levels are only raised, from the level that all the others run at. Of locks on one place the strongest is tried: if
 * that does not help, none does. */
static void bar(search *s)
{
    bool new_rows = ip_level_rereads_locked_rows(s->trial.mixtures->levels[s->trial.level]);
    for (int c = 0; c < s->cover.count; c++) {
        const ip_candidate *one = candidate(s, c);
        s->barred[c] = one->broken || one->weaker_than >= 0 || (one->conflicts_only && new_rows) ||
                       (one->waits_only && !snapshot_after_wait(s, one)) ||
                       (one->last_resort && s->means != LAST_RESORTS_TOO) ||
                       (one->raised_program >= 0 && (s->means != LEVELS_TOO || one->raised_level <= s->trial.level));
    }
}

/* With fewer raised than the allocation has above the level. */
static int most_raised(const search *s, const ip_advice *advice)
{
    int above = 0;
    for (int p = 0; p < s->trial.mixtures->program_count; p++) {
        bool weak = ip_advice_mixtures_elsewhere(s->trial.mixtures, p);
        for (int l = 0; !weak && advice->allocations.count && l <= s->trial.level; l++)
            weak = weak ||
                   strcmp(advice->allocations.items[0].levels[p], ip_level_name(s->trial.mixtures->levels[l])) == 0;
        above += !weak;
    }
    return above - 1;
}

/* With levels raised: whether more programs run at the weak level than without changes of the text. If not, the
 * allocation is better. */
static bool is_worth_it(const search *s, const bool *chosen, const ip_advice *advice)
{
    int raised = 0, changed = 0;
    for (int c = 0; c < s->cover.count; c++) {
        raised += chosen[c] && candidate(s, c)->raised_program >= 0;
        changed += chosen[c] && candidate(s, c)->raised_program < 0;
    }
    return !raised || (changed && raised <= most_raised(s, advice));
}

/* No choice that costs as much or more is cheap enough if this one, the cheapest, is not even if all its locks were
 * weakened like the program that gains most by it. */
static bool is_cheap_enough(const search *s, const bool *chosen)
{
    double cost = 0, gain = 1;
    for (int c = 0; c < s->cover.count; c++) {
        int weaker = ip_advice_weaker_lock(&s->trial.workshop->candidates, &s->cover, c, c, true);
        cost += chosen[c] ? s->cover.costs[c] : 0;
        if (weaker >= 0 && s->cover.costs[weaker] < gain * s->cover.costs[c])
            gain = (double)s->cover.costs[weaker] / s->cover.costs[c];
    }
    return cost * gain < s->too_much;
}

/* The cycles that the level is known to have. */
static void begin_with(search *s, const ip_level_result *unchanged)
{
    bool *none = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    const ip_workload *workload = s->trial.mixtures->workload;
    const ip_changed changed = {.arena = s->arena, .programs = (const ip_program **)workload->programs.items};
    for (int a = 0; a < unchanged->anomalies.count; a++) {
        add_clause(s, &changed, none, &unchanged->anomalies.items[a]);
        add_known_cycle(s, &changed, &unchanged->anomalies.items[a]);
        add_probe(s, members_of(s, &changed, &unchanged->anomalies.items[a]));
    }
}

static bool find(search *s, means means, const ip_advice *advice, bool *chosen)
{
    bool found = false;
    s->cover.most_scarce = most_raised(s, advice);
    if (means == LEVELS_TOO && s->cover.most_scarce < 1)
        return false;
    s->means = means;
    bar(s);
    s->hopeless = false;
    if (s->unchanged)
        begin_with(s, s->unchanged);
    s->unchanged = NULL;
    while (!found && !is_over(s) && ip_advice_cover_cheapest(s->arena, &s->cover, chosen) && is_cheap_enough(s, chosen))
        found = is_safe_with(s, chosen, true);
    s->improves = found;
    if (found) {
        const ip_sufficient_choice choice = {
            &s->trial.workshop->candidates, &s->cover, s->arena, suffices, is_spent, s};
        ip_advice_remove_needless_changes(&choice, chosen);
        ip_advice_weaken_locks(&choice, chosen);
    }
    s->improves = false;
    return found && is_worth_it(s, chosen, advice);
}

static search new_search(const ip_fix_trial *trial, int less_than, const bool *members)
{
    ip_arena *arena = ip_arena_new();
    const ip_candidates *candidates = &trial->workshop->candidates;
    int *costs = IP_NEW_ARRAY(arena, int, candidates->count);
    bool *raises = IP_NEW_ARRAY(arena, bool, candidates->count);
    search s = {.trial = *trial,
                .members = members,
                .too_much = less_than,
                .arena = arena,
                .barred = IP_NEW_ARRAY(arena, bool, candidates->count)};
    for (int c = 0; c < candidates->count; c++) {
        costs[c] = candidates->items[c].fix.cost;
        raises[c] = candidates->items[c].raised_program >= 0;
    }
    s.cover = (ip_cover){
        .count = candidates->count, .costs = costs, .barred = s.barred, .scarce = raises, .compatible = compatible};
    return s;
}

const bool *ip_advice_find_fixes(const ip_fix_trial *trial, const ip_level_result *unchanged, int less_than,
                                 ip_advice *advice)
{
    ip_arena *arena = trial->mixtures->arena;
    bool *all = IP_NEW_ARRAY(arena, bool, trial->mixtures->program_count);
    bool *chosen = IP_NEW_ARRAY(arena, bool, trial->workshop->candidates.count);
    memset(all, true, sizeof *all * (size_t)trial->mixtures->program_count);
    search s = new_search(trial, less_than, all);
    s.unchanged = unchanged;
    s.cover.data = &s;
    ip_advice_mixtures_give_effort(trial->mixtures, SEARCH_PART);
    add_first_probes(&s);
    bool found = find(&s, TEXT_ONLY, advice, chosen) || find(&s, LEVELS_TOO, advice, chosen) ||
                 find(&s, LAST_RESORTS_TOO, advice, chosen);
    bool given_up = !s.hopeless && is_over(&s);
    advice->fixes_complete = advice->fixes_complete && (found || !given_up);
    ip_arena_free(s.arena);
    return found ? chosen : NULL;
}

const bool *ip_advice_find_fixes_of(const ip_fix_trial *trial, const bool *members, const ip_advice *advice)
{
    bool *chosen = IP_NEW_ARRAY(trial->mixtures->arena, bool, trial->workshop->candidates.count);
    search s = new_search(trial, INT_MAX, members);
    s.cover.data = &s;
    ip_advice_mixtures_give_effort(trial->mixtures, PART_OF_PROGRAMS);
    add_first_probes(&s);
    bool found = find(&s, TEXT_ONLY, advice, chosen) || find(&s, LAST_RESORTS_TOO, advice, chosen);
    ip_arena_free(s.arena);
    return found ? chosen : NULL;
}
