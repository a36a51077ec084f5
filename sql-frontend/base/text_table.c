/* Open addressing: tables are at most half full, and nothing is taken out of them. */
#include "base/text_table.h"

/* Header-only on purpose: libpg_query exports symbols of an xxhash of its own. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

uint64_t ip_hash(const void *bytes, size_t length)
{
    return XXH3_64bits(bytes, length);
}

static ip_text_entry *entry_of(const ip_text_table *table, const char *text, uint64_t hash)
{
    size_t at = hash & (table->size - 1);
    while (table->entries[at].text && (table->entries[at].hash != hash || strcmp(table->entries[at].text, text) != 0))
        at = (at + 1) & (table->size - 1);
    return &table->entries[at];
}

static void grow(ip_arena *arena, ip_text_table *table)
{
    ip_text_table larger = {.size = table->size ? 2 * table->size : 64, .used = table->used};
    larger.entries = IP_NEW_ARRAY(arena, ip_text_entry, larger.size);
    for (size_t i = 0; i < table->size; i++)
        if (table->entries[i].text)
            *entry_of(&larger, table->entries[i].text, table->entries[i].hash) = table->entries[i];
    *table = larger;
}

ip_text_entry *ip_text_table_add(ip_arena *arena, ip_text_table *table, const char *text)
{
    uint64_t hash = ip_hash(text, strlen(text));
    if (2 * (table->used + 1) > table->size)
        grow(arena, table);
    ip_text_entry *entry = entry_of(table, text, hash);
    if (!entry->text) {
        *entry = (ip_text_entry){.text = text, .hash = hash};
        table->used++;
    }
    return entry;
}

void *ip_text_table_find(const ip_text_table *table, const char *text)
{
    return table->size ? entry_of(table, text, ip_hash(text, strlen(text)))->value : NULL;
}
