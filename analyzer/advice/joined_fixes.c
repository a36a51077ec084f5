/* Joins choices, and finds out for which programs the whole is proved. */
#include "advice/joined_fixes.h"

#include "advice/side_batch.h"

#include <string.h>

enum { OTHERS_TRIED = 16 };
static const double PART_OF_MEMBERS = 0.06;

/* ------------------------------------------------------------------- join -- */

/* Of two changes that cannot be made together, whether they are locks on one place, and the first does at least what
 * the second does. */
static bool replaces(const ip_candidates *candidates, int a, int b)
{
    const ip_candidate *one = &candidates->items[a], *other = &candidates->items[b];
    return other->weaker_than == a ||
           (one->weaker_than >= 0 && one->weaker_than == other->weaker_than && one->fix.cost >= other->fix.cost);
}

static bool add(const ip_candidates *candidates, bool *chosen, int c)
{
    for (int other = 0; other < candidates->count; other++) {
        if (!chosen[other] || other == c ||
            !ip_advice_candidates_overlap(&candidates->items[c], &candidates->items[other]))
            continue;
        if (replaces(candidates, other, c))
            return true;
        if (!replaces(candidates, c, other))
            return false;
        chosen[other] = false;
    }
    chosen[c] = true;
    return true;
}

bool ip_advice_join(const ip_fix_trial *trial, bool *chosen, const bool *more)
{
    const ip_candidates *candidates = &trial->workshop->candidates;
    size_t bytes = sizeof *chosen * (size_t)candidates->count;
    bool *before = IP_NEW_ARRAY(trial->mixtures->arena, bool, candidates->count);
    memcpy(before, chosen, bytes);
    for (int c = 0; c < candidates->count; c++)
        if (more[c] && !chosen[c] && !add(candidates, chosen, c)) {
            memcpy(chosen, before, bytes);
            return false;
        }
    return true;
}

/* ---------------------------------------------------------------- members -- */

typedef struct growth {
    const ip_fix_trial *trial;
    const bool *chosen;
    const ip_level_result *unchanged;
    ip_proved_members of;
    int tried;
} growth;

static bool is_benign(const growth *g, const ip_changed *changed, const ip_anomaly *cycle)
{
    for (int a = 0; a < g->unchanged->anomalies.count; a++) {
        const ip_anomaly *known = &g->unchanged->anomalies.items[a];
        if (known->replay.status == IP_REPLAY_CONFIRMED && !known->replay.observable &&
            known->replay.equal_serial_order && ip_advice_is_same_cycle(g->trial, changed, cycle, known))
            return true;
    }
    return false;
}

/* "possible phantom of add_to_cart, checkout" */
static const char *cycle_text(const growth *g, const ip_changed *changed, const ip_anomaly *cycle)
{
    ip_arena *arena = g->trial->mixtures->arena;
    const char *kind = ip_anomaly_kind_words(arena, ip_anomaly_kind_name(cycle->kind));
    const char *names = "";
    for (int i = 0; i < cycle->instance_count; i++)
        names = ip_arena_printf(arena, "%s%s%s", names, i ? ", " : "", cycle->instances[i].program->name);
    return ip_arena_printf(arena, "%s %s of %s",
                           is_benign(g, changed, cycle) ? "harmless, as far as found:" : "possible", kind, names);
}

static const char *why_not(const growth *g, const ip_changed *changed, const ip_level_result *result, int program)
{
    ip_arena *arena = g->trial->mixtures->arena;
    const char *known = g->unchanged->programs ? g->unchanged->programs[program].undecided_because : NULL;
    const ip_anomaly *cycle = result->anomalies.count ? &result->anomalies.items[0] : NULL;
    if (known && (!cycle || cycle->approximated))
        return known;
    if (cycle)
        return cycle_text(g, changed, cycle);
    return result->reason ? ip_arena_strdup(arena, result->reason) : "no proof was found";
}

/* What was found out about one program beside the members. */
typedef struct tried {
    bool safe;
    const char *why; /* NULL: it is safe */
    ip_effort given, remains;
    ip_proved_choices proved;
} tried;

/* Programs that are tried beside the same members. */
typedef struct attempt {
    const growth *g;
    const int *programs;
    ip_effort share; /* of each */
} attempt;

/* Is this program safe beside the members? */
static void *try_one(ip_mixtures *own, void *data, int number, ip_arena *arena)
{
    const attempt *a = data;
    const int program = a->programs[number], n = own->program_count;
    tried *answer = IP_NEW(arena, tried);
    ip_fix_trial trial = *a->g->trial;
    growth g = *a->g;
    ip_side_question side;
    ip_changed changed;
    trial.mixtures = own;
    trial.proved = &answer->proved;
    g.trial = &trial;
    *answer = (tried){.given = a->share, .remains = a->share};
    ip_advice_side_question_open(&side);
    if (ip_advice_changed_read(own->run, side.arena, &trial.workshop->candidates, g.chosen, &changed)) {
        bool *members = IP_NEW_ARRAY(arena, bool, n);
        memcpy(members, g.of.members, sizeof *members * (size_t)n);
        members[program] = true;
        ip_level_result result =
            ip_advice_trial_decide(&trial, &side, &changed, members, g.chosen, 1, 0, &answer->remains);
        answer->safe = result.verdict == IP_SAFE;
        answer->why = answer->safe ? NULL : why_not(&g, &changed, &result, program);
    }
    ip_advice_side_question_close(&side);
    return answer;
}

/* As if each were asked after the other: an answer about fewer members than there are by then does not count, nor an
 * answer that might have taken more effort than is left by then. The number of answers that count. */
static int take_answers(growth *g, const attempt *a, const ip_side_batch *batch)
{
    for (int i = 0; i < batch->count; i++) {
        const tried *one = batch->answers[i];
        if (i && ip_advice_mixtures_effort_share(g->trial->mixtures).left < a->share.left)
            return i;
        g->tried++;
        if (!one)
            continue;
        ip_advice_mixtures_take_effort(g->trial->mixtures, one->given, one->remains,
                                       one->safe ? IP_SAFE : IP_UNDECIDED);
        ip_advice_trial_keep_proofs(g->trial, &one->proved);
        g->of.members[a->programs[i]] = one->safe;
        g->of.why[a->programs[i]] = one->why ? ip_arena_strdup(g->trial->mixtures->arena, one->why) : NULL;
        if (one->safe)
            return i + 1;
    }
    return batch->count;
}

/* One after the other; several at a time where there are processes for that, since most are not safe. */
static void try_each(growth *g, const int *programs, int count)
{
    ip_mixtures *mixtures = g->trial->mixtures;
    const int jobs = mixtures->run->jobs > 1 ? mixtures->run->jobs : 1;
    for (int i = 0; i < count && g->tried < OTHERS_TRIED && !ip_advice_mixtures_effort_is_spent(mixtures);) {
        const ip_mixtures before = *mixtures;
        attempt a = {g, programs + i, ip_advice_mixtures_effort_share(mixtures)};
        int left = count - i < OTHERS_TRIED - g->tried ? count - i : OTHERS_TRIED - g->tried;
        ip_side_batch batch =
            ip_advice_side_batch_ask(mixtures, left < jobs ? left : jobs, IP_SIDE_IN_PROCESSES, try_one, &a);
        mixtures->left = before.left;
        mixtures->proof = before.proof;
        i += take_answers(g, &a, &batch);
        ip_advice_side_batch_close(&batch);
    }
}

/* Adds them all at once if the whole is safe then, or else one by one. */
static void grow(growth *g, const bool *more)
{
    const int n = g->trial->mixtures->program_count;
    bool *both = IP_NEW_ARRAY(g->trial->mixtures->arena, bool, n);
    int *others = IP_NEW_ARRAY(g->trial->mixtures->arena, int, n), count = 0;
    for (int p = 0; p < n; p++) {
        both[p] = g->of.members[p] || (more && more[p] && !g->of.why[p]);
        if (both[p] && !g->of.members[p])
            others[count++] = p;
    }
    if (count && ip_advice_trial_is_safe(g->trial, both, g->chosen)) {
        memcpy(g->of.members, both, sizeof *both * (size_t)n);
        return;
    }
    try_each(g, others, count);
}

ip_proved_members ip_advice_members_with(const ip_fix_trial *trial, const bool *chosen, const bool *required,
                                         const ip_level_result *unchanged)
{
    const int n = trial->mixtures->program_count;
    ip_arena *arena = trial->mixtures->arena;
    growth g = {trial, chosen, unchanged, {IP_NEW_ARRAY(arena, bool, n), IP_NEW_ARRAY(arena, const char *, n), 0}, 0};
    bool *all = IP_NEW_ARRAY(arena, bool, n);
    for (int p = 0; p < n; p++) {
        all[p] = !trial->mixtures->workload->programs.items[p]->broken;
        const char *known = unchanged->programs ? unchanged->programs[p].undecided_because : NULL;
        if (!all[p])
            g.of.why[p] = known ? known : "it could not be read in full";
    }
    ip_advice_mixtures_give_effort(trial->mixtures, PART_OF_MEMBERS);
    grow(&g, required);
    grow(&g, unchanged->safe_sets.count ? unchanged->safe_sets.items[0] : NULL);
    grow(&g, all);
    for (int p = 0; p < n; p++)
        g.of.count += g.of.members[p];
    return g.of;
}
