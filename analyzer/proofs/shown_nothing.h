/* Pairs of programs of which brief looks have shown nothing: they need no look again until something is changed. */
#ifndef IP_SHOWN_NOTHING_H
#define IP_SHOWN_NOTHING_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Of one level. A program is known by a digest of it, its level, and all else that a look at it depends on. */
typedef struct ip_shown_nothing {
    const uint64_t *programs; /* [programs] */
    const uint64_t *known;    /* digests of pairs in earlier looks, ascending */
    int known_count;
    IP_VEC(uint64_t) found; /* in this one */
} ip_shown_nothing;

/* Sorts digests, for .known. */
void ip_proof_shown_nothing_sort(uint64_t *digests, int count);
/* An earlier look at this pair of programs has shown nothing. */
bool ip_proof_shown_nothing_has(const ip_shown_nothing *shown, int a, int b);
void ip_proof_shown_nothing_add(ip_arena *arena, ip_shown_nothing *shown, int a, int b);

#endif
