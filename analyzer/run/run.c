/* Options and inputs of a run, names checked, one decision a level. */
#include "run/verdict_remarks.h"
#include "isoproof.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "facts/appended.h"
#include "facts/drawn.h"
#include "base/clock.h"
#include "run/at_place.h"
#include "run/weigh.h"
#include "run/declared.h"
#include "run/levels.h"
#include "run/promises.h"
#include "run/said_elsewhere.h"
#include "run/suppressed.h"
#include "decide/implied.h"
#include "decide/meetings.h"
#include "run/run_state.h"
#include "psql/migration.h"

ip_run *ip_run_new(void)
{
    ip_arena *arena = ip_arena_new();
    ip_run *run = IP_NEW(arena, ip_run);
    run->arena = arena;
    run->diagnostics.arena = arena;
    run->max_cycle = 4;
    run->timeout = 60;
    for (int m = 0; m < IP_PROOF_METHOD_COUNT; m++)
        run->methods[m] = true;
    for (int r = 0; r < IP_RULE_COUNT; r++)
        run->rules[r] = true;
    return run;
}

void ip_run_free(ip_run *run)
{
    if (!run)
        return;
    for (int i = 0; i < run->workers.count; i++)
        ip_decide_workers_release(run->workers.items[i]);
    for (int i = 0; i < run->arenas.count; i++)
        ip_arena_free(run->arenas.items[i]);
    ip_arena_free(run->arena);
}

ip_workers *ip_run_new_workers(ip_run *run, double deadline)
{
    ip_workers *workers = IP_NEW(run->arena, ip_workers);
    *workers = (ip_workers){.jobs = run->log.folder ? 1 : run->jobs, /* queries are numbered in one order */
                            .memory = run->memory,
                            .deadline = deadline,
                            .patience = run->timeout / 20};
    IP_PUSH(run->arena, &run->workers, workers);
    return workers;
}

ip_arena *ip_run_arena(ip_run *run)
{
    return run->arena;
}

ip_diagnostics *ip_run_diagnostics(ip_run *run)
{
    return &run->diagnostics;
}

static bool add_file(ip_run *run, const char *path, bool migration)
{
    const char *error = NULL;
    ip_source *source = ip_source_read(run->arena, path, &error);
    if (!source) {
        ip_diagnostics_add(&run->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: %s", path, error);
        return false;
    }
    source->given = &run->given;
    source->migration = migration;
    const ip_source *migrated = ip_psql_migration_without_undo(run->arena, source, &run->diagnostics);
    IP_PUSH(run->arena, &run->sources, migrated);
    return true;
}

bool ip_run_add_file(ip_run *run, const char *path)
{
    return add_file(run, path, false);
}

bool ip_run_add_migration(ip_run *run, const char *path)
{
    return add_file(run, path, true);
}

bool ip_run_add_schema(ip_run *run, const char *path)
{
    if (!ip_run_add_file(run, path))
        return false;
    IP_PUSH(run->arena, &run->schemas, run->sources.items[run->sources.count - 1]);
    return true;
}

void ip_run_add_text(ip_run *run, const char *name, const char *text, size_t length)
{
    ip_source *source = ip_source_from_text(run->arena, name, text, length);
    source->given = &run->given;
    IP_PUSH(run->arena, &run->sources, source);
}

/* "READ COMMITTED" as level files are named; what has a dot or a slash is a file. */
static const char *level_name(ip_arena *arena, const char *said)
{
    char *name = ip_arena_strdup(arena, said);
    for (char *at = name; *at && !strpbrk(said, "./"); at++)
        *at = *at == ' ' || *at == '_' ? '-' : (char)tolower((unsigned char)*at);
    return name;
}

const ip_level *ip_run_load_level(ip_run *run, const char *name)
{
    const ip_level *level = ip_level_load(run->arena, level_name(run->arena, name), &run->diagnostics);
    if (!level)
        return NULL;
    if (ip_level_vocabulary(level) != IP_VISIBILITY) {
        ip_diagnostics_add(&run->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                           "%s: a level of commit orders is for histories (explore, check); analyze needs a level of "
                           "visibility, as listed by isoproof levels",
                           name);
        return NULL;
    }
    ip_range where;
    const char *whole = ip_level_whole_only(level, &where);
    if (whole) {
        ip_diagnostics_add(
            &run->diagnostics, IP_ERROR, where, NULL,
            "%s: %s is for check and compare only, because the search cuts executions down to a few transactions, "
            "and what the axiom speaks of may be cut away; expected forall over transactions and statements",
            name, whole);
        return NULL;
    }
    for (int i = 0; i < run->levels.count; i++)
        if (strcmp(ip_level_path(run->levels.items[i]), ip_level_path(level)) == 0)
            return run->levels.items[i];
    for (int i = 0; i < run->assigned.count; i++)
        if (strcmp(ip_level_path(run->assigned.items[i].level), ip_level_path(level)) == 0)
            return run->assigned.items[i].level;
    return level;
}

bool ip_run_add_level(ip_run *run, const char *name_or_path)
{
    const ip_level *level = ip_run_load_level(run, name_or_path);
    if (!level)
        return false;
    for (int i = 0; i < run->levels.count; i++)
        if (run->levels.items[i] == level)
            return true;
    IP_PUSH(run->arena, &run->levels, level);
    return true;
}

void ip_run_select(ip_run *run, const char *program_name)
{
    const char *name = ip_arena_strdup(run->arena, program_name);
    IP_PUSH(run->arena, &run->selected, name);
}

void ip_run_define(ip_run *run, const char *name, const char *value)
{
    ip_given_value given = {ip_arena_strdup(run->arena, name), ip_arena_strdup(run->arena, value)};
    IP_PUSH(run->arena, &run->given, given);
}

void ip_run_serialize(ip_run *run, const char *a, const char *b)
{
    ip_program_pair p = {ip_arena_strdup(run->arena, a), ip_arena_strdup(run->arena, b)};
    IP_PUSH(run->arena, &run->serialized, p);
}

bool ip_run_assign(ip_run *run, const char *program_name, const char *level)
{
    ip_assigned_level a = {ip_arena_strdup(run->arena, program_name), ip_run_load_level(run, level)};
    if (!a.level)
        return false;
    IP_PUSH(run->arena, &run->assigned, a);
    return true;
}

static bool is_of_schema(const ip_run *run, const ip_program *program)
{
    const ip_source *file = program->range.source;
    while (file && file->origin)
        file = file->origin;
    for (int i = 0; i < run->schemas.count; i++)
        if (run->schemas.items[i] == file)
            return true;
    return false;
}

/* --schema: other statements than definitions in those files are not run with the programs. */
static void drop_schemas(ip_run *run)
{
    int kept = 0;
    for (int i = 0; i < run->workload->programs.count; i++) {
        ip_program *program = run->workload->programs.items[i];
        if (is_of_schema(run, program))
            IP_PUSH(run->arena, &run->workload->left_out, program->name);
        else
            run->workload->programs.items[kept++] = program;
    }
    run->workload->programs.count = kept;
}

const ip_workload *ip_run_workload(ip_run *run)
{
    if (!run->workload) {
        run->workload =
            ip_frontend_read_as(run->arena, run->sources.items, run->sources.count, run->flags, &run->diagnostics);
        drop_schemas(run);
    }
    return run->workload;
}

static int program_index(const ip_workload *workload, const char *name)
{
    for (int i = 0; i < workload->programs.count; i++)
        if (strcmp(workload->programs.items[i]->name, name) == 0)
            return i;
    return -1;
}

const char *ip_run_known_programs(ip_run *run)
{
    const char *list = "none";
    for (int i = 0; i < run->workload->programs.count; i++)
        list = i ? ip_arena_printf(run->arena, "%s, %s", list, run->workload->programs.items[i]->name)
                 : run->workload->programs.items[i]->name;
    return list;
}

static bool require_program(ip_run *run, const char *name, const char *option)
{
    if (program_index(run->workload, name) >= 0)
        return true;
    ip_diagnostics_add(&run->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                       "%s: no transaction is named \"%s\"; there are: %s", option, name, ip_run_known_programs(run));
    return false;
}

/* --transactions: the workload keeps only those. */
static void keep_selected(ip_run *run)
{
    if (!run->selected.count)
        return;
    int kept = 0;
    for (int i = 0; i < run->workload->programs.count; i++) {
        bool wanted = false;
        for (int s = 0; s < run->selected.count; s++)
            wanted = wanted || strcmp(run->selected.items[s], run->workload->programs.items[i]->name) == 0;
        ip_program *program = run->workload->programs.items[i];
        if (wanted)
            run->workload->programs.items[kept++] = program;
        else
            IP_PUSH(run->arena, &run->workload->left_out, program->name);
    }
    run->workload->programs.count = kept;
}

bool ip_run_check_names(ip_run *run)
{
    bool ok = true;
    for (int i = 0; i < run->selected.count; i++)
        ok = require_program(run, run->selected.items[i], "--transactions") && ok;
    for (int i = 0; i < run->assigned.count; i++)
        ok = require_program(run, run->assigned.items[i].program, "--assign") && ok;
    for (int i = 0; i < run->serialized.count; i++) {
        ok = require_program(run, run->serialized.items[i].a, "--serialize") && ok;
        ok = require_program(run, run->serialized.items[i].b, "--serialize") && ok;
    }
    if (!ip_run_apply_said(run) || !ok)
        return false;
    keep_selected(run);
    for (int i = 0; i < run->assigned.count; i++)
        ok = require_program(run, run->assigned.items[i].program, "--assign") && ok;
    for (int i = 0; i < run->serialized.count; i++) {
        ok = require_program(run, run->serialized.items[i].a, "--serialize") && ok;
        ok = require_program(run, run->serialized.items[i].b, "--serialize") && ok;
    }
    return ok;
}

const ip_workload *ip_run_selected(ip_run *run)
{
    ip_run_workload(run);
    return ip_run_check_names(run) ? run->workload : NULL;
}

/* The level file that defines --serialize is found by its family. */
static const ip_level *selective_level(ip_run *run)
{
    const char *const *names = ip_level_file_names_of_family(run->arena, "selective");
    for (int i = 0; names[i]; i++) {
        const ip_level *level = ip_level_load(run->arena, names[i], &run->diagnostics);
        if (level)
            return level;
    }
    ip_diagnostics_add(&run->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                       "--serialize: no level file of the family \"selective\" in %s", ip_level_file_folder());
    return NULL;
}

const char *ip_run_result_name(ip_run *run, const ip_level *level)
{
    const char *name = ip_level_name(level);
    for (int i = 0; i < run->assigned.count; i++)
        name = ip_arena_printf(run->arena, "%s + %s=%s", name, run->assigned.items[i].program,
                               ip_level_name(run->assigned.items[i].level));
    for (int i = 0; i < run->serialized.count; i++)
        name = ip_arena_printf(run->arena, "%s + serialize %s:%s", name, run->serialized.items[i].a,
                               run->serialized.items[i].b);
    return name;
}

static ip_arena *arena_of_run(void *owner)
{
    ip_run *run = owner;
    ip_arena *arena = ip_arena_new();
    IP_PUSH(run->arena, &run->arenas, arena);
    return arena;
}

ip_decision_input ip_run_question(ip_run *run, ip_arena *arena, const ip_schema *schema,
                                  const ip_program *const *programs, int count)
{
    ip_facts *facts =
        ip_facts_derive(arena, schema, programs, count, !run->rules[IP_RULE_COLUMNS], run->rules[IP_RULE_FRESH_KEYS]);
    ip_facts_drawn_keys_find(arena, facts, programs, count);
    ip_facts_appended_tables_find(arena, facts, programs, count);
    if (!run->known)
        run->known = ip_decide_remember(run->arena);
    run->accepted.ignores = run->workload->ignores.items;
    run->accepted.ignore_count = run->workload->ignores.count;
    ip_decision_input input = {.arena = arena,
                               .accepted = &run->accepted,
                               .diagnostics = &run->diagnostics,
                               .schema = schema,
                               .facts = facts,
                               .programs = programs,
                               .program_count = count,
                               .max_cycle = run->max_cycle,
                               .all_anomalies = run->all_anomalies,
                               .sessions = run->sessions,
                               .replay = !run->no_replay,
                               .time_limit = run->timeout,
                               .progress = run->progress,
                               .progress_data = run->progress_data,
                               .log = run->log.folder ? &run->log : NULL,
                               .new_arena = arena_of_run,
                               .owner = run,
                               .known = run->known};
    memcpy(input.methods, run->methods, sizeof input.methods);
    memcpy(input.rules, run->rules, sizeof input.rules);
    memcpy(input.dropped, run->dropped, sizeof input.dropped);
    return input;
}

/* Levels of one engine can be mixed, and so can levels of the literature; only the former define the effects of
 * locks. */
static bool levels_mix(ip_run *run, const ip_level *level)
{
    for (int a = 0; a < run->assigned.count; a++) {
        const ip_level *other = run->assigned.items[a].level;
        if (ip_level_levels_mix(level, other))
            continue;
        bool both = *ip_level_engine(level) && *ip_level_engine(other);
        ip_diagnostics_add(
            &run->diagnostics, IP_ERROR, (ip_range){0}, NULL, "--assign %s=%s: %s; %s cannot be mixed with %s",
            run->assigned.items[a].program, ip_level_name(other),
            both ? "they are levels of two engines" : "one of them is an engine's level, the other a theory's",
            ip_level_name(other), ip_level_name(level));
        return false;
    }
    return true;
}

/* If a session need not see its own transactions, almost nothing keeps its order. */
static bool levels_see_sessions(ip_run *run, const ip_level *const *levels, int count)
{
    for (int p = 0; p < count && run->sessions; p++)
        if (!ip_level_sees_sessions(levels[p])) {
            ip_diagnostics_add(
                &run->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                "--sessions needs a level at which a session sees its own transactions, and the axioms of %s do "
                "not say so; isoproof levels lists levels that do",
                ip_level_name(levels[p]));
            return false;
        }
    return true;
}

void ip_run_leave_open(ip_run *run, ip_level_result *result, int count)
{
    int elsewhere = 0;
    for (int p = 0; p < count && result->elsewhere; p++)
        elsewhere += result->elsewhere[p];
    if (!elsewhere || result->verdict != IP_SAFE)
        return;
    result->verdict = IP_UNDECIDED;
    result->reason = ip_arena_printf(
        run->arena, "other shards decide %d of the %d programs; isoproof merge writes one report of all", elsewhere,
        count);
}

const ip_meetings *ip_run_conflicts(ip_run *run, bool *complete)
{
    double start = ip_clock();
    ip_run_workload(run);
    /* Facts such as columns that never change rest on all programs. */
    const ip_workload *workload = run->workload;
    IP_VEC(const ip_program *) all = {0};
    for (int p = 0; p < workload->programs.count; p++)
        IP_PUSH(run->arena, &all, (const ip_program *)workload->programs.items[p]);
    if (!ip_run_check_names(run) || !run->levels.count)
        return NULL;
    int n = workload->programs.count;
    if (n < 1 || n > 2) {
        ip_diagnostics_add(
            &run->diagnostics, IP_ERROR, (ip_range){0}, NULL,
            "--explain-conflicts is about two transactions, or one beside itself: there are %d; --transactions "
            "A,B selects two",
            n);
        return NULL;
    }
    ip_decision_input input = ip_run_question(run, run->arena, &workload->schema, all.items, all.count);
    input.programs = (const ip_program *const *)workload->programs.items;
    input.program_count = n;
    input.levels = ip_run_levels_of_programs(run, run->levels.items[0]);
    input.deadline = start + run->timeout;
    ip_meetings *found = IP_NEW(run->arena, ip_meetings);
    *complete = true;
    for (int order = 0; order < n; order++)
        *complete = ip_decide_find_meetings(&input, order, n - 1 - order, found) && *complete;
    return found;
}

/* What the levels say of each other, the last search for harm, and what follows for each program. */
static void finish(ip_run *run, ip_decision_input *input, const ip_level **const *levels, ip_report_data *report)
{
    int n = input->program_count;
    ip_level_at *at = IP_NEW_ARRAY(run->arena, ip_level_at, run->levels.count);
    for (int l = 0; l < run->levels.count; l++)
        at[l] = ip_decide_level_of_programs(run->levels.items[l], levels[l], n);
    ip_decide_take_over_proofs(report->results.items, at, report->results.count);
    ip_run_try_weaker_levels(run, input, report);
    ip_decide_take_over_sets(run->arena, report->results.items, at, report->results.count, n);
    for (int l = 0; l < run->levels.count; l++) {
        input->levels = levels[l];
        ip_decide_benign(input, &report->results.items[l]);
        ip_decide_finish(input, &report->results.items[l]);
        ip_run_leave_open(run, &report->results.items[l], n);
    }
}

const ip_report_data *ip_run_analyze(ip_run *run)
{
    double start = ip_clock();
    ip_run_workload(run);
    if (!ip_run_check_names(run))
        return NULL;
    const ip_workload *workload = run->workload;
    int n = workload->programs.count, asked = run->levels.count;
    const bool *looked_at;
    if (!ip_run_find_place(run, &looked_at))
        return NULL;
    if (!n || !run->levels.count || (!looked_at && !ip_run_promises_add_levels(run)))
        return NULL;
    for (int l = 0; l < run->levels.count; l++)
        if (!levels_mix(run, run->levels.items[l]))
            return NULL;
    const ip_program *const *programs = (const ip_program *const *)workload->programs.items;
    ip_decision_input input = ip_run_question(run, run->arena, &workload->schema, programs, n);
    input.parts = !run->whole_only && !looked_at;
    input.only_with = looked_at;
    input.brief = looked_at != NULL;
    if (run->shard_count)
        input.elsewhere = ip_decide_elsewhere(&input, run->shard, run->shard_count);
    input.deadline = start + IP_SHARE_OF_DECISIONS * run->timeout;
    const ip_level *selective = NULL;
    if (run->serialized.count && !(selective = selective_level(run)))
        return NULL;
    ip_selection *selections = IP_NEW_ARRAY(run->arena, ip_selection, run->serialized.count);
    for (int i = 0; i < run->serialized.count; i++)
        selections[i] = (ip_selection){selective, program_index(workload, run->serialized.items[i].a),
                                       program_index(workload, run->serialized.items[i].b)};
    input.selections = selections;
    input.selection_count = run->serialized.count;
    ip_report_data *report = IP_NEW(run->arena, ip_report_data);
    report->workload = workload;
    report->diagnostics = &run->diagnostics;
    const ip_level ***levels = IP_NEW_ARRAY(run->arena, const ip_level **, run->levels.count);
    for (int l = 0; l < run->levels.count; l++) {
        levels[l] = ip_run_levels_of_programs(run, run->levels.items[l]);
        if (!levels_see_sessions(run, levels[l], n))
            return NULL;
    }
    report->sessions = run->sessions;
    ip_run_decide_levels(run, &input, levels, report);
    if (looked_at) {
        for (int l = 0; l < run->levels.count; l++)
            ip_decide_finish(&input, &report->results.items[l]);
        report->seconds = ip_clock() - start;
        return report;
    }
    finish(run, &input, levels, report);
    report->shard = run->shard;
    report->shard_count = run->shard_count;
    ip_run_report_suppressed(run, report);
    for (int l = asked; l < run->levels.count; l++)
        report->results.items[l].only_promised = true;
    ip_run_promises_check(run, report,
                          &(ip_decided_levels){(const ip_level *const *)run->levels.items, run->levels.count,
                                               (const ip_level *const *const *)levels});
    ip_run_report_beside_verdicts(run, report);
    ip_run_assumptions_weigh(run, report, input.deadline);
    report->seconds = ip_clock() - start;
    return report;
}
