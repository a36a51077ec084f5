/* Events of a recorded transaction: reads, writes, with their locks and newest versions. */
#include "history/recorded_internal.h"

#include <string.h>

static bool is_event(const ip_json *event)
{
    return event->kind == IP_JSON_OBJECT && !!ip_history_json_get(event, "read") +
                                                    !!ip_history_json_get(event, "write") +
                                                    !!ip_history_json_get(event, "lock") ==
                                                1;
}

static bool same_value(const ip_json *a, const ip_json *b)
{
    ip_json_kind kind_a = a ? a->kind : IP_JSON_NULL, kind_b = b ? b->kind : IP_JSON_NULL;
    return kind_a == kind_b && (!a || !b || strcmp(a->text, b->text) == 0);
}

static void add_write(ip_recorded_builder *b, int transaction, const ip_json *event)
{
    ip_history_recorded_expect_keys(b, event, "write value step mode insert");
    const char *name = ip_history_recorded_text(b, event, "write");
    if (!name)
        return;
    ip_recorded_write next = {transaction, ip_history_recorded_object_of(b, name),
                              ip_history_recorded_scalar(b, event, "value"), true};
    for (int i = 0; i < b->writes.count; i++)
        if (b->writes.items[i].transaction == transaction && b->writes.items[i].object == next.object)
            b->writes.items[i].last = false;
    IP_PUSH(b->arena, &b->writes, next);
}

void ip_history_recorded_read_writes(ip_recorded_builder *b, int transaction)
{
    const ip_json *events = ip_history_recorded_array(b, b->transactions[transaction], "events");
    for (int i = 0; events && i < events->items.count; i++) {
        const ip_json *event = events->items.items[i];
        if (!is_event(event))
            ip_history_recorded_complain(
                b, event, "expected an event, {\"read\": object, …}, {\"write\": object, …} or {\"lock\": row, …}");
        else if (ip_history_json_get(event, "write"))
            add_write(b, transaction, event);
        else if (ip_history_json_get(event, "lock"))
            ip_history_recorded_expect(b, ip_history_json_get(event, "lock"), IP_JSON_STRING, "lock");
        else if (ip_history_recorded_expect(b, ip_history_json_get(event, "read"), IP_JSON_STRING, "read"))
            ip_history_recorded_object_of(b, ip_history_json_get(event, "read")->text);
    }
}

static const char *value_text(const ip_recorded_builder *b, const ip_json *value)
{
    if (!value)
        return "null";
    return ip_range_text(b->arena, value->range);
}

void ip_history_recorded_add_impossible(ip_recorded_builder *b, int transaction, const char *reason)
{
    ip_impossible_read read = {transaction, reason};
    IP_PUSH(b->arena, &b->result->impossible, read);
}

/* The transaction that the event says it read from; -1 after complaining. */
static int named_source(ip_recorded_builder *b, const ip_json *from, int object, const ip_json *value)
{
    if (from->kind == IP_JSON_NULL || (from->kind == IP_JSON_STRING && strcmp(from->text, IP_RECORDED_INITIAL) == 0)) {
        if (value && !same_value(value, b->objects.items[object].initial))
            ip_history_recorded_complain(b, value,
                                         ip_arena_printf(b->arena, "the initial value of '%s' is %s",
                                                         b->objects.items[object].name,
                                                         value_text(b, b->objects.items[object].initial)));
        return 0;
    }
    if (!ip_history_recorded_expect(b, from, IP_JSON_STRING, "from"))
        return -1;
    int t = ip_history_recorded_find(b->names, b->result->history.count, from->text);
    const ip_recorded_write *found = NULL;
    for (int i = 0; i < b->writes.count; i++) {
        const ip_recorded_write *w = &b->writes.items[i];
        if (w->transaction == t && w->object == object && (w->last || (value && same_value(value, w->value))))
            found = w;
    }
    if (t < 0)
        ip_history_recorded_complain(b, from, ip_arena_printf(b->arena, "no transaction is called '%s'", from->text));
    else if (!found)
        ip_history_recorded_complain(
            b, from, ip_arena_printf(b->arena, "'%s' does not write '%s'", from->text, b->objects.items[object].name));
    else if (value && found->value && !same_value(value, found->value))
        ip_history_recorded_complain(b, value,
                                     ip_arena_printf(b->arena, "'%s' does not write this value to '%s'", from->text,
                                                     b->objects.items[object].name));
    else
        return t;
    return -1;
}

/* The one transaction that wrote the value; -1 after complaining. */
static int source_of_value(ip_recorded_builder *b, const ip_json *event, int reader, int object, const ip_json *value)
{
    bool initial = same_value(value, b->objects.items[object].initial);
    int found = initial ? 0 : -1;
    for (int i = 0; i < b->writes.count; i++) {
        const ip_recorded_write *w = &b->writes.items[i];
        if (w->object != object || w->transaction == reader || w->transaction == found || !w->value ||
            !same_value(value, w->value))
            continue;
        if (found >= 0) {
            ip_history_recorded_complain(
                b, event,
                ip_arena_printf(
                    b->arena, "both '%s' and '%s' wrote %s to '%s': expected \"from\" to tell which was read",
                    b->names[found], b->names[w->transaction], value_text(b, value), b->objects.items[object].name));
            return -1;
        }
        found = w->transaction;
    }
    if (found < 0)
        ip_history_recorded_complain(b, event,
                                     ip_arena_printf(b->arena,
                                                     "no transaction wrote %s to '%s', and its initial value is %s",
                                                     value_text(b, value), b->objects.items[object].name,
                                                     value_text(b, b->objects.items[object].initial)));
    return found;
}

/* Whether other transactions may see the version read (Adya 1999, G1a and G1b). */
static bool is_version(ip_recorded_builder *b, int reader, int from, int object, const ip_json *value)
{
    const char *name = b->objects.items[object].name;
    bool intermediate = false;
    if (from == 0)
        return true;
    for (int i = 0; i < b->writes.count; i++) {
        const ip_recorded_write *w = &b->writes.items[i];
        if (w->transaction == from && w->object == object && value && w->value && same_value(value, w->value))
            intermediate = !w->last;
    }
    if (b->result->history.transactions[from].aborted)
        ip_history_recorded_add_impossible(
            b, reader,
            ip_arena_printf(b->arena, "%s reads %s from %s, which aborted", b->names[reader], name, b->names[from]));
    else if (intermediate)
        ip_history_recorded_add_impossible(
            b, reader,
            ip_arena_printf(b->arena, "%s reads %s = %s from %s, which then overwrote it itself", b->names[reader],
                            name, value_text(b, value), b->names[from]));
    return !intermediate && !b->result->history.transactions[from].aborted;
}

typedef struct own_write {
    bool exists;
    const ip_json *value;
} own_write;

/* After an own write: the value must be that one. */
static void check_own(ip_recorded_builder *b, int reader, int object, const own_write *own, const ip_json *event)
{
    const ip_json *value = ip_history_recorded_scalar(b, event, "value"), *from = ip_history_json_get(event, "from");
    bool other = from && !(from->kind == IP_JSON_STRING && strcmp(from->text, b->names[reader]) == 0);
    if (other || (value && own->value && !same_value(value, own->value)))
        ip_history_recorded_add_impossible(
            b, reader,
            ip_arena_printf(b->arena, "%s reads %s after writing it and does not get its own value", b->names[reader],
                            b->objects.items[object].name));
}

static bool read_source(ip_recorded_builder *b, int reader, const ip_json *event, ip_history_read *read)
{
    const ip_json *value = ip_history_recorded_scalar(b, event, "value"), *from = ip_history_json_get(event, "from");
    ip_history_recorded_expect_keys(b, event, "read value from step newest");
    if (!from && !value) {
        ip_history_recorded_complain(b, event, "expected \"value\" or \"from\" with a read");
        return false;
    }
    const ip_json *newest = ip_history_recorded_flag(b, event, "newest");
    read->newest = newest && newest->kind == IP_JSON_TRUE;
    read->unsure = !newest;
    read->from =
        from ? named_source(b, from, read->object, value) : source_of_value(b, event, reader, read->object, value);
    if (read->from == reader) {
        ip_history_recorded_complain(b, event, "a transaction cannot read its own write before it writes");
        return false;
    }
    return read->from >= 0 && is_version(b, reader, read->from, read->object, value);
}

/* Statement numbers grow; events without one are separate statements. */
static int step_of(ip_recorded_builder *b, const ip_json *event, int last)
{
    const ip_json *step = ip_history_json_get(event, "step");
    if (!step)
        return last + 1;
    int number = 0;
    if (ip_history_recorded_expect(b, step, IP_JSON_NUMBER, "step"))
        for (const char *at = step->text; *at; at++) {
            if (*at < '0' || *at > '9' || number > 1000000) {
                ip_history_recorded_complain(b, step, "step: expected a whole number from 0 to 1000000");
                return last;
            }
            number = 10 * number + (*at - '0');
        }
    if (number < last)
        ip_history_recorded_complain(b, step,
                                     "step: statements are numbered in their order, and this number goes back");
    return number;
}

void ip_history_recorded_read_reads(ip_recorded_builder *b, int transaction)
{
    const ip_json *events = ip_history_json_get(b->transactions[transaction], "events");
    own_write *own = IP_NEW_ARRAY(b->arena, own_write, b->objects.count);
    IP_VEC(ip_history_read) reads = {0};
    IP_VEC(ip_history_lock) locks = {0};
    int step = -1;
    for (int i = 0; events && i < events->items.count; i++) {
        const ip_json *event = events->items.items[i], *write = ip_history_json_get(event, "write");
        ip_history_lock lock;
        step = step_of(b, event, step);
        if (write ? ip_history_recorded_write_lock(b, event, step, &lock)
                  : ip_history_recorded_lock(b, event, step, &lock))
            IP_PUSH(b->arena, &locks, lock);
        if (ip_history_json_get(event, "lock"))
            continue;
        const ip_json *name = write ? write : ip_history_json_get(event, "read");
        if (name->kind != IP_JSON_STRING)
            continue; /* complained about */
        ip_history_read read = {.object = ip_history_recorded_object_of(b, name->text), .step = step};
        if (write)
            own[read.object] = (own_write){true, ip_history_recorded_scalar(b, event, "value")};
        else if (own[read.object].exists)
            check_own(b, transaction, read.object, &own[read.object], event);
        else if (read_source(b, transaction, event, &read))
            IP_PUSH(b->arena, &reads, read);
    }
    b->result->history.transactions[transaction].locks = locks.items;
    b->result->history.transactions[transaction].lock_count = locks.count;
    b->result->history.transactions[transaction].reads = reads.items;
    b->result->history.transactions[transaction].read_count = reads.count;
}
