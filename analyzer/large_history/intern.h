/* Texts as numbers: each different one has the next number, from 0. */
#ifndef IP_INTERN_H
#define IP_INTERN_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

typedef struct ip_interned {
    const char *text; /* NUL-terminated copy, in the arena */
    uint32_t length, hash;
} ip_interned;

typedef struct ip_intern {
    ip_arena *arena;
    IP_VEC(ip_interned) items;
    int *slots; /* number + 1; 0: free */
    int slot_count;
} ip_intern;

int ip_large_intern_text(ip_intern *table, const char *text, size_t length);
int ip_large_intern_find(const ip_intern *table, const char *text, size_t length); /* -1: it is not there */

/* Pairs of numbers to a number: for objects with their values. */
typedef struct ip_pair_table {
    ip_arena *arena;
    struct ip_pair *slots;
    int slot_count, count;
} ip_pair_table;

/* The place of the pair's number, which is -1 for a new pair. Valid until the next call. */
int *ip_large_pairs_at(ip_pair_table *pairs, int first, int second);
int ip_large_pairs_get(const ip_pair_table *pairs, int first, int second); /* -1: it is not there */

#endif
