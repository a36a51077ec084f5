/* Which changes suffice: counterexample by counterexample, each change that breaks it, and the cheapest choice among
 * all. */
#include "advice/fix_search.h"

#include "advice/changed.h"
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

enum { CYCLES_A_QUESTION = 8, MOST_QUESTIONS = 300, OTHERS_TRIED = 16, FEW_PROGRAMS = 2 };
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

typedef struct search {
    ip_mixtures *mixtures;
    ip_workshop *workshop;
    int level, questions;
    means means;
    const bool *members; /* [programs]: those that are to be safe together */
    const bool *others; /* [programs]: programs that should also be safe with them, if this costs no more; NULL: none */
    bool hopeless;      /* for some cycle nothing helps */
    int too_much;       /* a choice has to cost less, with weakened locks */
    bool improves;      /* a sufficient choice was found */
    double most_work;   /* of the solver, for a question that ended with a proof */
    ip_arena *arena;
    ip_cover cover;
    bool *barred;
    IP_VEC(probe) probes; /* smallest first, all programs last */
} search;

static ip_candidate *candidate(const search *s, int c)
{
    return &s->workshop->candidates.items[c];
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
    const ip_program *original = s->mixtures->workload->programs.items[program];
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
    int n = s->mixtures->program_count;
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
    for (int p = 0; p < s->mixtures->program_count; p++)
        size += members[p];
    return size;
}

static void add_probe(search *s, const bool *members)
{
    size_t bytes = sizeof *members * (size_t)s->mixtures->program_count;
    for (int i = 0; i < s->probes.count; i++)
        if (memcmp(s->probes.items[i].members, members, bytes) == 0)
            return;
    bool *copy = IP_NEW_ARRAY(s->arena, bool, s->mixtures->program_count);
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
    int n = s->mixtures->program_count;
    bool *members = IP_NEW_ARRAY(s->arena, bool, n);
    for (int p = 0; p < n; p++) {
        if (!s->members[p] || ip_advice_mixtures_elsewhere(s->mixtures, p))
            continue;
        members[p] = true;
        add_probe(s, members);
        members[p] = false;
    }
    add_probe(s, s->members);
}

/* How many programs these are. */
static int add_probe_of(search *s, const ip_changed *changed, const ip_anomaly *anomaly)
{
    bool *members = IP_NEW_ARRAY(s->arena, bool, s->mixtures->program_count);
    for (int i = 0; i < anomaly->instance_count; i++)
        members[ip_advice_changed_index(changed, s->mixtures->program_count, anomaly->instances[i].program)] = true;
    add_probe(s, members);
    return size_of(s, members);
}

/* The part of a choice that concerns these programs. */
static bool *concerning(const search *s, const probe *of, const bool *chosen)
{
    bool *part = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    for (int c = 0; c < s->cover.count; c++)
        for (int p = 0; chosen[c] && p < s->mixtures->program_count; p++)
            part[c] = part[c] || (of->members[p] && ip_advice_candidate_touches(candidate(s, c), p));
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
    return s->hopeless || s->questions >= MOST_QUESTIONS || ip_advice_mixtures_effort_is_spent(s->mixtures);
}

static const ip_level *level_with(const search *s, int program, const bool *chosen)
{
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c] && candidate(s, c)->raised_program == program)
            return s->mixtures->levels[candidate(s, c)->raised_level];
    return s->mixtures->levels[ip_advice_mixtures_level(s->mixtures, program, s->level)];
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
        if (!ip_advice_changed_read(s->mixtures->run, arena, &s->workshop->candidates, alone, &changed)) {
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
    int n = s->mixtures->program_count, count = 0;
    const ip_program **programs = IP_NEW_ARRAY(side->arena, const ip_program *, n);
    const ip_level **levels = IP_NEW_ARRAY(side->arena, const ip_level *, n);
    for (int p = 0; p < n; p++)
        if (members[p]) {
            programs[count] = changed->programs[p];
            levels[count++] = level_with(s, p, chosen);
        }
    ip_effort given = ip_advice_mixtures_effort_share(s->mixtures);
    if (s->improves && given.left > IMPROVEMENT_TIMES * s->most_work)
        given.left = IMPROVEMENT_TIMES * s->most_work;
    ip_effort remains = given;
    ip_side_question_input question = {.schema = &changed->workload->schema,
                                       .programs = programs,
                                       .count = count,
                                       .levels = levels,
                                       .few = enough,
                                       .elsewhere = ip_advice_mixtures_left_to_others(s->mixtures, count),
                                       .deadline = s->mixtures->deadline,
                                       .effort = &remains};
    s->questions++;
    ip_level_result result = ip_advice_side_question_ask(side, s->mixtures->run, &question);
    ip_advice_mixtures_take_effort(s->mixtures, given, remains, result.verdict);
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

/* Programs that have a cycle for the first time, with everything done at once that only excludes executions: a cycle
 * that is left asks for something else, whatever is chosen of these. */
static void try_all(search *s, const bool *members, const bool *chosen)
{
    ip_side_question side;
    ip_changed changed;
    bool *all = IP_NEW_ARRAY(s->arena, bool, s->cover.count);
    memcpy(all, chosen, sizeof *all * (size_t)s->cover.count);
    for (int c = 0; c < s->cover.count; c++)
        for (int p = 0; p < s->mixtures->program_count && !all[c] && ip_advice_candidate_only_excludes(candidate(s, c));
             p++)
            all[c] = members[p] && ip_advice_candidate_touches(candidate(s, c), p) && has_place_beside(s, all, c);
    ip_advice_side_question_open(&side);
    if (ip_advice_changed_read(s->mixtures->run, side.arena, &s->workshop->candidates, all, &changed)) {
        ip_level_result result = decide(s, &side, &changed, members, all, CYCLES_A_QUESTION);
        for (int a = 0; a < result.anomalies.count; a++)
            add_clause(s, &changed, all, &result.anomalies.items[a]);
    }
    ip_advice_side_question_close(&side);
}

/* If the programs are not safe with these changes, adds clauses and probes, unless learn is false. */
static bool is_probe_safe(search *s, ip_side_question *side, const ip_changed *changed, int index, const bool *chosen,
                          bool learn)
{
    const bool *part = concerning(s, &s->probes.items[index], chosen);
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
        add_clause(s, changed, chosen, &result.anomalies.items[a]);
        least = add_probe_of(s, changed, &result.anomalies.items[a]) == asked.size || least;
    }
    if (least && s->means != LEVELS_TOO && !*asked.tried_all) {
        *asked.tried_all = true;
        try_all(s, asked.members, chosen);
    }
    if (learn && !result.anomalies.count)
        exclude(s, part);
    return false;
}

/* Are all programs safe with these changes? */
static bool is_safe_with(search *s, const bool *chosen, bool learn)
{
    ip_side_question side;
    ip_advice_side_question_open(&side);
    ip_changed changed;
    bool safe = ip_advice_changed_read(s->mixtures->run, side.arena, &s->workshop->candidates, chosen, &changed);
    if (!safe && learn)
        blame(s, side.arena, chosen);
    for (int i = 0; i < s->probes.count && safe; i++)
        safe = !ip_advice_mixtures_effort_is_spent(s->mixtures) && is_probe_safe(s, &side, &changed, i, chosen, learn);
    ip_advice_side_question_close(&side);
    return safe;
}

static bool suffices(void *data, const bool *chosen)
{
    return is_safe_with(data, chosen, false);
}

static bool is_spent(const void *data)
{
    const search *s = data;
    return ip_advice_mixtures_effort_is_spent(s->mixtures);
}

/* The assumptions of the proof with the changes applied. */
static void add_assumptions(search *s, const bool *chosen, ip_fix_set *set)
{
    ip_side_question side;
    ip_changed changed;
    ip_advice_side_question_open(&side);
    if (ip_advice_changed_read(s->mixtures->run, side.arena, &s->workshop->candidates, chosen, &changed)) {
        decide(s, &side, &changed, s->probes.items[s->probes.count - 1].members, chosen, 1);
        for (int i = 0; i < side.diagnostics.list.count; i++) {
            const ip_diagnostic *d = &side.diagnostics.list.items[i];
            const char *message = ip_arena_strdup(s->mixtures->arena, d->message);
            if (d->kind == IP_ASSUMPTION)
                IP_PUSH(s->mixtures->arena, &set->assumptions, message);
        }
    }
    ip_advice_side_question_close(&side);
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c] && candidate(s, c)->assumes)
            IP_PUSH(s->mixtures->arena, &set->assumptions, candidate(s, c)->assumes);
}

static bool are_safe_with(search *s, const bool *members, const bool *chosen)
{
    ip_side_question side;
    ip_changed changed;
    ip_advice_side_question_open(&side);
    bool safe = !ip_advice_mixtures_effort_is_spent(s->mixtures) &&
                ip_advice_changed_read(s->mixtures->run, side.arena, &s->workshop->candidates, chosen, &changed) &&
                decide(s, &side, &changed, members, chosen, 1).verdict == IP_SAFE;
    ip_advice_side_question_close(&side);
    return safe;
}

/* The programs for which the changes are proved: the required ones, and as many others as possible. */
static bool *proved_members(search *s, const bool *chosen)
{
    int n = s->mixtures->program_count, tried = 0;
    bool *members = IP_NEW_ARRAY(s->mixtures->arena, bool, n), *with_all = IP_NEW_ARRAY(s->arena, bool, n);
    for (int p = 0; p < n; p++) {
        members[p] = s->members[p];
        with_all[p] = members[p] || (s->others && s->others[p]);
    }
    if (memcmp(members, with_all, sizeof *members * (size_t)n) == 0)
        return members;
    if (are_safe_with(s, with_all, chosen)) {
        memcpy(members, with_all, sizeof *members * (size_t)n);
        return members;
    }
    for (int p = 0; p < n && tried < OTHERS_TRIED; p++) {
        if (members[p] || !with_all[p])
            continue;
        tried++;
        members[p] = true;
        members[p] = are_safe_with(s, members, chosen);
    }
    return members;
}

static void add_set(search *s, const bool *chosen, ip_advice *advice)
{
    ip_fix_set set = {.level = ip_level_name(s->mixtures->levels[s->level]), .verdict = IP_SAFE};
    bool *members = proved_members(s, chosen);
    for (int p = 0; p < s->mixtures->program_count; p++)
        members[p] = members[p] && !ip_advice_mixtures_elsewhere(s->mixtures, p);
    set.members = members;
    set.member_count = size_of(s, members);
    for (int c = 0; c < s->cover.count; c++)
        if (chosen[c])
            IP_PUSH(s->mixtures->arena, &set.fixes, candidate(s, c)->fix);
    ip_advice_candidates_show_hunks(s->mixtures->arena, &s->workshop->candidates, chosen, &set);
    add_assumptions(s, chosen, &set);
    IP_PUSH(s->mixtures->arena, &advice->fix_sets, set);
}

/* Where the snapshot is taken before the wait for a lock, a lock on rows that no program changes has no effect. */
static bool snapshot_after_wait(const search *s, const ip_candidate *one)
{
    for (int h = 0; h < one->helped.count; h++) {
        int level = ip_advice_mixtures_level(s->mixtures, one->helped.items[h].program, s->level);
        if (ip_level_has_statement_snapshots(s->mixtures->levels[level]))
            return true;
    }
    return false;
}

/* Levels are only raised, from the level that all the others run at. Of locks on one place the strongest is tried: if
 * that does not help, none does. */
static void bar(search *s)
{
    bool new_rows = ip_level_rereads_locked_rows(s->mixtures->levels[s->level]);
    for (int c = 0; c < s->cover.count; c++) {
        const ip_candidate *one = candidate(s, c);
        s->barred[c] = one->broken || one->weaker_than >= 0 || (one->conflicts_only && new_rows) ||
                       (one->waits_only && !snapshot_after_wait(s, one)) ||
                       (one->last_resort && s->means != LAST_RESORTS_TOO) ||
                       (one->raised_program >= 0 && (s->means != LEVELS_TOO || one->raised_level <= s->level));
    }
}

/* With fewer raised than the allocation has above the level. */
static int most_raised(const search *s, const ip_advice *advice)
{
    int above = 0;
    for (int p = 0; p < s->mixtures->program_count; p++) {
        bool weak = ip_advice_mixtures_elsewhere(s->mixtures, p);
        for (int l = 0; !weak && advice->allocations.count && l <= s->level; l++)
            weak = weak || strcmp(advice->allocations.items[0].levels[p], ip_level_name(s->mixtures->levels[l])) == 0;
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
        int weaker = ip_advice_weaker_lock(&s->workshop->candidates, &s->cover, c, c, true);
        cost += chosen[c] ? s->cover.costs[c] : 0;
        if (weaker >= 0 && s->cover.costs[weaker] < gain * s->cover.costs[c])
            gain = (double)s->cover.costs[weaker] / s->cover.costs[c];
    }
    return cost * gain < s->too_much;
}

static bool find(search *s, means means, ip_advice *advice)
{
    bool *chosen = IP_NEW_ARRAY(s->arena, bool, s->cover.count), found = false;
    s->cover.most_scarce = most_raised(s, advice);
    if (means == LEVELS_TOO && s->cover.most_scarce < 1)
        return false;
    s->means = means;
    bar(s);
    s->hopeless = false;
    while (!found && !is_over(s) && ip_advice_cover_cheapest(s->arena, &s->cover, chosen) && is_cheap_enough(s, chosen))
        found = is_safe_with(s, chosen, true);
    s->improves = found;
    if (found) {
        const ip_sufficient_choice choice = {&s->workshop->candidates, &s->cover, s->arena, suffices, is_spent, s};
        ip_advice_remove_needless_changes(&choice, chosen);
        ip_advice_weaken_locks(&choice, chosen);
    }
    s->improves = false;
    if (found && is_worth_it(s, chosen, advice))
        add_set(s, chosen, advice);
    else
        found = false;
    return found;
}

static search new_search(ip_mixtures *mixtures, ip_workshop *workshop, int level, int less_than, const bool *members)
{
    ip_arena *arena = ip_arena_new();
    int count = workshop->candidates.count;
    int *costs = IP_NEW_ARRAY(arena, int, count);
    bool *raises = IP_NEW_ARRAY(arena, bool, count);
    search s = {.mixtures = mixtures,
                .workshop = workshop,
                .level = level,
                .members = members,
                .too_much = less_than,
                .arena = arena,
                .barred = IP_NEW_ARRAY(arena, bool, count)};
    for (int c = 0; c < count; c++) {
        costs[c] = workshop->candidates.items[c].fix.cost;
        raises[c] = workshop->candidates.items[c].raised_program >= 0;
    }
    s.cover =
        (ip_cover){.count = count, .costs = costs, .barred = s.barred, .scarce = raises, .compatible = compatible};
    return s;
}

bool ip_advice_find_fixes(ip_mixtures *mixtures, ip_workshop *workshop, int level, int less_than, ip_advice *advice)
{
    bool *all = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count);
    memset(all, true, sizeof *all * (size_t)mixtures->program_count);
    search s = new_search(mixtures, workshop, level, less_than, all);
    s.cover.data = &s;
    ip_advice_mixtures_give_effort(mixtures, SEARCH_PART);
    add_first_probes(&s);
    bool found = find(&s, TEXT_ONLY, advice) || find(&s, LEVELS_TOO, advice) || find(&s, LAST_RESORTS_TOO, advice);
    bool given_up = !s.hopeless && is_over(&s);
    advice->fixes_complete = advice->fixes_complete && (found || !given_up);
    ip_arena_free(s.arena);
    return found;
}

bool ip_advice_find_fixes_of(ip_mixtures *mixtures, ip_workshop *workshop, int level, const bool *members,
                             const bool *others, ip_advice *advice)
{
    search s = new_search(mixtures, workshop, level, INT_MAX, members);
    s.cover.data = &s;
    s.others = others;
    ip_advice_mixtures_give_effort(mixtures, PART_OF_PROGRAMS);
    add_first_probes(&s);
    bool found = find(&s, TEXT_ONLY, advice) || find(&s, LAST_RESORTS_TOO, advice);
    ip_arena_free(s.arena);
    return found;
}
