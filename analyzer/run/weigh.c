/* An assumption excludes executions: a confirmed anomaly remains one without it, and only a proof may need it. So the
 * proofs are repeated from texts without the comments. */
#include "run/weigh.h"

#include "base/clock.h"
#include "run/run_state.h"

#include <string.h>

typedef struct weighing {
    ip_run *run;
    const ip_workload *workload;
    bool *dropped;                   /* [workload->assumed] */
    IP_VEC(const ip_level *) levels; /* that were proved */
    double deadline;
} weighing;

/* The text with the dropped comments replaced by blanks, so that all places stay the same. */
static const ip_source *without(const weighing *w, ip_arena *arena, const ip_source *source)
{
    char *text = ip_arena_strndup(arena, source->text, source->length);
    for (int i = 0; i < w->workload->assumed.count; i++) {
        ip_range comment = ip_range_in_file(w->workload->assumed.items[i].range);
        if (!w->dropped[i] || comment.source != source)
            continue;
        for (size_t at = comment.begin + 2; at < comment.end; at++)
            if (text[at] != '\n')
                text[at] = ' ';
    }
    ip_source *created = ip_source_from_text(arena, source->path, text, source->length);
    created->given = source->given;
    return created;
}

/* Whether all levels are still proved. */
static bool holds(const weighing *w)
{
    double left = w->deadline - ip_clock();
    if (left <= 0)
        return false;
    ip_run *again = ip_run_new();
    ip_arena *arena = again->arena;
    for (int i = 0; i < w->run->sources.count; i++) {
        const ip_source *source = without(w, arena, w->run->sources.items[i]);
        IP_PUSH(arena, &again->sources, source);
    }
    for (int i = 0; i < w->levels.count; i++)
        IP_PUSH(arena, &again->levels, w->levels.items[i]);
    again->selected = w->run->selected;
    again->serialized = w->run->serialized;
    again->assigned = w->run->assigned;
    again->max_cycle = w->run->max_cycle;
    again->sessions = w->run->sessions;
    again->jobs = w->run->jobs;
    again->memory = w->run->memory;
    again->flags = w->run->flags;
    again->no_replay = true;
    again->keeps_assumptions = true;
    memcpy(again->methods, w->run->methods, sizeof again->methods);
    memcpy(again->rules, w->run->rules, sizeof again->rules);
    memcpy(again->dropped, w->run->dropped, sizeof again->dropped);
    again->timeout = left < w->run->timeout ? left : w->run->timeout;
    const ip_report_data *report = ip_run_analyze(again);
    bool safe = report != NULL;
    for (int i = 0; safe && i < report->results.count; i++)
        safe = report->results.items[i].verdict == IP_SAFE;
    ip_run_free(again);
    return safe;
}

/* Drops the comments from one index up to another, or restores them. */
static bool drop(weighing *w, int from, int to)
{
    for (int i = from; i < to; i++)
        w->dropped[i] = true;
    if (holds(w))
        return true;
    for (int i = from; i < to; i++)
        w->dropped[i] = false;
    return false;
}

/* Assumptions of one transaction stand one after the other. */
static int end_of_group(const ip_workload *workload, int from)
{
    int to = from + 1;
    while (to < workload->assumed.count &&
           strcmp(workload->assumed.items[to].transaction, workload->assumed.items[from].transaction) == 0)
        to++;
    return to;
}

static void tell(const weighing *w)
{
    ip_diagnostics *said = &w->run->diagnostics;
    for (int i = 0; i < said->list.count; i++) {
        ip_diagnostic *d = &said->list.items[i];
        for (int k = 0; d->kind == IP_ASSUMPTION && k < w->workload->assumed.count; k++) {
            ip_range place = w->workload->assumed.items[k].range;
            if (!w->dropped[k] || place.source != d->range.source || place.begin != d->range.begin)
                continue;
            d->kind = IP_REMARK;
            d->message = ip_arena_printf(w->run->arena, "%s: no verdict needs it", d->message);
        }
    }
}

void ip_run_assumptions_weigh(ip_run *run, const ip_report_data *report, double deadline)
{
    const ip_workload *workload = report->workload;
    weighing w = {.run = run, .workload = workload, .deadline = deadline};
    int count = workload->assumed.count;
    if (count == 0 || run->keeps_assumptions)
        return;
    for (int i = 0; i < report->results.count && i < run->levels.count; i++) {
        const ip_level_result *result = &report->results.items[i];
        if (result->verdict == IP_SAFE)
            IP_PUSH(run->arena, &w.levels, run->levels.items[i]);
        else if (result->safe_sets.count > 0)
            return;
    }
    w.dropped = IP_NEW_ARRAY(run->arena, bool, count);
    if (w.levels.count == 0 || drop(&w, 0, count)) {
        memset(w.dropped, true, sizeof *w.dropped * (size_t)count);
        tell(&w);
        return;
    }
    for (int from = 0, to; from < count; from = to) {
        to = end_of_group(workload, from);
        bool whole = (from > 0 || to < count) && drop(&w, from, to);
        for (int i = from; !whole && i < to; i++)
            if (to - from > 1 || count > 1)
                drop(&w, i, i + 1);
    }
    tell(&w);
}
