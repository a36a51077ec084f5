/* The questions about a choice: cycles that were found before, then programs, few before all. */
#include "advice/choice_questions.h"

#include "advice/clauses.h"
#include "advice/side_batch.h"

#include <string.h>

enum { CYCLES_A_QUESTION = 3, FEW_PROGRAMS = 2 };
/* A choice that suffices is made cheaper only by one whose proof takes little more work, and is of the same kind. */
static const double IMPROVEMENT_TIMES = 1.5;

/* ---------------------------------------------------------- what is known -- */

static int size_of(const ip_fix_search *s, const bool *members)
{
    int size = 0;
    for (int p = 0; p < s->trial.mixtures->program_count; p++)
        size += members[p];
    return size;
}

static int find_probe(const ip_fix_search *s, const bool *members)
{
    size_t bytes = sizeof *members * (size_t)s->trial.mixtures->program_count;
    for (int i = 0; i < s->probes.count; i++)
        if (memcmp(s->probes.items[i].members, members, bytes) == 0)
            return i;
    return -1;
}

static void add_probe(ip_fix_search *s, const bool *members)
{
    if (find_probe(s, members) >= 0)
        return;
    bool *copy = IP_NEW_ARRAY(s->arena, bool, s->trial.mixtures->program_count);
    memcpy(copy, members, sizeof *copy * (size_t)s->trial.mixtures->program_count);
    ip_probe new = {.members = copy, .size = size_of(s, members), .tried_all = IP_NEW(s->arena, bool)};
    IP_PUSH(s->arena, &s->probes, new);
    for (int at = s->probes.count - 1; at > 0 && s->probes.items[at - 1].size > new.size; at--) {
        s->probes.items[at] = s->probes.items[at - 1];
        s->probes.items[at - 1] = new;
    }
}

void ip_advice_choice_begin(ip_fix_search *s)
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
static bool *members_of(const ip_fix_search *s, const int *programs, int length)
{
    bool *members = IP_NEW_ARRAY(s->arena, bool, s->trial.mixtures->program_count);
    for (int i = 0; i < length; i++)
        members[programs[i]] = true;
    return members;
}

/* The program of each instance. */
static int *programs_of(const ip_fix_search *s, ip_arena *arena, const ip_changed *changed, const ip_anomaly *anomaly)
{
    int *programs = IP_NEW_ARRAY(arena, int, anomaly->instance_count);
    for (int i = 0; i < anomaly->instance_count; i++)
        programs[i] = ip_advice_changed_index(changed, s->trial.mixtures->program_count, anomaly->instances[i].program);
    return programs;
}

static bool is_known(const ip_fix_search *s, const int *programs, int length)
{
    for (int c = 0; c < s->cycles.count; c++)
        if (ip_advice_is_same_vector(s->cycles.items[c].programs, s->cycles.items[c].length, programs, length))
            return true;
    return false;
}

static void add_cycle(ip_fix_search *s, const int *programs, int length)
{
    const bool *members = members_of(s, programs, length);
    add_probe(s, members);
    if (is_known(s, programs, length))
        return;
    int *own = IP_NEW_ARRAY(s->arena, int, length);
    memcpy(own, programs, sizeof *own * (size_t)length);
    const ip_left_cycle new = {
        .programs = own, .length = length, .members = members, .tried_all = IP_NEW(s->arena, bool)};
    IP_PUSH(s->arena, &s->cycles, new);
}

void ip_advice_choice_know(ip_fix_search *s, const ip_level_result *unchanged)
{
    const bool *none = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    const ip_workload *workload = s->trial.mixtures->workload;
    const ip_changed changed = {.arena = s->arena, .programs = (const ip_program **)workload->programs.items};
    for (int a = 0; a < unchanged->anomalies.count; a++) {
        const ip_anomaly *anomaly = &unchanged->anomalies.items[a];
        bool hope;
        const ip_clause clause = ip_advice_clause_of(s, s->arena, &changed, none, anomaly, &hope);
        ip_advice_clause_add(s, &clause, hope);
        add_cycle(s, programs_of(s, s->arena, &changed, anomaly), anomaly->instance_count);
    }
}

/* The part of a choice that concerns these programs. */
static bool *concerning(const ip_fix_search *s, const bool *members, const bool *chosen)
{
    bool *part = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    for (int c = 0; c < s->cover.count; c++)
        for (int p = 0; chosen[c] && p < s->trial.mixtures->program_count; p++)
            part[c] = part[c] || (members[p] && ip_advice_candidate_touches(ip_advice_search_candidate(s, c), p));
    return part;
}

static bool is_one_of(const ip_fix_search *s, const bool *const *parts, int count, const bool *part)
{
    for (int i = 0; i < count; i++)
        if (memcmp(parts[i], part, sizeof *part * (size_t)s->cover.count) == 0)
            return true;
    return false;
}

/* The candidate excludes executions, and allows no others. */
static bool only_excludes(const ip_fix_search *s, int c)
{
    const ip_candidate *one = ip_advice_search_candidate(s, c);
    const ip_level *const *levels = s->trial.mixtures->levels;
    if (one->raised_program >= 0)
        return ip_level_implies(levels[one->raised_level], levels[s->trial.level]);
    return ip_advice_candidate_only_excludes(one);
}

/* With these changes and others that only exclude executions. */
static bool is_beyond(const ip_fix_search *s, const bool *part, const bool *less)
{
    for (int c = 0; c < s->cover.count; c++)
        if (part[c] != less[c] && (less[c] || !only_excludes(s, c)))
            return false;
    return true;
}

/* A cycle that is not there with some changes is not there with more of them. */
static bool is_absent(const ip_fix_search *s, const ip_left_cycle *cycle, const bool *part)
{
    for (int i = 0; i < cycle->absent.count; i++)
        if (is_beyond(s, part, cycle->absent.items[i]))
            return true;
    return false;
}

static bool is_spent(const ip_fix_search *s)
{
    return ip_advice_mixtures_effort_is_spent(s->trial.mixtures);
}

/* ---------------------------------------------------------- one question -- */

/* A cycle that is there with a choice, and what it says of other choices. */
typedef struct found_cycle {
    ip_clause clause;
    bool hope;
    const int *programs;
    int length; /* 0: of another choice, for its clause alone */
} found_cycle;

typedef struct outcome {
    ip_verdict verdict; /* of a probe; IP_UNSAFE of a cycle: it is there */
    IP_VEC(found_cycle) cycles;
    bool tried_all;
    int questions;
    double most_work;
    int windows;
    ip_proved_choices proved;
} outcome;

/* A choice, and what is asked about it. */
typedef struct asked {
    const ip_fix_search *s;
    const ip_changed *changed;
    const bool *chosen;
    int *which; /* indexes of cycles, or of probes */
    bool learns;
} asked;

static void note_cycle(const ip_fix_search *s, outcome *o, const ip_changed *changed, const bool *chosen,
                       const ip_anomaly *anomaly, bool of_choice)
{
    found_cycle found = {.length = of_choice ? anomaly->instance_count : 0};
    found.clause = ip_advice_clause_of(s, s->arena, changed, chosen, anomaly, &found.hope);
    found.programs = programs_of(s, s->arena, changed, anomaly);
    IP_PUSH(s->arena, &o->cycles, found);
}

static void note_windows(ip_fix_search *s, const ip_level_result *proved)
{
    bool none = strcmp(proved->proof_method, "no-conflict") == 0;
    bool other = !none && strcmp(proved->proof_method, "window") != 0;
    if (other || s->windows < 0)
        s->windows = -1;
    else if (!none && proved->proved_cycle_length > s->windows)
        s->windows = proved->proved_cycle_length;
}

static ip_level_result decide(ip_fix_search *s, ip_side_question *side, const ip_changed *changed, const bool *members,
                              const bool *chosen, int enough)
{
    ip_effort given = ip_advice_mixtures_effort_share(s->trial.mixtures);
    if (s->improves && given.left > IMPROVEMENT_TIMES * s->most_work)
        given.left = IMPROVEMENT_TIMES * s->most_work;
    ip_effort remains = given;
    s->questions++;
    int windows = s->improves && s->windows > 0 ? s->windows : 0;
    ip_level_result result =
        ip_advice_trial_decide(&s->trial, side, changed, members, chosen, enough, windows, &remains);
    if (result.verdict == IP_SAFE && given.left - remains.left > s->most_work)
        s->most_work = given.left - remains.left;
    if (result.verdict == IP_SAFE)
        note_windows(s, &result);
    return result;
}

static bool has_place_beside(const ip_fix_search *s, const bool *chosen, int c)
{
    bool place = !s->barred[c];
    for (int other = 0; other < s->cover.count && place; other++)
        place = !chosen[other] || ip_advice_search_compatible(s, c, other);
    return place;
}

/* All changes of these programs at once that only exclude executions, beside the chosen ones. */
static bool *all_with(const ip_fix_search *s, const bool *members, const bool *chosen)
{
    bool *all = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    memcpy(all, chosen, sizeof *all * (size_t)s->cover.count);
    for (int c = 0; c < s->cover.count; c++) {
        const ip_candidate *one = ip_advice_search_candidate(s, c);
        for (int p = 0; p < s->trial.mixtures->program_count && !all[c] && ip_advice_candidate_only_excludes(one); p++)
            all[c] = members[p] && ip_advice_candidate_touches(one, p) && has_place_beside(s, all, c);
    }
    return all;
}

/* Programs that have a cycle for the first time, with everything done at once: a cycle that is left asks for something
 * else, whatever is chosen of these. of: that cycle alone; NULL: each. */
static void try_all(ip_fix_search *s, outcome *o, const bool *members, const bool *chosen, const ip_left_cycle *of)
{
    ip_side_question side;
    ip_changed changed;
    const bool *all = all_with(s, members, chosen);
    o->tried_all = true;
    ip_advice_side_question_open(&side);
    if (ip_advice_changed_read(s->trial.mixtures->run, side.arena, &s->trial.workshop->candidates, all, &changed)) {
        const ip_anomaly *cycle =
            of ? ip_advice_trial_cycle(&s->trial, &side, &changed, members, all, of->programs, of->length, false)
               : NULL;
        ip_level_result result =
            of ? (ip_level_result){0} : decide(s, &side, &changed, members, all, CYCLES_A_QUESTION);
        if (cycle)
            note_cycle(s, o, &changed, all, cycle, false);
        for (int a = 0; a < result.anomalies.count; a++)
            note_cycle(s, o, &changed, all, &result.anomalies.items[a], false);
    }
    ip_advice_side_question_close(&side);
}

/* Is the cycle still there with these changes? */
static void ask_about_cycle(ip_fix_search *s, outcome *o, const asked *a, int index)
{
    const ip_left_cycle *of = &s->cycles.items[index];
    ip_side_question side;
    ip_advice_side_question_open(&side);
    s->questions++;
    const ip_anomaly *cycle =
        ip_advice_trial_cycle(&s->trial, &side, a->changed, of->members, a->chosen, of->programs, of->length, false);
    o->verdict = cycle ? IP_UNSAFE : IP_UNDECIDED;
    if (cycle && a->learns) {
        note_cycle(s, o, a->changed, a->chosen, cycle, true);
        if (s->means != IP_LEVELS_TOO && !*of->tried_all)
            try_all(s, o, of->members, a->chosen, of);
    }
    ip_advice_side_question_close(&side);
}

/* Are the programs safe with these changes? */
static void ask_about_probe(ip_fix_search *s, outcome *o, const asked *a, int index)
{
    const ip_probe *of = &s->probes.items[index];
    /* Two programs rarely have several cycles, and looking for more takes most of the time. */
    int enough = a->learns && of->size > FEW_PROGRAMS ? CYCLES_A_QUESTION : 1;
    ip_side_question side;
    ip_advice_side_question_open(&side);
    ip_level_result result = decide(s, &side, a->changed, of->members, a->chosen, enough);
    bool least = false;
    o->verdict = result.anomalies.count ? IP_UNSAFE : result.verdict;
    for (int c = 0; a->learns && c < result.anomalies.count; c++) {
        const ip_anomaly *cycle = &result.anomalies.items[c];
        note_cycle(s, o, a->changed, a->chosen, cycle, true);
        const found_cycle *found = &o->cycles.items[o->cycles.count - 1];
        least = least || size_of(s, members_of(s, found->programs, found->length)) == of->size;
    }
    if (least && s->means != IP_LEVELS_TOO && !*of->tried_all)
        try_all(s, o, of->members, a->chosen, NULL);
    ip_advice_side_question_close(&side);
}

/* The search as a question sees it that is asked beside others: what it learns is in the outcome. */
static ip_fix_search beside(const asked *a, ip_mixtures *own, ip_arena *arena, outcome *o)
{
    ip_fix_search s = *a->s;
    s.trial.mixtures = own;
    s.trial.proved = &o->proved;
    s.arena = arena;
    s.questions = 0;
    return s;
}

typedef void ask(ip_fix_search *s, outcome *o, const asked *a, int index);

static outcome *answer(ip_mixtures *own, const asked *a, int number, ip_arena *arena, ask *ask)
{
    outcome *o = IP_NEW(arena, outcome);
    ip_fix_search s = beside(a, own, arena, o);
    ask(&s, o, a, a->which[number]);
    o->questions = s.questions;
    o->most_work = s.most_work;
    o->windows = s.windows;
    return o;
}

static void *answer_cycle(ip_mixtures *own, void *data, int number, ip_arena *arena)
{
    return answer(own, data, number, arena, ask_about_cycle);
}

static void *answer_probe(ip_mixtures *own, void *data, int number, ip_arena *arena)
{
    return answer(own, data, number, arena, ask_about_probe);
}

/* --------------------------------------------------------- many questions -- */

static void take(ip_fix_search *s, const outcome *o)
{
    s->questions += o->questions;
    s->most_work = o->most_work > s->most_work ? o->most_work : s->most_work;
    if (o->windows < 0 || (s->windows >= 0 && o->windows > s->windows))
        s->windows = o->windows;
    ip_advice_trial_keep_proofs(&s->trial, &o->proved);
    for (int c = 0; c < o->cycles.count; c++) {
        const found_cycle *found = &o->cycles.items[c];
        ip_advice_clause_add(s, &found->clause, found->hope);
        if (found->length)
            add_cycle(s, found->programs, found->length);
    }
}

/* Which cycles of earlier choices these changes leave: each of them is learned from. */
static bool learn_cycles(ip_fix_search *s, const ip_changed *changed, const bool *chosen)
{
    asked a = {s, changed, chosen, IP_NEW_ARRAY(s->arena, int, s->cycles.count), true};
    int count = 0;
    bool any = false;
    for (int c = 0; c < s->cycles.count; c++)
        if (!is_absent(s, &s->cycles.items[c], concerning(s, s->cycles.items[c].members, chosen)))
            a.which[count++] = c;
    if (is_spent(s))
        return false;
    ip_side_batch batch =
        ip_advice_side_batch_ask(s->trial.mixtures, count, IP_SIDE_HERE_WHILE_SHORT, answer_cycle, &a);
    for (int i = 0; i < count; i++) {
        const outcome *o = batch.answers[i];
        ip_left_cycle *of = &s->cycles.items[a.which[i]];
        const bool *part = concerning(s, of->members, chosen);
        if (!o)
            continue;
        if (o->verdict == IP_UNSAFE)
            IP_PUSH(s->arena, &of->there_with, part);
        else
            IP_PUSH(s->arena, &of->absent, part);
        any = any || o->verdict == IP_UNSAFE;
        *of->tried_all = *of->tried_all || o->tried_all;
        take(s, o);
    }
    ip_advice_side_batch_close(&batch);
    return any;
}

static void note_probe(ip_fix_search *s, ip_probe *of, const bool *chosen, ip_verdict verdict)
{
    const bool *part = concerning(s, of->members, chosen);
    if (verdict == IP_SAFE)
        IP_PUSH(s->arena, &of->safe_with, part);
    else if (verdict == IP_UNSAFE)
        IP_PUSH(s->arena, &of->unsafe_with, part);
    else
        IP_PUSH(s->arena, &of->open_with, part);
}

static bool is_safe_already(const ip_fix_search *s, const ip_probe *of, const bool *chosen)
{
    return is_one_of(s, of->safe_with.items, of->safe_with.count, concerning(s, of->members, chosen));
}

/* The probes from first on that have one size, and the outcome of each. *next: the first one of another size. */
static bool learn_probes(ip_fix_search *s, const ip_changed *changed, const bool *chosen, int first, int *next)
{
    asked a = {s, changed, chosen, IP_NEW_ARRAY(s->arena, int, s->probes.count), true};
    int count = 0;
    bool safe = true;
    for (*next = first; *next < s->probes.count && s->probes.items[*next].size == s->probes.items[first].size; ++*next)
        if (!is_safe_already(s, &s->probes.items[*next], chosen))
            a.which[count++] = *next;
    if (is_spent(s))
        return count == 0;
    ip_side_batch batch =
        ip_advice_side_batch_ask(s->trial.mixtures, count, IP_SIDE_HERE_WHILE_SHORT, answer_probe, &a);
    for (int i = 0; i < count; i++) {
        const outcome *o = batch.answers[i];
        ip_probe *of = &s->probes.items[a.which[i]];
        safe = safe && o && o->verdict == IP_SAFE;
        if (!o)
            continue;
        note_probe(s, of, chosen, o->verdict);
        *of->tried_all = *of->tried_all || o->tried_all;
        if (o->verdict == IP_UNDECIDED)
            ip_advice_clause_exclude(s, concerning(s, of->members, chosen));
    }
    for (int i = 0; i < count; i++) /* adds probes, so the indexes are of no use any more */
        if (batch.answers[i])
            take(s, batch.answers[i]);
    ip_advice_side_batch_close(&batch);
    return safe;
}

/* A candidate whose text alone cannot be read is never chosen again; otherwise these cannot be combined. */
static void blame(ip_fix_search *s, const bool *chosen)
{
    bool found = false;
    ip_arena *arena = ip_arena_new();
    bool *alone = IP_NEW_ARRAY(arena, bool, s->cover.count);
    for (int c = 0; c < s->cover.count; c++) {
        ip_changed changed;
        if (!chosen[c])
            continue;
        alone[c] = true;
        if (!ip_advice_changed_read(s->trial.mixtures->run, arena, &s->trial.workshop->candidates, alone, &changed)) {
            ip_advice_search_candidate(s, c)->broken = s->barred[c] = true;
            found = true;
        }
        alone[c] = false;
    }
    if (!found)
        ip_advice_clause_exclude(s, chosen);
    ip_arena_free(arena);
}

bool ip_advice_choice_is_safe(ip_fix_search *s, const bool *chosen)
{
    ip_arena *arena = ip_arena_new();
    ip_changed changed;
    bool safe = ip_advice_changed_read(s->trial.mixtures->run, arena, &s->trial.workshop->candidates, chosen, &changed);
    if (!safe)
        blame(s, chosen);
    safe = safe && !learn_cycles(s, &changed, chosen);
    for (int i = 0; i < s->probes.count && safe;)
        safe = learn_probes(s, &changed, chosen, i, &i);
    ip_arena_free(arena);
    return safe;
}

/* ------------------------------------------------------- only the answer -- */

static bool cycle_is_there(ip_fix_search *s, const asked *a, int index)
{
    ip_left_cycle *of = &s->cycles.items[index];
    const bool *part = concerning(s, of->members, a->chosen);
    if (is_absent(s, of, part))
        return false;
    if (is_one_of(s, of->there_with.items, of->there_with.count, part))
        return true;
    outcome o = {0};
    ask_about_cycle(s, &o, a, index);
    if (o.verdict == IP_UNSAFE)
        IP_PUSH(s->arena, &of->there_with, part);
    else
        IP_PUSH(s->arena, &of->absent, part);
    return o.verdict == IP_UNSAFE;
}

static bool probe_is_safe(ip_fix_search *s, const asked *a, int index)
{
    ip_probe *of = &s->probes.items[index];
    const bool *part = concerning(s, of->members, a->chosen);
    if (is_one_of(s, of->safe_with.items, of->safe_with.count, part))
        return true;
    if (is_one_of(s, of->unsafe_with.items, of->unsafe_with.count, part) ||
        is_one_of(s, of->open_with.items, of->open_with.count, part) || is_spent(s))
        return false;
    outcome o = {0};
    ask_about_probe(s, &o, a, index);
    note_probe(s, of, a->chosen, o.verdict);
    return o.verdict == IP_SAFE;
}

bool ip_advice_choice_suffices(ip_fix_search *s, const bool *chosen)
{
    ip_arena *arena = ip_arena_new();
    ip_changed changed;
    const asked a = {s, &changed, chosen, NULL, false};
    bool safe = ip_advice_changed_read(s->trial.mixtures->run, arena, &s->trial.workshop->candidates, chosen, &changed);
    for (int c = 0; c < s->cycles.count && safe && !is_spent(s); c++)
        safe = !cycle_is_there(s, &a, c);
    safe = safe && probe_is_safe(s, &a, s->probes.count - 1);
    ip_arena_free(arena);
    return safe;
}
