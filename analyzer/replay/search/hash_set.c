/* A set of hashes with open addressing, never more than half full. */
#include "replay/search/hash_set.h"

#include "base/stop.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 256 };

/* Where the hash is, or the free slot for it. */
static uint64_t *slot_of(const ip_hash_set *set, uint64_t hash)
{
    size_t at = (size_t)(hash >> 16) % set->size;
    while (set->slots[at] && set->slots[at] != hash)
        at = (at + 1) % set->size;
    return &set->slots[at];
}

static void grow(ip_hash_set *set)
{
    const ip_hash_set before = *set;
    set->size = before.size ? 2 * before.size : FIRST_SIZE;
    set->slots = calloc(set->size, sizeof *set->slots);
    if (!set->slots)
        ip_memory_failed();
    for (size_t i = 0; i < before.size; i++)
        if (before.slots[i])
            *slot_of(set, before.slots[i]) = before.slots[i];
    free(before.slots);
}

bool ip_replay_hash_set_add(ip_hash_set *set, uint64_t hash)
{
    if (2 * set->count >= set->size)
        grow(set);
    uint64_t *slot = slot_of(set, hash | 1);
    if (*slot)
        return false;
    *slot = hash | 1;
    set->count++;
    return true;
}

void ip_replay_hash_set_clear(ip_hash_set *set)
{
    if (set->count)
        memset(set->slots, 0, set->size * sizeof *set->slots);
    set->count = 0;
}

void ip_replay_hash_set_release(ip_hash_set *set)
{
    free(set->slots);
    *set = (ip_hash_set){0};
}
