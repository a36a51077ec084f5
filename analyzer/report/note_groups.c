/* Groups notes by their text: sorted by text, then put back into the order in which they were reported. */
#include "report/note_groups.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    const ip_diagnostic *note;
    int index;
    int group; /* index of the first note that says the same */
} entry;

static bool stands_alone(const ip_diagnostic *note)
{
    return note->kind == IP_ERROR || note->kind == IP_SUPPRESSED;
}

static int compare_texts(const ip_diagnostic *a, const ip_diagnostic *b)
{
    return a->kind != b->kind ? (int)a->kind - (int)b->kind : strcmp(a->message, b->message);
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

ip_note_groups ip_note_groups_of(ip_arena *arena, const ip_report_data *report, bool beside)
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
        if (!stands_alone(entries[e].note) && compare_texts(entries[e - 1].note, entries[e].note) == 0)
            entries[e].group = entries[e - 1].group;
    qsort(entries, (size_t)count, sizeof *entries, by_group);
    for (int e = 0; e < count; e++) {
        if (e == 0 || entries[e].group != entries[e - 1].group)
            IP_PUSH(arena, &groups, ((ip_note_group){.kind = entries[e].note->kind}));
        IP_PUSH(arena, &groups.items[groups.count - 1].members, entries[e].index);
    }
    return groups;
}
