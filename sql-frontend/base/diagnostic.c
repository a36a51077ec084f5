/* Collects messages; the same message at the same place is kept once and counted. */
#include "base/diagnostic.h"
#include "base/text_table.h"

#include <string.h>

const char *ip_diagnostic_kind_name(ip_diagnostic_kind kind)
{
    static const char *const names[] = {
#define X(id, name, meaning) [id] = name,
        IP_DIAGNOSTIC_KINDS(X)
#undef X
    };
    return names[kind];
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_message(const ip_diagnostic *a, const ip_diagnostic *b)
{
    return a->kind == b->kind && a->range.source == b->range.source && a->range.begin == b->range.begin &&
           same_text(a->transaction, b->transaction) && same_text(a->message, b->message);
}

/* The transaction is left out: the reader of a body fills it in afterwards. */
static size_t hash(const ip_diagnostic *d)
{
    uint64_t parts[] = {ip_hash(d->message, strlen(d->message)), d->range.begin, (uint64_t)d->kind};
    return ip_hash(parts, sizeof parts);
}

static void fill_slot(ip_diagnostics *diagnostics, int index)
{
    size_t mask = (size_t)diagnostics->slot_count - 1, at = hash(&diagnostics->list.items[index]) & mask;
    while (diagnostics->slots[at])
        at = (at + 1) & mask;
    diagnostics->slots[at] = index + 1;
    diagnostics->used_slots++;
}

/* Slots of retracted messages stay in use until the table is rebuilt. */
static void make_room(ip_diagnostics *diagnostics)
{
    if (diagnostics->used_slots * 2 < diagnostics->slot_count)
        return;
    int count = 64;
    while (count < diagnostics->list.count * 4)
        count *= 2;
    diagnostics->slots = IP_NEW_ARRAY(diagnostics->arena, int, count);
    diagnostics->slot_count = count;
    diagnostics->used_slots = 0;
    for (int i = 0; i < diagnostics->list.count; i++)
        fill_slot(diagnostics, i);
}

/* Index of the same message, or -1. */
static int find(const ip_diagnostics *diagnostics, const ip_diagnostic *wanted)
{
    size_t mask = (size_t)diagnostics->slot_count - 1;
    for (size_t at = hash(wanted) & mask; diagnostics->slots[at]; at = (at + 1) & mask) {
        int index = diagnostics->slots[at] - 1;
        if (index < diagnostics->list.count && same_message(&diagnostics->list.items[index], wanted))
            return index;
    }
    return -1;
}

static void append(ip_diagnostics *diagnostics, ip_diagnostic added)
{
    make_room(diagnostics);
    int before = find(diagnostics, &added);
    if (before >= 0) {
        IP_PUSH(diagnostics->arena, &diagnostics->repeated, before);
        return;
    }
    IP_PUSH(diagnostics->arena, &diagnostics->list, added);
    fill_slot(diagnostics, diagnostics->list.count - 1);
}

void ip_diagnostics_add(ip_diagnostics *diagnostics, ip_diagnostic_kind kind, ip_range range, const char *transaction,
                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = ip_arena_vprintf(diagnostics->arena, format, args);
    va_end(args);
    append(diagnostics, (ip_diagnostic){kind, range, transaction, message, false});
}

void ip_diagnostics_add_beside_verdict(ip_diagnostics *diagnostics, ip_diagnostic_kind kind, ip_range range,
                                       const char *transaction, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = ip_arena_vprintf(diagnostics->arena, format, args);
    va_end(args);
    append(diagnostics, (ip_diagnostic){kind, range, transaction, message, true});
}

void ip_diagnostics_take_over(ip_diagnostics *diagnostics, const ip_diagnostics *others)
{
    for (int i = 0; i < others->list.count; i++)
        append(diagnostics, others->list.items[i]);
    for (int i = 0; i < others->repeated.count; i++)
        append(diagnostics, others->list.items[others->repeated.items[i]]);
}

const int *ip_diagnostics_times(ip_arena *arena, const ip_diagnostics *diagnostics)
{
    int *times = IP_NEW_ARRAY(arena, int, diagnostics->list.count);
    for (int i = 0; i < diagnostics->list.count; i++)
        times[i] = 1;
    /* How often an assumption was used is no matter of the code. */
    for (int i = 0; i < diagnostics->repeated.count; i++)
        if (diagnostics->list.items[diagnostics->repeated.items[i]].kind != IP_ASSUMPTION)
            times[diagnostics->repeated.items[i]]++;
    return times;
}

ip_diagnostics_mark ip_diagnostics_now(const ip_diagnostics *diagnostics)
{
    return (ip_diagnostics_mark){diagnostics->list.count, diagnostics->repeated.count};
}

void ip_diagnostics_undo(ip_diagnostics *diagnostics, ip_diagnostics_mark mark)
{
    diagnostics->list.count = mark.list;
    diagnostics->repeated.count = mark.repeated;
}

int ip_diagnostics_count(const ip_diagnostics *diagnostics, ip_diagnostic_kind kind)
{
    int count = 0;
    for (int i = 0; i < diagnostics->list.count; i++)
        count += diagnostics->list.items[i].kind == kind;
    return count;
}
