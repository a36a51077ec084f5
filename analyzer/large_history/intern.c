/* Texts and pairs as numbers: hash tables with open addressing. */
#include "large_history/intern.h"

#include <string.h>

enum { FIRST_SLOTS = 256 };

struct ip_pair {
    int first, second, number;
    int used;
};

/* FNV-1a, with the high bits mixed into the low ones that choose the slot. */
static uint32_t hash_text(const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return (uint32_t)(hash ^ hash >> 32);
}

static uint32_t hash_pair(int first, int second)
{
    uint64_t hash = ((uint64_t)(uint32_t)first << 32 | (uint32_t)second) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32);
}

/* The slot where the text is or may be put. */
static int slot_of(const ip_intern *table, const char *text, size_t length, uint32_t hash)
{
    int at = (int)(hash & (uint32_t)(table->slot_count - 1));
    for (;; at = (at + 1) & (table->slot_count - 1)) {
        if (!table->slots[at])
            return at;
        const ip_interned *item = &table->items.items[table->slots[at] - 1];
        if (item->hash == hash && item->length == length && memcmp(item->text, text, length) == 0)
            return at;
    }
}

static void grow_slots(ip_intern *table)
{
    table->slot_count = table->slot_count ? 2 * table->slot_count : FIRST_SLOTS;
    table->slots = IP_NEW_ARRAY(table->arena, int, table->slot_count);
    for (int i = 0; i < table->items.count; i++) {
        int at = (int)(table->items.items[i].hash & (uint32_t)(table->slot_count - 1));
        while (table->slots[at])
            at = (at + 1) & (table->slot_count - 1);
        table->slots[at] = i + 1;
    }
}

int ip_large_intern_text(ip_intern *table, const char *text, size_t length)
{
    if (2 * table->items.count >= table->slot_count)
        grow_slots(table);
    uint32_t hash = hash_text(text, length);
    int at = slot_of(table, text, length, hash);
    if (!table->slots[at]) {
        ip_interned item = {ip_arena_strndup(table->arena, text, length), (uint32_t)length, hash};
        IP_PUSH(table->arena, &table->items, item);
        table->slots[at] = table->items.count;
    }
    return table->slots[at] - 1;
}

int ip_large_intern_find(const ip_intern *table, const char *text, size_t length)
{
    if (!table->slot_count)
        return -1;
    return table->slots[slot_of(table, text, length, hash_text(text, length))] - 1;
}

/* ------------------------------------------------------------------- pairs -- */

static struct ip_pair *pair_slot(const ip_pair_table *pairs, int first, int second)
{
    int at = (int)(hash_pair(first, second) & (uint32_t)(pairs->slot_count - 1));
    while (pairs->slots[at].used && (pairs->slots[at].first != first || pairs->slots[at].second != second))
        at = (at + 1) & (pairs->slot_count - 1);
    return &pairs->slots[at];
}

static void grow_pairs(ip_pair_table *pairs)
{
    struct ip_pair *old = pairs->slots;
    int old_count = pairs->slot_count;
    pairs->slot_count = old_count ? 2 * old_count : FIRST_SLOTS;
    pairs->slots = IP_NEW_ARRAY(pairs->arena, struct ip_pair, pairs->slot_count);
    for (int i = 0; i < old_count; i++)
        if (old[i].used)
            *pair_slot(pairs, old[i].first, old[i].second) = old[i];
}

int *ip_large_pairs_at(ip_pair_table *pairs, int first, int second)
{
    if (2 * pairs->count >= pairs->slot_count)
        grow_pairs(pairs);
    struct ip_pair *pair = pair_slot(pairs, first, second);
    if (!pair->used) {
        *pair = (struct ip_pair){first, second, -1, 1};
        pairs->count++;
    }
    return &pair->number;
}

int ip_large_pairs_get(const ip_pair_table *pairs, int first, int second)
{
    if (!pairs->slot_count)
        return -1;
    const struct ip_pair *pair = pair_slot(pairs, first, second);
    return pair->used ? pair->number : -1;
}
