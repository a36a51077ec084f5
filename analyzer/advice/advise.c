/* Advice as a whole: the verdict of each of an engine's levels, the weakest level of each program, and changes. */
#include "base/clock.h"
#include "base/shared_memory.h"

#include "run/promises.h"
#include "run/suppressed.h"
#include "run/verdict_remarks.h"
#include "run/declared.h"

#include "advice/allocation.h"
#include "advice/engine_levels.h"
#include "advice/fix_search.h"
#include "advice/fix_set.h"
#include "advice/partial_fixes.h"
#include "advice/side_batch.h"
#include "advice/subsets.h"
#include "decide/implied.h"

#include <limits.h>
#include <stdatomic.h>
#include <string.h>

/* The default time limit of the whole. The solver's work is limited by its own steps, not by time, so a busy machine
 * gives the same answers, only later. */
static const double PATIENCE = 600;
static const double LEVEL_PART = 0.3;
/* Bytes for each of the processes, or everything is done in one: shares of a small limit would decide less. */
static const size_t ENOUGH = (size_t)512 << 20;

typedef struct adviser {
    ip_run *run;
    ip_engine_levels engine;
    ip_report_data *report;
    ip_advice *advice;
    double start, effort;
    int *fixed;            /* [programs]: index of its level; IP_LEFT_OUT */
    const bool *elsewhere; /* [programs]: other shards advise on them; NULL: on none */
    ip_diagnostics read;   /* what the programs were complained of when they were read */
    ip_workshop *workshop;
    void *_Atomic *begun; /* the ip_begun_search as soon as there is one, for other processes; NULL: for none */
} adviser;

static void fix_level(adviser *a, int program, int level, const char *how)
{
    const char *before = a->advice->assigned;
    a->fixed[program] = level;
    a->advice->assigned = ip_arena_printf(a->run->arena, "%s%s%s=%s%s", before ? before : "", before ? ", " : "",
                                          a->run->workload->programs.items[program]->name,
                                          ip_level_name(a->engine.levels.items[level]), how);
}

/* Programs that declare a level. */
static void fix_declared(adviser *a)
{
    const ip_workload *workload = a->run->workload;
    for (int p = 0; p < workload->programs.count; p++) {
        const ip_program *program = workload->programs.items[p];
        for (int l = 0; l < a->engine.levels.count && program->declared && !ip_run_is_assigned(a->run, program); l++)
            if (strcmp(ip_level_postgresql(a->engine.levels.items[l]), program->declared) == 0)
                fix_level(a, p, l, " (declared)");
    }
}

/* --assign: programs with a given level. */
static bool find_fixed(adviser *a)
{
    const ip_run *run = a->run;
    const ip_workload *workload = run->workload;
    a->fixed = IP_NEW_ARRAY(run->arena, int, workload->programs.count);
    for (int p = 0; p < workload->programs.count; p++)
        a->fixed[p] = IP_LEFT_OUT;
    for (int i = 0; i < run->assigned.count; i++) {
        const ip_assigned_level *assigned = &run->assigned.items[i];
        int level = a->engine.levels.count - 1;
        while (level >= 0 && strcmp(ip_level_path(a->engine.levels.items[level]), ip_level_path(assigned->level)) != 0)
            level--;
        if (level < 0) {
            ip_diagnostics_add(&a->run->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                               "--assign %s=%s: that is no level of %s", assigned->program,
                               ip_level_name(assigned->level), a->engine.name);
            return false;
        }
        for (int p = 0; p < workload->programs.count; p++)
            if (strcmp(workload->programs.items[p]->name, assigned->program) == 0)
                fix_level(a, p, level, "");
    }
    fix_declared(a);
    return true;
}

static ip_mixtures mixtures_of(const adviser *a)
{
    const ip_workload *workload = a->run->workload;
    return (ip_mixtures){.run = a->run,
                         .fixed = a->fixed,
                         .elsewhere = a->elsewhere,
                         .arena = a->run->arena,
                         .workload = workload,
                         .levels = a->engine.levels.items,
                         .level_count = a->engine.levels.count,
                         .program_count = workload->programs.count,
                         .deadline = a->start + IP_SHARE_OF_DECISIONS * a->run->timeout,
                         .effort = a->effort};
}

/* With what the search for all programs has begun with, wherever it is done. */
static ip_partial_search *search_partial_fixes(const adviser *a, ip_mixtures *mixtures, const ip_begun_search *begun,
                                               const ip_level_result *unchanged)
{
    ip_run *run = a->run;
    ip_proved_choices none = {0};
    const ip_fix_trial trial = {mixtures, a->workshop, &none, 0};
    const ip_diagnostics said = run->diagnostics;
    run->diagnostics = a->read;
    ip_partial_search *found = ip_advice_search_partial_fixes(&trial, begun, unchanged);
    run->diagnostics = said;
    return found;
}

/* At the weakest level, once it is known that no changes of the text make all programs safe: while the other levels are
 * decided. Not if the time is limited, since the level's result would be lost with the search. */
static void *search_meanwhile(ip_mixtures *own, void *data, const ip_level_result *result)
{
    const adviser *a = data;
    const ip_begun_search *begun = a->begun ? atomic_load(a->begun) : NULL;
    if (!begun || begun->found || result->verdict == IP_SAFE || a->run->timeout_given)
        return NULL;
    return search_partial_fixes(a, own, begun, result);
}

/* Every level for all programs, with anomalies and replay. What was found out meanwhile, or NULL. */
static const ip_partial_search *judge_levels(adviser *a, ip_mixtures *mixtures)
{
    ip_arena *arena = a->run->arena;
    const int n = mixtures->program_count, count = mixtures->level_count;
    ip_full_question *questions = IP_NEW_ARRAY(arena, ip_full_question, count);
    ip_level_result *results = IP_NEW_ARRAY(arena, ip_level_result, count);
    ip_level_at *at = IP_NEW_ARRAY(arena, ip_level_at, count);
    void **more = IP_NEW_ARRAY(arena, void *, count);
    bool weaker_is_safe = false;
    for (int l = 0; l < count; l++) {
        int *mixture = IP_NEW_ARRAY(arena, int, n);
        at[l].level = mixtures->levels[l];
        for (int p = 0; p < n; p++) {
            mixture[p] = ip_advice_mixtures_level(mixtures, p, l);
            at[l].mixed = at[l].mixed || mixture[p] != l;
        }
        questions[l] = (ip_full_question){.mixture = mixture,
                                          .name = ip_run_result_name(a->run, mixtures->levels[l]),
                                          .parts = true,
                                          .part = LEVEL_PART,
                                          .more = l ? NULL : search_meanwhile,
                                          .more_data = a};
    }
    ip_advice_mixtures_full_verdicts(mixtures, questions, count, results, more);
    for (int l = 0; l < count; l++) {
        const char *name = ip_level_name(mixtures->levels[l]);
        IP_PUSH(arena, &a->report->results, results[l]);
        ip_decide_take_over_proofs(a->report->results.items, at, a->report->results.count);
        ip_decide_take_over_sets(arena, a->report->results.items, at, a->report->results.count, n);
        const ip_level_result result = a->report->results.items[a->report->results.count - 1];
        ip_advice_mixtures_learn(mixtures, questions[l].mixture, &result);
        ip_advice_level level = {.level = name, .verdict = result.verdict, .result = a->report->results.count - 1};
        IP_PUSH(arena, &a->advice->levels, level);
        if (result.verdict == IP_SAFE && !a->advice->uniform)
            a->advice->uniform = name;
        a->advice->not_a_chain = a->advice->not_a_chain || (weaker_is_safe && ip_decide_is_observed(&result));
        weaker_is_safe = weaker_is_safe || result.verdict == IP_SAFE;
    }
    ip_decision_input programs = {.arena = arena,
                                  .programs = (const ip_program *const *)mixtures->workload->programs.items,
                                  .program_count = mixtures->program_count,
                                  .parts = true};
    for (int l = 0; l < mixtures->level_count; l++)
        ip_decide_finish(&programs, &a->report->results.items[l]);
    return more[0];
}

static const ip_level_result *result_at(const adviser *a, int level)
{
    return &a->report->results.items[a->advice->levels.items[level].result];
}

/* Searches of changes that others have made already; NULL: they have not. */
typedef struct done_before {
    const ip_begun_search *begun;     /* for all programs, at the weakest level */
    const ip_partial_search *partial; /* for some of them */
} done_before;

/* At the levels for which no changes make all programs safe: the weakest first, since most code runs at it. */
static void find_partial_fixes(adviser *a, ip_fix_trial *trial, const done_before *done)
{
    for (int l = 0; l < trial->mixtures->level_count && a->advice->levels.items[l].verdict != IP_SAFE; l++) {
        const ip_level_result *unchanged = result_at(a, l);
        const ip_partial_search *found = l ? NULL : done->partial;
        int before = a->advice->fix_sets.count;
        trial->level = l;
        if (!found || !ip_advice_partial_fixes_are_of(found, unchanged, trial->mixtures->program_count))
            found = !l && done->begun ? search_partial_fixes(a, trial->mixtures, done->begun, unchanged)
                                      : ip_advice_search_partial_fixes(trial, NULL, unchanged);
        ip_advice_add_partial_fixes(trial, found, unchanged, a->advice);
        if (a->advice->fix_sets.count > before)
            return;
    }
}

/* For each level weaker than the safe ones; a list that costs as much as one for a weaker level is not reported. */
static void find_fixes(adviser *a, ip_mixtures *mixtures, const done_before *done)
{
    ip_workshop *workshop = a->workshop;
    ip_proved_choices proved = {0};
    ip_fix_trial trial = {mixtures, workshop, &proved, 0};
    ip_proved_members all = {.members = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count)};
    memset(all.members, true, sizeof *all.members * (size_t)mixtures->program_count);
    int least = INT_MAX;
    for (int l = 0; l < mixtures->level_count && a->advice->levels.items[l].verdict != IP_SAFE; l++) {
        trial.level = l;
        const bool *chosen = l + 1 == mixtures->level_count ? NULL
                                                            : ip_advice_find_fixes(&trial, l ? NULL : done->begun,
                                                                                   result_at(a, l), least, a->advice);
        int cost = chosen ? ip_advice_candidates_cost(&workshop->candidates, chosen) : 0;
        if (!chosen || cost >= least)
            continue;
        ip_advice_fix_set_add(&trial, chosen, &all, result_at(a, l), a->advice);
        least = cost;
    }
    if (!a->advice->fix_sets.count)
        find_partial_fixes(a, &trial, done);
}

/* Without a key rows cannot be distinguished: locks on single rows then have no effect. */
static void report_keyless(adviser *a)
{
    const ip_workload *workload = a->run->workload;
    for (int t = 0; t < workload->schema.tables.count; t++) {
        const ip_table *table = workload->schema.tables.items[t];
        bool used = false;
        for (int p = 0; p < workload->programs.count; p++)
            for (int s = 0; s < workload->programs.items[p]->statements.count; s++) {
                const ip_statement *statement = &workload->programs.items[p]->statements.items[s];
                for (int i = 0; i < statement->sources.count; i++)
                    used = used || statement->sources.items[i].table == table;
            }
        if (used && !table->keys.count && !table->locks_only && !table->others)
            ip_diagnostics_add(
                &a->run->diagnostics, IP_REMARK, table->range, NULL,
                "%s has no primary key and no UNIQUE: its rows cannot be distinguished, and whatever locks or "
                "changes one of them is assumed to concern any of them",
                table->name);
    }
}

static void check_promises(adviser *a, const ip_mixtures *mixtures)
{
    ip_arena *arena = a->run->arena;
    const ip_level ***own = IP_NEW_ARRAY(arena, const ip_level **, mixtures->level_count);
    for (int l = 0; l < mixtures->level_count; l++) {
        own[l] = IP_NEW_ARRAY(arena, const ip_level *, mixtures->program_count);
        for (int p = 0; p < mixtures->program_count; p++)
            own[l][p] = mixtures->levels[ip_advice_mixtures_level(mixtures, p, l)];
    }
    ip_run_promises_check(
        a->run, a->report,
        &(ip_decided_levels){mixtures->levels, mixtures->level_count, (const ip_level *const *const *)own});
}

/* --shard: which programs it is about. */
static void take_share(adviser *a)
{
    const ip_workload *workload = a->run->workload;
    if (!a->run->shard_count)
        return;
    ip_decision_input all =
        ip_run_question(a->run, a->run->arena, &workload->schema, (const ip_program *const *)workload->programs.items,
                        workload->programs.count);
    a->elsewhere = ip_decide_elsewhere(&all, a->run->shard, a->run->shard_count);
    a->report->shard = a->run->shard;
    a->report->shard_count = a->run->shard_count;
}

/* ------------------------------------------------------------- at the same time -- */

/* Parts that need nothing of each other. First the levels with the recommended allocation, and most of the search for
 * changes at the weakest level; then the other allocations and what keeps programs from going lower, and the rest of
 * the search. If the first search finds nothing in time, the process of the weakest level also looks for partial fixes:
 * the rest of the search begins with them, or finds the same. */
typedef enum part { LEVELS, SEARCH, HINDRANCES, CHANGES } part;

enum { PARTS_AT_ONCE = 2 };

typedef struct parts {
    const adviser *adviser;
    part first;
    int at_once;              /* parts; each has its share of the memory for processes of its own */
    ip_allocating allocating; /* of HINDRANCES */
    done_before done;         /* of CHANGES */
} parts;

/* What a part has found out, beside what was known before. */
typedef struct judged {
    ip_report_data report;
    ip_advice advice;
    ip_mixtures mixtures;
    ip_allocating allocating;
    ip_diagnostics diagnostics;
    struct ip_known_clients *known;
    const ip_partial_search *partial; /* as of judge_levels */
} judged;

static judged *judge(const parts *p, part which, ip_mixtures *own, ip_arena *arena)
{
    const adviser *a = p->adviser;
    ip_run *run = a->run;
    judged *all = IP_NEW(arena, judged);
    adviser here = *a;
    const ip_diagnostics said = run->diagnostics;
    struct ip_known_clients *known = run->known;
    all->report = *a->report;
    all->advice = *a->advice;
    here.report = &all->report;
    here.advice = &all->advice;
    run->diagnostics = (ip_diagnostics){.arena = arena};
    run->known = ip_decide_remember(arena);
    if (known)
        ip_decide_remember_too(run->known, known);
    if (which == LEVELS) {
        all->partial = judge_levels(&here, own);
        all->allocating = ip_advice_allocate(own, &all->advice);
    } else {
        ip_advice_allocate_more(own, &p->allocating, all->report.results.items, &all->advice);
    }
    all->mixtures = *own;
    all->diagnostics = run->diagnostics;
    all->known = run->known;
    run->diagnostics = said;
    run->known = known;
    return all;
}

/* The advice with the changes. What the programs were complained of counts when changed ones are read, and nothing is
 * added to it. */
static ip_advice *change(const parts *p, ip_mixtures *own, ip_arena *arena)
{
    adviser here = *p->adviser;
    here.advice = IP_NEW(arena, ip_advice);
    *here.advice = *p->adviser->advice;
    find_fixes(&here, own, &p->done);
    return here.advice;
}

static ip_begun_search *begin(const adviser *a, ip_mixtures *own, ip_arena *arena)
{
    const ip_fix_trial trial = {own, a->workshop, IP_NEW(arena, ip_proved_choices), 0};
    ip_begun_search *begun = ip_advice_begin_fixes(&trial);
    if (a->begun)
        atomic_store(a->begun, begun);
    return begun;
}

static void *do_part(ip_mixtures *own, void *data, int number, ip_arena *arena)
{
    const parts *p = data;
    const part which = (part)((int)p->first + number);
    own->run->memory /= (size_t)p->at_once;
    if (which == SEARCH)
        return begin(p->adviser, own, arena);
    return which == CHANGES ? (void *)change(p, own, arena) : judge(p, which, own, arena);
}

/* As many parts from the first one on as are done at the same time. */
static ip_side_batch do_parts(ip_mixtures *mixtures, parts *p)
{
    const size_t memory = mixtures->run->memory;
    ip_side_batch batch = ip_advice_side_batch_ask(mixtures, p->at_once, IP_SIDE_IN_PROCESSES, do_part, p);
    mixtures->run->memory = memory; /* where they were done in this process */
    ip_advice_side_batch_keep(&batch, mixtures->run);
    return batch;
}

static void take_said(ip_run *run, const judged *answer)
{
    ip_diagnostics_take_over(&run->diagnostics, &answer->diagnostics);
    if (!run->known)
        run->known = ip_decide_remember(run->arena);
    ip_decide_remember_too(run->known, answer->known);
}

/* answer NULL: its process ended without one. */
static void take_levels(adviser *a, ip_mixtures *mixtures, const judged *answer, const char *why)
{
    ip_run *run = a->run;
    if (!answer) {
        for (int l = 0; l < mixtures->level_count; l++) {
            ip_level_result result = {.level = ip_run_result_name(run, mixtures->levels[l]),
                                      .engine = ip_level_engine(mixtures->levels[l]),
                                      .verdict = IP_UNDECIDED,
                                      .reason = why};
            ip_advice_level level = {.level = ip_level_name(mixtures->levels[l]), .verdict = IP_UNDECIDED, .result = l};
            IP_PUSH(run->arena, &a->report->results, result);
            IP_PUSH(run->arena, &a->advice->levels, level);
        }
        return;
    }
    *a->report = answer->report;
    *a->advice = answer->advice;
    a->report->advice = a->advice;
    const ip_mixtures before = *mixtures;
    *mixtures = answer->mixtures;
    mixtures->arena = before.arena;
    mixtures->deadline = before.deadline;
    take_said(run, answer);
}

/* What is said does not depend on whether both parts are done at the same time. begun NULL: no search is needed. */
static parts judge_and_begin(adviser *a, ip_mixtures *mixtures)
{
    const int at_once = a->run->jobs > 1 && mixtures->level_count > 1 ? PARTS_AT_ONCE : 1;
    parts both = {a, LEVELS, at_once, {.complete = true}, {NULL, NULL}};
    const ip_mixtures nothing_known = *mixtures;
    a->begun = at_once > 1 ? ip_shared_slot_new() : NULL;
    ip_side_batch batch = do_parts(mixtures, &both);
    ip_shared_slot_free(a->begun);
    a->begun = NULL;
    const judged *levels = batch.answers[0];
    take_levels(a, mixtures, levels, batch.why[0]);
    if (levels) {
        both.allocating = levels->allocating;
        both.done.partial = levels->partial;
    }
    if (mixtures->level_count < 2 || a->advice->levels.items[0].verdict == IP_SAFE)
        return both;
    if (both.at_once == PARTS_AT_ONCE) {
        both.done.begun = batch.answers[1];
    } else {
        ip_mixtures own = nothing_known;
        both.first = SEARCH;
        both.done.begun = do_parts(&own, &both).answers[0];
    }
    return both;
}

/* Each of them begins with what is known of the levels. */
static void finish_both(adviser *a, ip_mixtures *mixtures, parts *both)
{
    const void *answers[PARTS_AT_ONCE] = {NULL, NULL};
    const bool hindered_too = both->allocating.found.count > 0;
    both->at_once = hindered_too ? both->at_once : 1;
    for (int pass = hindered_too ? 0 : 1; pass < PARTS_AT_ONCE; pass += both->at_once) {
        ip_mixtures own = *mixtures;
        both->first = (part)(HINDRANCES + pass);
        ip_side_batch batch = do_parts(&own, both);
        for (int i = 0; i < both->at_once; i++)
            answers[pass + i] = batch.answers[i];
    }
    const judged *hindered = answers[0];
    const ip_advice *changed = answers[1];
    if (hindered) {
        take_said(a->run, hindered);
        *a->advice = hindered->advice;
    }
    if (changed)
        memcpy(&a->advice->fix_sets, &changed->fix_sets, sizeof a->advice->fix_sets);
    a->advice->fixes_complete = changed && changed->fixes_complete;
}

/* A safe level here is no answer for the programs of the other shards. */
static void leave_open(adviser *a)
{
    for (int l = 0; l < a->advice->levels.count; l++) {
        ip_level_result *result = &a->report->results.items[a->advice->levels.items[l].result];
        ip_run_leave_open(a->run, result, a->run->workload->programs.count);
        a->advice->levels.items[l].verdict = result->verdict;
        if (a->advice->uniform && strcmp(a->advice->uniform, a->advice->levels.items[l].level) == 0 &&
            result->verdict != IP_SAFE)
            a->advice->uniform = NULL;
    }
}

const ip_report_data *ip_advice_run_advise(ip_run *run, const char *engine, bool subsets)
{
    adviser a = {.run = run, .start = ip_clock(), .effort = IP_EFFORT_OF_SECOND * run->timeout};
    if (!run->timeout_given && run->timeout < PATIENCE)
        run->timeout = PATIENCE;
    if (run->memory && run->jobs > 1 && run->memory / (size_t)run->jobs < ENOUGH)
        run->jobs = 1;
    if (!ip_advice_engine_levels_find(run->arena, engine, &a.engine, &run->diagnostics))
        return NULL;
    ip_run_workload(run);
    a.advice = IP_NEW(run->arena, ip_advice);
    if (!ip_run_check_names(run) || !run->workload->programs.count || !find_fixed(&a) ||
        !ip_run_promises_know_levels(run))
        return NULL;
    a.advice->engine = a.engine.name;
    a.advice->fixes_complete = true;
    a.report = IP_NEW(run->arena, ip_report_data);
    a.report->workload = run->workload;
    a.report->diagnostics = &run->diagnostics;
    a.report->advice = a.advice;
    take_share(&a);
    ip_mixtures mixtures = mixtures_of(&a);
    report_keyless(&a);
    ip_workshop workshop = {.arena = run->arena, .workload = run->workload};
    ip_advice_find_candidates(&workshop, &mixtures);
    a.workshop = &workshop;
    a.read = run->diagnostics;
    parts both = judge_and_begin(&a, &mixtures);
    finish_both(&a, &mixtures, &both);
    if (subsets) {
        ip_mixtures of_subsets = mixtures_of(&a);
        of_subsets.subsets = true;
        ip_advice_find_subsets(&of_subsets, a.advice);
        a.advice->subsets_asked = true;
    }
    leave_open(&a);
    ip_run_report_suppressed(run, a.report);
    check_promises(&a, &mixtures);
    ip_run_report_beside_verdicts(run, a.report);
    a.report->seconds = ip_clock() - a.start;
    return a.report;
}
