/* Transactions as lines of JSON, as isoproof check reads them (docs/histories.md). */
#include "store/store_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ip_store_watch(ip_store *store, const ip_store_witness *witness)
{
    store->witness = *witness;
}

static void put(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned char)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void put_number(FILE *out, const char *name, long number)
{
    if (number)
        fprintf(out, ", \"%s\": \"T%ld\"", name, number);
    else
        fprintf(out, ", \"%s\": \"initial\"", name);
}

/* Which rows the objects belong to, where that is more than one to a row. */
static void report_objects(const ip_store_witness *witness, const ip_store_ended *t, ip_arena *arena)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    int written = 0;
    if (!out)
        return;
    fputs("{\"objects\": {", out);
    for (int i = 0; i < t->count; i++) {
        int object = t->events[i].object;
        bool *named = t->is_named(t->is_named_data, object);
        if (*named)
            continue;
        *named = true;
        fputs(written++ ? ", " : "", out);
        put(out, witness->object_name(witness->data, arena, object));
        fputs(": {\"row\": ", out);
        put(out, witness->row_name(witness->data, arena, object / t->width));
        fputs("}", out);
    }
    fputs("}}", out);
    fclose(out);
    if (written)
        witness->line(witness->line_data, text);
    free(text);
}

void ip_store_witness_end(const ip_store_witness *witness, const ip_store_ended *t)
{
    char *text = NULL;
    size_t length = 0;
    ip_arena *arena = ip_arena_new();
    report_objects(witness, t, arena);
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fprintf(out, "{\"session\": %d, \"name\": \"T%ld\", ", t->session, t->number);
        fputs(t->committed ? "\"events\": [" : "\"aborted\": true, \"events\": [", out);
        for (int i = 0; i < t->count; i++) {
            const ip_store_event *event = &t->events[i];
            fprintf(out, "%s{\"%s\": ", i ? ", " : "", event->write ? "write" : "read");
            put(out, witness->object_name(witness->data, arena, event->object));
            if (!event->write) {
                put_number(out, "from", event->from);
                fprintf(out, ", \"step\": %d%s", event->step, event->newest ? ", \"newest\": true" : "");
            }
            fputs("}", out);
        }
        fputs("]}", out);
        fclose(out);
        witness->line(witness->line_data, text);
        free(text);
    }
    ip_arena_free(arena);
}

static bool *is_named(void *data, int object)
{
    return &((ip_store *)data)->objects.items[object].in_record;
}

void ip_store_report(ip_store *store, bool committed)
{
    const ip_store_slot *slot = &store->slots[store->running];
    if (!store->witness.line)
        return;
    ip_arena *arena = ip_arena_new();
    ip_store_event *events = IP_NEW_ARRAY(arena, ip_store_event, slot->reads.count + store->owned.count);
    int count = 0;
    for (int i = 0; i < slot->reads.count; i++) {
        const ip_history_read *read = &slot->reads.items[i];
        /* What a constraint has found beyond the one snapshot: no order of commits explains it and the snapshot. */
        if (read->newest && store->of_engine && !store->per_statement && !store->serial)
            continue;
        long from = read->from ? store->slots[read->from].number : store->objects.items[read->object].base_number;
        events[count++] =
            (ip_store_event){.object = read->object, .from = from, .step = read->step, .newest = read->newest};
    }
    for (int i = 0; i < store->owned.count; i++)
        events[count++] = (ip_store_event){.write = true, .object = store->owned.items[i]};
    ip_store_witness_end(&store->witness, &(ip_store_ended){.session = slot->session + 1,
                                                            .number = slot->number,
                                                            .committed = committed,
                                                            .width = store->width,
                                                            .count = count,
                                                            .events = events,
                                                            .is_named = is_named,
                                                            .is_named_data = store});
    ip_arena_free(arena);
}
