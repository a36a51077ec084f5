/* The part of the JSON report with the advice. */
#include "report/json_build.h"

#include <string.h>

static json_t *set_of_names(ip_arena *arena, const ip_workload *workload, const bool *members)
{
    json_t *names = must(json_array());
    for (int p = 0; p < workload->programs.count; p++)
        if (members[p])
            append(names, string(arena, workload->programs.items[p]->name));
    return names;
}

static json_t *level_object(ip_arena *arena, const ip_report_data *report, const ip_advice_level *level)
{
    json_t *object = must(json_object());
    set(object, "level", string(arena, level->level));
    set(object, "verdict", json_string(ip_anomaly_verdict_name(level->verdict)));
    if (!report->advice->subsets_asked)
        return object;
    json_t *sets = must(json_array());
    for (int i = 0; i < level->maximal_safe.count; i++)
        append(sets, set_of_names(arena, report->workload, level->maximal_safe.items[i]));
    set(object, "maximal_safe", sets);
    set(object, "maximal_safe_complete", json_boolean(level->subsets_complete));
    return object;
}

static json_t *allocation_array(ip_arena *arena, const ip_workload *workload, const ip_allocation *allocation)
{
    json_t *array = must(json_array());
    for (int p = 0; p < workload->programs.count; p++) {
        if (!allocation->levels[p])
            continue;
        json_t *one = must(json_object());
        set(one, "transaction", string(arena, workload->programs.items[p]->name));
        set(one, "level", string(arena, allocation->levels[p]));
        append(array, one);
    }
    return array;
}

static json_t *hindrance_object(ip_arena *arena, const ip_schema *schema, const ip_hindrance *hindrance)
{
    json_t *object = must(json_object());
    set(object, "transaction", string(arena, hindrance->program->name));
    set(object, "level", string(arena, hindrance->level));
    set(object, "verdict", json_string(ip_anomaly_verdict_name(hindrance->verdict)));
    set(object, "reason", string(arena, hindrance->verdict == IP_UNDECIDED ? hindrance->reason : NULL));
    set(object, "anomaly",
        hindrance->anomaly ? ip_report_anomaly_to_json(arena, schema, hindrance->anomaly) : json_null());
    return object;
}

/* result: the verdict for all programs at the level, with the change and the others of its set applied. */
static json_t *fix_object(ip_arena *arena, const ip_fix *fix, const char *level, const char *result)
{
    json_t *object = must(json_object()), *edits = must(json_array());
    ip_position position = ip_range_position(fix->range);
    for (int i = 0; i < fix->hunks.count; i++) {
        const ip_hunk *hunk = &fix->hunks.items[i];
        json_t *edit = must(json_object());
        set(edit, "file", string(arena, hunk->range.source->path));
        set(edit, "line", json_integer(ip_range_position(hunk->range).line));
        set(edit, "before", string(arena, hunk->before));
        set(edit, "after", string(arena, hunk->after));
        append(edits, edit);
    }
    set(object, "transaction", string(arena, fix->program ? fix->program->name : NULL));
    set(object, "statement", fix->program && fix->statement >= 0 ? json_integer(fix->statement) : json_null());
    set(object, "kind", json_string(fix->kind));
    set(object, "change", string(arena, fix->change));
    set(object, "file", string(arena, fix->range.source ? fix->range.source->path : NULL));
    set(object, "line", fix->range.source ? json_integer(position.line) : json_null());
    set(object, "before", string(arena, fix->before));
    set(object, "after", string(arena, fix->after));
    set(object, "edits", edits);
    set(object, "cost", json_integer(fix->cost));
    set(object, "level", string(arena, level));
    set(object, "result", json_string(result));
    json_t *needed_for = must(json_array());
    for (int a = 0; a < fix->needed_for.count; a++)
        append(needed_for, string(arena, fix->needed_for.items[a]->id));
    set(object, "needed_for", needed_for);
    return object;
}

static json_t *left_out_array(ip_arena *arena, const ip_workload *workload, const ip_fix_set *fix_set)
{
    json_t *array = must(json_array());
    for (int p = 0; fix_set->left_out && p < workload->programs.count; p++) {
        if (!fix_set->left_out[p])
            continue;
        json_t *one = must(json_object());
        set(one, "transaction", string(arena, workload->programs.items[p]->name));
        set(one, "reason", string(arena, fix_set->left_out[p]));
        append(array, one);
    }
    return array;
}

static void set_fixes(ip_arena *arena, json_t *object, const ip_workload *workload, const ip_advice *advice)
{
    json_t *fixes = must(json_array()), *sets = must(json_array());
    for (int s = 0; s < advice->fix_sets.count; s++) {
        const ip_fix_set *fix_set = &advice->fix_sets.items[s];
        json_t *one = must(json_object()), *members = must(json_array()), *assumptions = must(json_array());
        for (int i = 0; i < fix_set->assumptions.count; i++)
            append(assumptions, string(arena, fix_set->assumptions.items[i]));
        for (int i = 0; i < fix_set->fixes.count; i++) {
            append(members, json_integer((json_int_t)json_array_size(fixes)));
            append(fixes, fix_object(arena, &fix_set->fixes.items[i], fix_set->level,
                                     ip_anomaly_verdict_name(fix_set->verdict)));
        }
        set(one, "level", string(arena, fix_set->level));
        set(one, "verdict", json_string(ip_anomaly_verdict_name(fix_set->verdict)));
        set(one, "transactions", set_of_names(arena, workload, fix_set->members));
        json_t *repaired = must(json_array());
        for (int i = 0; i < fix_set->repaired.count; i++)
            append(repaired, string(arena, fix_set->repaired.items[i]->id));
        set(one, "repairs", repaired);
        set(one, "left_out", left_out_array(arena, workload, fix_set));
        set(one, "fixes", members);
        set(one, "assumptions", assumptions);
        append(sets, one);
    }
    set(object, "fixes", fixes);
    set(object, "fix_sets", sets);
    set(object, "fixes_complete", json_boolean(advice->fixes_complete));
}

json_t *ip_report_advice_to_json(ip_arena *arena, const ip_report_data *report)
{
    const ip_advice *advice = report->advice;
    json_t *object = must(json_object()), *levels = must(json_array()), *others = must(json_array());
    json_t *hindrances = must(json_array());
    for (int i = 0; i < advice->levels.count; i++)
        append(levels, level_object(arena, report, &advice->levels.items[i]));
    for (int i = 1; i < advice->allocations.count; i++)
        append(others, allocation_array(arena, report->workload, &advice->allocations.items[i]));
    for (int i = 0; i < advice->hindrances.count; i++)
        append(hindrances, hindrance_object(arena, &report->workload->schema, &advice->hindrances.items[i]));
    set(object, "engine", string(arena, advice->engine));
    set(object, "uniform", string(arena, advice->uniform));
    set(object, "levels", levels);
    set(object, "not_a_chain", json_boolean(advice->not_a_chain));
    set(object, "per_transaction",
        advice->allocations.count ? allocation_array(arena, report->workload, &advice->allocations.items[0])
                                  : must(json_array()));
    set(object, "other_allocations", others);
    set(object, "allocations_complete", json_boolean(advice->allocations_complete));
    set(object, "hindrances", hindrances);
    set_fixes(arena, object, report->workload, advice);
    return object;
}
