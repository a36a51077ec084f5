/* Sets of values, with limited size. */
#ifndef IP_TEMPLATE_VALUE_SET_H
#define IP_TEMPLATE_VALUE_SET_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ip_value_set {
    uint64_t *slots; /* 0 if free */
    size_t room, count;
} ip_value_set;

/* Returns false if the value is already in the set. A full set takes no more values. */
bool ip_templates_value_set_add(ip_arena *arena, ip_value_set *set, uint64_t hash);
bool ip_templates_value_sets_meet(const ip_value_set *a, const ip_value_set *b);

#endif
