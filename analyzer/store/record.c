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

static void put_object(ip_store *store, ip_arena *arena, FILE *out, int object)
{
    put(out, store->witness.object_name(store->witness.data, arena, object));
}

/* Which rows the objects belong to, where that is more than one to a row. */
static void report_objects(ip_store *store, ip_arena *arena)
{
    const ip_store_slot *slot = &store->slots[store->running];
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return;
    int count = slot->reads.count + store->owned.count, written = 0;
    fputs("{\"objects\": {", out);
    for (int i = 0; i < count; i++) {
        int object = i < slot->reads.count ? slot->reads.items[i].object : store->owned.items[i - slot->reads.count];
        ip_store_object *o = &store->objects.items[object];
        if (o->in_record)
            continue;
        o->in_record = true;
        fputs(written++ ? ", " : "", out);
        put_object(store, arena, out, object);
        fputs(": {\"row\": ", out);
        put(out, store->witness.row_name(store->witness.data, arena, object / store->width));
        fputs("}", out);
    }
    fputs("}}", out);
    fclose(out);
    if (written)
        store->witness.line(store->witness.line_data, text);
    free(text);
}

static long origin_of(const ip_store *store, const ip_history_read *read)
{
    return read->from ? store->slots[read->from].number : store->objects.items[read->object].base_number;
}

void ip_store_report(ip_store *store, bool committed)
{
    const ip_store_slot *slot = &store->slots[store->running];
    char *text = NULL;
    size_t length = 0;
    if (!store->witness.line)
        return;
    ip_arena *arena = ip_arena_new();
    report_objects(store, arena);
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fprintf(out, "{\"session\": %d, \"name\": \"T%ld\", ", slot->session + 1, slot->number);
        fputs(committed ? "\"events\": [" : "\"aborted\": true, \"events\": [", out);
        for (int i = 0; i < slot->reads.count; i++) {
            const ip_history_read *read = &slot->reads.items[i];
            fputs(i ? ", {\"read\": " : "{\"read\": ", out);
            put_object(store, arena, out, read->object);
            put_number(out, "from", origin_of(store, read));
            fprintf(out, ", \"step\": %d}", read->step);
        }
        for (int i = 0; i < store->owned.count; i++) {
            fputs(i || slot->reads.count ? ", {\"write\": " : "{\"write\": ", out);
            put_object(store, arena, out, store->owned.items[i]);
            fputs("}", out);
        }
        fputs("]}", out);
        fclose(out);
        store->witness.line(store->witness.line_data, text);
        free(text);
    }
    ip_arena_free(arena);
}
