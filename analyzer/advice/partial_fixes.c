/* Searches a fix for each harmful anomaly, independent of other programs. First for all programs with such anomalies
 * at once, together with the largest safe set; if that fails, anomaly by anomaly. Users need all of them at once, so
 * what was found for one is joined with what was found before, as long as all of it still repairs what it is for. */
#include "advice/partial_fixes.h"

#include "advice/fix_set.h"
#include "advice/repaired.h"
#include "advice/side_batch.h"
#include "base/shared_memory.h"
#include "base/stop.h"

#include <stdatomic.h>
#include <string.h>

enum { MOST_SEARCHES = 6 };

/* Changes made together, and what they are for. */
typedef struct joined {
    bool *chosen;
    IP_VEC(const ip_anomaly *) repairs;
} joined;

typedef IP_VEC(joined) all_joined;

static bool is_harmful(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && ip_advice_is_harmful(anomaly);
}

static bool is_benign(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && !anomaly->suppressed && !is_harmful(anomaly);
}

static bool any_harmful(const ip_level_result *unchanged)
{
    for (int a = 0; a < unchanged->anomalies.count; a++)
        if (is_harmful(&unchanged->anomalies.items[a]))
            return true;
    return false;
}

static ip_partial_search *new_search(ip_arena *arena, const ip_level_result *unchanged)
{
    ip_partial_search *search = IP_NEW(arena, ip_partial_search);
    search->unchanged = *unchanged;
    return search;
}

/* false: the effort did not suffice to prove anything of it. */
static bool add_choice(const ip_fix_trial *trial, const bool *chosen, const bool *required, ip_partial_search *search)
{
    const ip_partial_choice choice = {chosen, ip_advice_members_with(trial, chosen, required, &search->unchanged)};
    if (choice.proved.count)
        IP_PUSH(trial->mixtures->arena, &search->choices, choice);
    return choice.proved.count > 0;
}

/* Benign anomalies are repaired only together with others. */
static bool find_for_all(const ip_fix_trial *trial, bool benign_too, ip_partial_search *search)
{
    const ip_mixtures *mixtures = trial->mixtures;
    const ip_level_result *unchanged = &search->unchanged;
    const bool *safe = unchanged->safe_sets.count ? unchanged->safe_sets.items[0] : NULL;
    bool *members = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count), any = false;
    for (int a = 0; a < unchanged->anomalies.count; a++) {
        const ip_anomaly *anomaly = &unchanged->anomalies.items[a];
        if (!is_harmful(anomaly) && !(benign_too && is_benign(anomaly)))
            continue;
        ip_advice_add_programs_of(mixtures, anomaly, members);
        any = true;
    }
    for (int p = 0; p < mixtures->program_count && safe; p++)
        members[p] = members[p] || safe[p];
    const bool *chosen = any ? ip_advice_find_fixes_of(trial, members) : NULL;
    return chosen && add_choice(trial, chosen, members, search);
}

static bool repairs_all(const ip_fix_trial *trial, const bool *chosen, const joined *one, const ip_anomaly *more)
{
    bool all = ip_advice_is_repaired(trial, chosen, more);
    for (int a = 0; a < one->repairs.count && all; a++)
        all = ip_advice_is_repaired(trial, chosen, one->repairs.items[a]);
    return all;
}

/* Makes the changes for the anomaly together with others, if all of them still repair what they are for. */
static void join(const ip_fix_trial *trial, all_joined *all, const bool *chosen, const ip_anomaly *anomaly)
{
    ip_arena *arena = trial->mixtures->arena;
    const int count = trial->workshop->candidates.count;
    for (int j = 0; j < all->count; j++) {
        joined *one = &all->items[j];
        bool *both = IP_NEW_ARRAY(arena, bool, count);
        memcpy(both, one->chosen, sizeof *both * (size_t)count);
        if (!ip_advice_join(trial, both, chosen) || !repairs_all(trial, both, one, anomaly))
            continue;
        one->chosen = both;
        IP_PUSH(arena, &one->repairs, anomaly);
        return;
    }
    joined new = {.chosen = IP_NEW_ARRAY(arena, bool, count)};
    memcpy(new.chosen, chosen, sizeof *chosen * (size_t)count);
    IP_PUSH(arena, &new.repairs, anomaly);
    IP_PUSH(arena, all, new);
}

static bool is_repaired(const ip_fix_trial *trial, all_joined *all, const ip_anomaly *anomaly)
{
    for (int j = 0; j < all->count; j++)
        if (ip_advice_is_repaired(trial, all->items[j].chosen, anomaly)) {
            IP_PUSH(trial->mixtures->arena, &all->items[j].repairs, anomaly);
            return true;
        }
    return false;
}

/* About the programs of the anomalies first. */
static void add_joined(const ip_fix_trial *trial, const joined *one, ip_partial_search *search)
{
    bool *required = IP_NEW_ARRAY(trial->mixtures->arena, bool, trial->mixtures->program_count);
    for (int a = 0; a < one->repairs.count; a++)
        ip_advice_add_programs_of(trial->mixtures, one->repairs.items[a], required);
    add_choice(trial, one->chosen, required, search);
}

/* ----------------------------------------------------------- in two ways -- */

/* Changes for all programs with harmful anomalies at once, or for each anomaly: the second counts if the first fails,
 * and none uses what the other one learns. */
enum { FOR_ALL, FOR_EACH, WAYS };

typedef struct two_ways {
    const ip_fix_trial *trial;
    const ip_level_result *unchanged;
    void *_Atomic *found; /* for all programs; NULL: no memory */
} two_ways;

static bool is_found(const two_ways *w)
{
    return w && w->found && atomic_load(w->found);
}

/* both NULL: this is the only one. */
static void search_each(const ip_fix_trial *trial, bool harmful, const two_ways *both, ip_partial_search *search)
{
    const ip_mixtures *mixtures = trial->mixtures;
    all_joined all = {0};
    int searches = 0;
    for (int a = 0; a < search->unchanged.anomalies.count && searches < MOST_SEARCHES && !is_found(both); a++) {
        const ip_anomaly *anomaly = &search->unchanged.anomalies.items[a];
        if (!(harmful ? is_harmful(anomaly) : is_benign(anomaly)) || is_repaired(trial, &all, anomaly))
            continue;
        bool *members = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count);
        ip_advice_add_programs_of(mixtures, anomaly, members);
        searches++;
        const bool *chosen = ip_advice_find_fixes_of(trial, members);
        if (chosen)
            join(trial, &all, chosen, anomaly);
    }
    for (int j = 0; j < all.count && !is_found(both); j++)
        add_joined(trial, &all.items[j], search);
}

static void *try_way(ip_mixtures *own, void *data, int way, ip_arena *arena)
{
    const two_ways *w = data;
    ip_partial_search *search = new_search(arena, w->unchanged);
    ip_fix_trial trial = *w->trial;
    trial.mixtures = own;
    trial.proved = &search->proved;
    ip_advice_trial_keep_proofs(&trial, w->trial->proved);
    if (way == FOR_EACH)
        search_each(&trial, true, w, search);
    else if (find_for_all(&trial, false, search) && w->found)
        atomic_store(w->found, search);
    search->proof = own->proof;
    return search;
}

static void take_way(const ip_fix_trial *trial, const ip_partial_search *tried, ip_partial_search *search)
{
    if (!tried) {
        search->stopped = true;
        return;
    }
    trial->mixtures->proof = tried->proof;
    ip_proved_choices new = {0};
    for (int i = trial->proved->count; i < tried->proved.count; i++)
        IP_PUSH(trial->mixtures->arena, &new, tried->proved.items[i]);
    ip_advice_trial_keep_proofs(trial, &new);
    search->choices = tried->choices;
}

/* Both at once, since each asks its questions one after the other. */
static void try_both_ways(const ip_fix_trial *trial, ip_partial_search *search)
{
    two_ways both = {trial, &search->unchanged, ip_shared_slot_new()};
    ip_side_batch batch = ip_advice_side_batch_ask(trial->mixtures, WAYS, IP_SIDE_ALL_AT_ONCE, try_way, &both);
    const ip_partial_search *for_all = batch.answers[FOR_ALL];
    take_way(trial, for_all && for_all->choices.count ? for_all : batch.answers[FOR_EACH], search);
    ip_advice_side_batch_keep(&batch, trial->mixtures->run);
    ip_shared_slot_free(both.found);
}

ip_partial_search *ip_advice_search_partial_fixes(const ip_fix_trial *trial, const ip_begun_search *begun,
                                                  const ip_level_result *unchanged)
{
    ip_partial_search *search = new_search(trial->mixtures->arena, unchanged);
    ip_fix_trial own = *trial;
    const bool harmful = any_harmful(unchanged);
    own.proved = &search->proved;
    if (begun)
        ip_advice_know_begun(&own, begun);
    else
        ip_advice_trial_keep_proofs(&own, trial->proved);
    const bool found = find_for_all(&own, true, search);
    if (!found && harmful)
        try_both_ways(&own, search);
    else if (!found)
        search_each(&own, false, NULL, search);
    search->proof = own.mixtures->proof;
    search->stopped = search->stopped || ip_stopped() || ip_is_over(own.mixtures->deadline);
    return search;
}

static bool are_equal_texts(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_anomaly(const ip_anomaly *a, const ip_anomaly *b)
{
    return strcmp(a->id, b->id) == 0 && is_harmful(a) == is_harmful(b) && is_benign(a) == is_benign(b);
}

bool ip_advice_partial_fixes_are_of(const ip_partial_search *search, const ip_level_result *unchanged,
                                    int program_count)
{
    const ip_level_result *of = &search->unchanged;
    bool same = !search->stopped && of->anomalies.count == unchanged->anomalies.count &&
                (of->safe_sets.count > 0) == (unchanged->safe_sets.count > 0) && !of->programs == !unchanged->programs;
    for (int a = 0; a < unchanged->anomalies.count && same; a++)
        same = is_same_anomaly(&of->anomalies.items[a], &unchanged->anomalies.items[a]);
    for (int p = 0; p < program_count && same; p++)
        same = (!of->safe_sets.count || of->safe_sets.items[0][p] == unchanged->safe_sets.items[0][p]) &&
               (!of->programs ||
                are_equal_texts(of->programs[p].undecided_because, unchanged->programs[p].undecided_because));
    return same;
}

void ip_advice_add_partial_fixes(const ip_fix_trial *trial, const ip_partial_search *search,
                                 const ip_level_result *unchanged, ip_advice *advice)
{
    ip_advice_trial_keep_proofs(trial, &search->proved);
    trial->mixtures->proof = search->proof;
    for (int i = 0; i < search->choices.count; i++)
        ip_advice_fix_set_add(trial, search->choices.items[i].chosen, &search->choices.items[i].proved, unchanged,
                              advice);
}
