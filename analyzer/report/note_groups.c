/* Groups notes by their text: sorted by text, then put back into the order in which they were reported. */
#include "report/note_groups.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    const ip_diagnostic *note;
    int index;
    int group; /* index of the first note that says the same */
} entry;

/* Errors of one place: the programs that reach it are listed, and not the error for each. */
static int compare_places(const ip_diagnostic *a, const ip_diagnostic *b)
{
    if (a->range.source != b->range.source) {
        int files = a->range.source && b->range.source ? strcmp(a->range.source->path, b->range.source->path) : 0;
        return files ? files : (a->range.source > b->range.source) - (a->range.source < b->range.source);
    }
    return (a->range.begin > b->range.begin) - (a->range.begin < b->range.begin);
}

static int compare_texts(const ip_diagnostic *a, const ip_diagnostic *b)
{
    int order = a->kind != b->kind ? (int)a->kind - (int)b->kind : strcmp(a->message, b->message);
    return order || a->kind != IP_ERROR ? order : compare_places(a, b);
}

static int by_text(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = compare_texts(x->note, y->note);
    return order ? order : x->index - y->index;
}

static int by_group(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->group != y->group)
        return x->group - y->group;
    ip_range of_x = x->note->range, of_y = y->note->range;
    int files = of_x.source && of_y.source ? strcmp(of_x.source->path, of_y.source->path) : 0;
    if (files || of_x.source != of_y.source || of_x.begin == of_y.begin)
        return files ? files : x->index - y->index;
    return of_x.begin < of_y.begin ? -1 : 1;
}

/* It is about a program that is not analyzed. */
static bool is_left_out(const ip_report_data *report, const ip_diagnostic *note)
{
    for (int i = 0; note->transaction && i < report->workload->left_out.count; i++)
        if (strcmp(note->transaction, report->workload->left_out.items[i]) == 0)
            return true;
    return false;
}

ip_note_groups ip_report_note_groups_of(ip_arena *arena, const ip_report_data *report, bool beside)
{
    const ip_diagnostics *notes = report->diagnostics;
    ip_note_groups groups = {0};
    entry *entries = IP_NEW_ARRAY(arena, entry, notes->list.count + 1);
    int count = 0;
    for (int i = 0; i < notes->list.count; i++)
        if ((beside || !notes->list.items[i].beside_verdict) && !is_left_out(report, &notes->list.items[i]))
            entries[count++] = (entry){&notes->list.items[i], i, i};
    qsort(entries, (size_t)count, sizeof *entries, by_text);
    for (int e = 1; e < count; e++)
        if (entries[e].note->kind != IP_SUPPRESSED && compare_texts(entries[e - 1].note, entries[e].note) == 0)
            entries[e].group = entries[e - 1].group;
    qsort(entries, (size_t)count, sizeof *entries, by_group);
    for (int e = 0; e < count; e++) {
        if (e == 0 || entries[e].group != entries[e - 1].group)
            IP_PUSH(arena, &groups, ((ip_note_group){.kind = entries[e].note->kind}));
        IP_PUSH(arena, &groups.items[groups.count - 1].members, entries[e].index);
    }
    return groups;
}

const char *ip_report_note_group_programs(ip_arena *arena, const ip_report_data *report, const ip_note_group *group)
{
    enum { MOST_NAMED = 2 };
    const char *names = NULL;
    int count = 0, left = 0;
    for (int i = 0; i < group->members.count; i++)
        count += report->diagnostics->list.items[group->members.items[i]].transaction != NULL;
    for (int i = 0, named = 0; i < group->members.count; i++) {
        const char *name = report->diagnostics->list.items[group->members.items[i]].transaction;
        if (!name)
            continue;
        if (named == MOST_NAMED) {
            left++;
            continue;
        }
        const char *joint = named + 1 == count ? " and " : ", ";
        names = names ? ip_arena_printf(arena, "%s%s%s", names, joint, name) : name;
        named++;
    }
    return left ? ip_arena_printf(arena, "%s and %d more program%s", names, left, left == 1 ? "" : "s") : names;
}
