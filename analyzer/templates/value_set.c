/* Hash tables of values. */
#include "templates/value_set.h"

enum { MOST_VALUES = 8192 };

static uint64_t *value_place(uint64_t *slots, size_t room, uint64_t hash)
{
    size_t i = hash & (room - 1);
    while (slots[i] && slots[i] != hash)
        i = (i + 1) & (room - 1);
    return &slots[i];
}

bool ip_templates_value_set_add(ip_arena *arena, ip_value_set *set, uint64_t hash)
{
    hash += hash == 0;
    if (set->room < 2 * set->count + 2) {
        size_t room = set->room ? 2 * set->room : 16;
        uint64_t *slots = IP_NEW_ARRAY(arena, uint64_t, room);
        for (size_t i = 0; i < set->room; i++)
            if (set->slots[i])
                *value_place(slots, room, set->slots[i]) = set->slots[i];
        set->slots = slots;
        set->room = room;
    }
    uint64_t *place = value_place(set->slots, set->room, hash);
    if (*place)
        return false;
    if (set->count < MOST_VALUES) {
        *place = hash;
        set->count++;
    }
    return true;
}

static bool in_set(const ip_value_set *set, uint64_t hash)
{
    for (size_t i = 0; i < set->room; i++)
        if (set->slots[i] == hash)
            return true;
    return false;
}

bool ip_templates_value_sets_meet(const ip_value_set *a, const ip_value_set *b)
{
    for (size_t i = 0; i < a->room; i++)
        if (a->slots[i] && in_set(b, a->slots[i]))
            return true;
    return false;
}
