/* Lists that transactions append to (Elle's list-append; Kingsbury & Alvaro 2020): a read returns everything that has
 * been appended, in order, so it shows the transaction that it read from and the order of the earlier appends. An
 * append after a read of the same transaction counts as a read of that state, too. */
#include "large_history/builder_internal.h"

static int writer_of(const ip_large_builder *b, int object, int value)
{
    int event = ip_large_pairs_get(&b->writes, object, value);
    return event >= 0 ? b->events.items[event].event.transaction : event;
}

/* Appends of the transaction to the object before the read. */
static int own_appends(const ip_large_builder *b, const ip_built_event *read)
{
    int t = b->number[read->event.transaction], count = 0;
    for (int i = b->event_first[t]; i < b->event_first[t + 1] && &b->events.items[b->order[i]] != read; i++) {
        const ip_built_event *e = &b->events.items[b->order[i]];
        count += e->kind == IP_EVENT_WRITE && e->event.object == read->event.object;
    }
    return count;
}

/* Is the shorter of the two lists the beginning of the longer? */
static void compare_with_longest(ip_large_builder *b, const ip_built_event *read)
{
    int x = read->event.object, at = (int)(read - b->events.items);
    if (!b->longest[x]) {
        b->longest[x] = at + 1;
        return;
    }
    const ip_built_event *longest = &b->events.items[b->longest[x] - 1];
    int shared = read->count < longest->count ? read->count : longest->count;
    for (int i = 0; i < shared; i++)
        if (b->lists.items[read->list + i] != b->lists.items[longest->list + i]) {
            ip_large_built_impossible(
                b, read->event.transaction,
                "%s and %s read different elements at place %d of %s: no order of appends gives both",
                ip_large_built_name(b, longest->event.transaction), ip_large_built_name(b, read->event.transaction),
                i + 1, ip_large_built_object(b, x));
            return;
        }
    if (read->count > longest->count)
        b->longest[x] = at + 1;
}

int ip_large_built_list_source(ip_large_builder *b, ip_built_event *read)
{
    const int *values = b->lists.items + read->list;
    int x = read->event.object, count = read->count, own = own_appends(b, read), found = 0;
    for (; count > 0 && writer_of(b, x, values[count - 1]) == read->event.transaction; count--)
        found++;
    if (found != own)
        ip_large_built_impossible(b, read->event.transaction,
                                  "%s reads %s after appending to it and does not get its own %s",
                                  ip_large_built_name(b, read->event.transaction), ip_large_built_object(b, x),
                                  own == 1 ? "element" : "elements");
    for (int i = 0; i < read->count; i++) {
        int writer = writer_of(b, x, values[i]);
        if (writer >= 0)
            continue;
        ip_large_complain(b, read->event.offset,
                          writer == IP_WRITTEN_TWICE ? "several transactions appended %s to '%s': a read cannot tell %s"
                                                     : "no transaction appended %s to '%s'%s",
                          ip_large_built_value(b, values[i]), ip_large_built_object(b, x),
                          writer == IP_WRITTEN_TWICE ? "which of them it read from" : "");
        return -2;
    }
    compare_with_longest(b, read);
    read->event.value = count ? values[count - 1] : -1;
    return count ? writer_of(b, x, values[count - 1]) : -1;
}

void ip_large_built_order_lists(ip_large_builder *b)
{
    for (int x = 0; x < b->result->object_count && !b->errors; x++) {
        if (!b->longest[x])
            continue;
        const ip_built_event *read = &b->events.items[b->longest[x] - 1];
        for (int i = 0; i < read->count; i++) {
            int writer = writer_of(b, x, b->lists.items[read->list + i]);
            b->transactions.items[writer].was_read = true;
            if (b->transactions.items[writer].outcome == IP_LARGE_ABORTED && i + 1 < read->count)
                ip_large_built_impossible(b, read->event.transaction, "%s reads %s from %s, which aborted",
                                          ip_large_built_name(b, read->event.transaction), ip_large_built_object(b, x),
                                          ip_large_built_name(b, writer));
            if (i == 0)
                continue;
            int before = writer_of(b, x, b->lists.items[read->list + i - 1]);
            ip_large_precedence p = {before, writer, x};
            if (before != writer)
                IP_PUSH(b->arena, &b->precedences, p);
        }
    }
}
