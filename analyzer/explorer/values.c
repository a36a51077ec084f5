/* Values by number: equal values have one, so that a run's answers can be compared and remembered as numbers. */
#include "explorer/values.h"

#include <stdlib.h>
#include <string.h>

struct ip_explore_values {
    ip_arena *arena;
    IP_VEC(ip_datum) data;
    IP_VEC(uint64_t) hashes;
    int *slots; /* open addressing; value + 1, 0: empty */
    int slot_count;
};

enum { FIRST_SLOTS = 256 };

ip_explore_values *ip_explore_values_new(void)
{
    ip_arena *arena = ip_arena_new();
    ip_explore_values *values = IP_NEW(arena, ip_explore_values);
    values->arena = arena;
    values->slot_count = FIRST_SLOTS;
    values->slots = IP_NEW_ARRAY(arena, int, FIRST_SLOTS);
    return values;
}

void ip_explore_values_free(ip_explore_values *values)
{
    if (values)
        ip_arena_free(values->arena);
}

size_t ip_explore_values_bytes(const ip_explore_values *values)
{
    return ip_arena_bytes(values->arena);
}

static bool has_items(ip_datum datum)
{
    return datum.kind >= IP_DATUM_ARRAY;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

/* A number's scale and a float's sign of zero are observable, so equality here is identity, not SQL's. */
static uint64_t word_of(ip_datum datum)
{
    uint64_t word = 0;
    if (datum.kind == IP_DATUM_BOOLEAN)
        word = datum.as.boolean;
    else if (datum.kind == IP_DATUM_REAL || datum.kind == IP_DATUM_FLOAT)
        memcpy(&word, &datum.as.real, sizeof word);
    else if (datum.kind != IP_DATUM_NULL)
        word = (uint64_t)datum.as.integer;
    return word;
}

static bool has_high(ip_datum datum)
{
    return datum.kind == IP_DATUM_NUMERIC || datum.kind == IP_DATUM_INTERVAL || datum.kind == IP_DATUM_RANGE;
}

static uint64_t high_of(ip_datum datum)
{
    return (uint64_t)(datum.kind == IP_DATUM_INTERVAL ? datum.days : datum.high);
}

static uint64_t hash_of(ip_datum datum)
{
    uint64_t hash = mix(UINT64_C(0x243f6a8885a308d3), datum.kind);
    if (ip_datum_is_text(datum) || has_items(datum) || has_high(datum))
        hash = mix(hash, (uint64_t)datum.count);
    if (ip_datum_is_long(datum))
        for (const char *at = datum.as.text; *at; at++)
            hash = mix(hash, (unsigned char)*at);
    else if (ip_datum_is_text(datum))
        for (int i = 0; i < datum.count; i++)
            hash = mix(hash, (unsigned char)datum.as.text[i]);
    else if (has_items(datum))
        for (int i = 0; i < datum.count; i++)
            hash = mix(hash, hash_of(datum.as.items[i]));
    else
        hash = mix(hash, word_of(datum));
    return has_high(datum) ? mix(hash, high_of(datum)) : hash;
}

static bool equal_names(ip_datum a, ip_datum b)
{
    if (a.kind != IP_DATUM_RECORD || a.names == b.names)
        return true;
    if (!a.names || !b.names)
        return false;
    for (int i = 0; i < a.count; i++)
        if (strcmp(a.names[i], b.names[i]))
            return false;
    return true;
}

static bool equal(ip_datum a, ip_datum b)
{
    if (a.kind != b.kind || ip_datum_is_long(a) != ip_datum_is_long(b))
        return false;
    if (ip_datum_is_long(a))
        return a.count == b.count && !strcmp(a.as.text, b.as.text);
    if (ip_datum_is_text(a))
        return a.count == b.count && !memcmp(a.as.text, b.as.text, (size_t)a.count);
    if (has_items(a)) {
        if (a.count != b.count || !equal_names(a, b))
            return false;
        for (int i = 0; i < a.count; i++)
            if (!equal(a.as.items[i], b.as.items[i]))
                return false;
        return !has_high(a) || high_of(a) == high_of(b);
    }
    return word_of(a) == word_of(b) && (!has_high(a) || (a.count == b.count && high_of(a) == high_of(b)));
}

static void enlarge(ip_explore_values *values)
{
    values->slot_count *= 2;
    values->slots = IP_NEW_ARRAY(values->arena, int, values->slot_count);
    for (int v = 0; v < values->data.count; v++) {
        int slot = (int)(values->hashes.items[v] & (uint64_t)(values->slot_count - 1));
        while (values->slots[slot])
            slot = (slot + 1) & (values->slot_count - 1);
        values->slots[slot] = v + 1;
    }
}

int ip_explore_value(ip_explore_values *values, ip_datum datum)
{
    uint64_t hash = hash_of(datum);
    int slot = (int)(hash & (uint64_t)(values->slot_count - 1));
    for (; values->slots[slot]; slot = (slot + 1) & (values->slot_count - 1)) {
        int value = values->slots[slot] - 1;
        if (values->hashes.items[value] == hash && equal(values->data.items[value], datum))
            return value;
    }
    int value = values->data.count;
    values->slots[slot] = value + 1;
    IP_PUSH(values->arena, &values->data, ip_value_datum_copy(values->arena, datum));
    IP_PUSH(values->arena, &values->hashes, hash);
    if (values->data.count * 2 > values->slot_count)
        enlarge(values);
    return value;
}

ip_datum ip_explore_datum(const ip_explore_values *values, int value)
{
    return values->data.items[value];
}
