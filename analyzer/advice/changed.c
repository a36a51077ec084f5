/* Applies the edits of candidates to the texts, and reads the texts like the user's files. */
#include "advice/changed.h"

#include <string.h>

/* Its place before the changes: for an inserted text, the whole text that it replaces. */
static ip_range before_changes(const ip_changed *changed, ip_range range)
{
    ip_range p = ip_range_in_file(range);
    for (int i = 0; i < changed->sources.count; i++)
        if (changed->sources.items[i] == p.source) {
            p.begin = ip_advice_edits_origin(changed->originals.items[i], &changed->edits, p.begin);
            p.end = ip_advice_edits_origin_end(changed->originals.items[i], &changed->edits, p.end);
            p.source = changed->originals.items[i];
            return p;
        }
    return p;
}

static const ip_program *counterpart(const ip_changed *changed, const ip_program *original)
{
    ip_range wanted = ip_range_in_file(original->range);
    for (int i = 0; i < changed->workload->programs.count; i++) {
        const ip_program *program = changed->workload->programs.items[i];
        ip_range p = before_changes(changed, program->range);
        if (program->kind == original->kind && p.source == wanted.source && p.begin == wanted.begin)
            return program;
    }
    return NULL;
}

static int complaints(const ip_diagnostics *diagnostics)
{
    return ip_diagnostics_count(diagnostics, IP_ERROR) + ip_diagnostics_count(diagnostics, IP_UNSUPPORTED);
}

static bool collect(ip_changed *changed, const ip_candidates *candidates, const bool *chosen)
{
    for (int c = 0; chosen && c < candidates->count; c++) {
        if (!chosen[c])
            continue;
        if (candidates->items[c].broken)
            return false;
        for (int e = 0; e < candidates->items[c].edits.count; e++)
            IP_PUSH(changed->arena, &changed->edits, candidates->items[c].edits.items[e]);
    }
    return ip_advice_edits_sort(&changed->edits);
}

bool ip_advice_changed_read(ip_run *run, ip_arena *arena, const ip_candidates *candidates, const bool *chosen,
                            ip_changed *changed)
{
    *changed = (ip_changed){.arena = arena, .diagnostics = {.arena = arena}};
    if (!collect(changed, candidates, chosen))
        return false;
    for (int i = 0; i < run->sources.count; i++) {
        const ip_source *original = run->sources.items[i];
        size_t length;
        const char *text = ip_advice_edits_apply(arena, original, &changed->edits, &length);
        ip_source *source = ip_source_from_text(arena, original->path, text, length);
        source->given = original->given;
        IP_PUSH(arena, &changed->originals, original);
        IP_PUSH(arena, &changed->sources, source);
    }
    changed->workload =
        ip_frontend_read_as(arena, changed->sources.items, changed->sources.count, run->flags, &changed->diagnostics);
    int n = run->workload->programs.count;
    changed->programs = IP_NEW_ARRAY(arena, const ip_program *, n);
    for (int p = 0; p < n; p++) {
        const ip_program *original = run->workload->programs.items[p];
        changed->programs[p] = counterpart(changed, original);
        if (!changed->programs[p] || (changed->programs[p]->broken && !original->broken))
            return false;
    }
    return complaints(&changed->diagnostics) <= complaints(&run->diagnostics);
}

int ip_advice_changed_index(const ip_changed *changed, int count, const ip_program *program)
{
    for (int p = 0; p < count; p++)
        if (changed->programs[p] == program)
            return p;
    return -1;
}

bool ip_advice_changed_from(const ip_changed *changed, const ip_statement *statement, const ip_statement *original)
{
    if (!statement->range.source || !original->range.source)
        return false;
    ip_range is = before_changes(changed, statement->range), was = ip_range_in_file(original->range);
    return is.source == was.source && is.begin < was.end && (was.begin <= is.begin || was.begin < is.end);
}
