/* Which changes suffice: counterexample by counterexample, each change that breaks it, and the cheapest choice among
 * all. */
#include "advice/fix_search.h"

#include "advice/cheaper_choice.h"
#include "advice/choice_questions.h"

#include <limits.h>
#include <string.h>

/* Counterexample-guided: the cheapest changes that help at each cycle found so far are applied to the text, the text is
 * read and decided again, and the remaining cycles show where more changes are needed (as in inductive synthesis;
 * Solar-Lezama et al., ASPLOS 2006). A remaining cycle depends only on its own programs, so changes in others do not
 * remove it: it needs one more change that helps one of its statements. If there is no such change, the search is over.
 */

enum { MOST_QUESTIONS = 300 };
static const double SEARCH_PART = 0.3; /* for one level */
static const double PART_OF_PROGRAMS = 0.025;

ip_candidate *ip_advice_search_candidate(const ip_fix_search *s, int c)
{
    return &s->trial.workshop->candidates.items[c];
}

bool ip_advice_search_compatible(const void *data, int a, int b)
{
    const ip_fix_search *s = data;
    return !ip_advice_candidates_overlap(ip_advice_search_candidate(s, a), ip_advice_search_candidate(s, b));
}

static bool is_over(const ip_fix_search *s)
{
    return s->hopeless || s->questions >= MOST_QUESTIONS || ip_advice_mixtures_effort_is_spent(s->trial.mixtures);
}

static bool suffices(void *data, const bool *chosen)
{
    return ip_advice_choice_suffices(data, chosen);
}

static bool is_spent(const void *data)
{
    const ip_fix_search *s = data;
    return ip_advice_mixtures_effort_is_spent(s->trial.mixtures);
}

/* Where the snapshot is taken before the wait for a lock, a lock on rows that no program changes has no effect. */
static bool snapshot_after_wait(const ip_fix_search *s, const ip_candidate *one)
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
static void bar(ip_fix_search *s)
{
    bool new_rows = ip_level_rereads_locked_rows(s->trial.mixtures->levels[s->trial.level]);
    for (int c = 0; c < s->cover.count; c++) {
        const ip_candidate *one = ip_advice_search_candidate(s, c);
        s->barred[c] = one->broken || one->weaker_than >= 0 || (one->conflicts_only && new_rows) ||
                       (one->waits_only && !snapshot_after_wait(s, one)) ||
                       (one->last_resort && s->means != IP_LAST_RESORTS_TOO) ||
                       (one->raised_program >= 0 && (s->means != IP_LEVELS_TOO || one->raised_level <= s->trial.level));
    }
}

/* With fewer raised than the allocation has above the level. */
static int most_raised(const ip_fix_search *s, const ip_advice *advice)
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
static bool is_worth_it(const ip_fix_search *s, const bool *chosen, const ip_advice *advice)
{
    int raised = 0, changed = 0;
    for (int c = 0; c < s->cover.count; c++) {
        raised += chosen[c] && ip_advice_search_candidate(s, c)->raised_program >= 0;
        changed += chosen[c] && ip_advice_search_candidate(s, c)->raised_program < 0;
    }
    return !raised || (changed && raised <= most_raised(s, advice));
}

/* No choice that costs as much or more is cheap enough if this one, the cheapest, is not even if all its locks were
 * weakened like the program that gains most by it. */
static bool is_cheap_enough(const ip_fix_search *s, const bool *chosen)
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

static bool find(ip_fix_search *s, ip_fix_means means, const ip_advice *advice, bool *chosen)
{
    bool found = false;
    s->cover.most_scarce = most_raised(s, advice);
    if (means == IP_LEVELS_TOO && s->cover.most_scarce < 1)
        return false;
    s->means = means;
    bar(s);
    s->hopeless = false;
    if (s->unchanged)
        ip_advice_choice_know(s, s->unchanged);
    s->unchanged = NULL;
    while (!found && !is_over(s) && ip_advice_cover_cheapest(s->arena, &s->cover, chosen) && is_cheap_enough(s, chosen))
        found = ip_advice_choice_is_safe(s, chosen);
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

static ip_fix_search new_search(const ip_fix_trial *trial, ip_arena *arena, int less_than, const bool *members)
{
    const ip_candidates *candidates = &trial->workshop->candidates;
    int *costs = IP_NEW_ARRAY(arena, int, candidates->count);
    bool *raises = IP_NEW_ARRAY(arena, bool, candidates->count);
    ip_fix_search s = {.trial = *trial,
                       .members = members,
                       .too_much = less_than,
                       .arena = arena,
                       .barred = IP_NEW_ARRAY(arena, bool, candidates->count)};
    for (int c = 0; c < candidates->count; c++) {
        costs[c] = candidates->items[c].fix.cost;
        raises[c] = candidates->items[c].raised_program >= 0;
    }
    s.cover = (ip_cover){.count = candidates->count,
                         .costs = costs,
                         .barred = s.barred,
                         .scarce = raises,
                         .compatible = ip_advice_search_compatible};
    return s;
}

static ip_fix_search of_all(const ip_fix_trial *trial, ip_arena *arena, int less_than)
{
    bool *all = IP_NEW_ARRAY(trial->mixtures->arena, bool, trial->mixtures->program_count);
    memset(all, true, sizeof *all * (size_t)trial->mixtures->program_count);
    ip_advice_mixtures_give_effort(trial->mixtures, SEARCH_PART);
    return new_search(trial, arena, less_than, all);
}

ip_begun_search *ip_advice_begin_fixes(const ip_fix_trial *trial)
{
    ip_arena *arena = trial->mixtures->arena;
    const int count = trial->workshop->candidates.count;
    ip_begun_search *begun = IP_NEW(arena, ip_begun_search);
    static const ip_advice none;
    begun->chosen = IP_NEW_ARRAY(arena, bool, count);
    begun->broken = IP_NEW_ARRAY(arena, bool, count);
    begun->state = of_all(trial, arena, INT_MAX);
    begun->state.trial.proved = IP_NEW(arena, ip_proved_choices);
    begun->state.cover.data = &begun->state;
    ip_advice_choice_begin(&begun->state);
    begun->found = find(&begun->state, IP_TEXT_ONLY, &none, begun->chosen);
    begun->left = trial->mixtures->left;
    begun->proof = trial->mixtures->proof;
    for (int c = 0; c < count; c++)
        begun->broken[c] = ip_advice_search_candidate(&begun->state, c)->broken;
    return begun;
}

void ip_advice_know_begun(const ip_fix_trial *trial, const ip_begun_search *begun)
{
    ip_advice_trial_keep_proofs(trial, begun->state.trial.proved);
    trial->mixtures->proof = begun->proof;
    for (int c = 0; c < begun->state.cover.count; c++)
        trial->workshop->candidates.items[c].broken = begun->broken[c];
}

/* In the process that made it or in another one. */
static ip_fix_search take_up(const ip_fix_trial *trial, const ip_begun_search *begun, int less_than)
{
    ip_fix_search s = begun->state;
    const double proof = trial->mixtures->proof;
    s.arena = ip_arena_new();
    s.trial = *trial;
    s.too_much = less_than;
    ip_advice_know_begun(trial, begun);
    trial->mixtures->left = begun->left;
    trial->mixtures->proof = begun->proof > proof ? begun->proof : proof;
    return s;
}

const bool *ip_advice_find_fixes(const ip_fix_trial *trial, const ip_begun_search *begun,
                                 const ip_level_result *unchanged, int less_than, ip_advice *advice)
{
    bool *chosen = IP_NEW_ARRAY(trial->mixtures->arena, bool, trial->workshop->candidates.count), found;
    ip_fix_search s = begun ? take_up(trial, begun, less_than) : of_all(trial, ip_arena_new(), less_than);
    s.cover.data = &s;
    if (begun) {
        memcpy(chosen, begun->chosen, sizeof *chosen * (size_t)s.cover.count);
        found = begun->found && ip_advice_candidates_cost(&trial->workshop->candidates, chosen) < less_than;
    } else {
        s.unchanged = unchanged;
        ip_advice_choice_begin(&s);
        found = find(&s, IP_TEXT_ONLY, advice, chosen);
    }
    found = found || find(&s, IP_LEVELS_TOO, advice, chosen) || find(&s, IP_LAST_RESORTS_TOO, advice, chosen);
    bool given_up = !s.hopeless && is_over(&s);
    advice->fixes_complete = advice->fixes_complete && (found || !given_up);
    ip_arena_free(s.arena);
    return found ? chosen : NULL;
}

const bool *ip_advice_find_fixes_of(const ip_fix_trial *trial, const bool *members)
{
    static const ip_advice none;
    bool *chosen = IP_NEW_ARRAY(trial->mixtures->arena, bool, trial->workshop->candidates.count);
    ip_fix_search s = new_search(trial, ip_arena_new(), INT_MAX, members);
    s.cover.data = &s;
    ip_advice_mixtures_give_effort(trial->mixtures, PART_OF_PROGRAMS);
    ip_advice_choice_begin(&s);
    bool found = find(&s, IP_TEXT_ONLY, &none, chosen) || find(&s, IP_LAST_RESORTS_TOO, &none, chosen);
    ip_arena_free(s.arena);
    return found ? chosen : NULL;
}
