/* The cheapest choice that satisfies clauses: from each clause an element is chosen, or one of its exceptions is not
 * chosen (a hitting set with exceptions). */
#ifndef IP_COVER_H
#define IP_COVER_H

#include "base/arena.h"

#include <stdbool.h>

typedef IP_VEC(int) ip_indexes;

typedef struct ip_clause {
    ip_indexes some;    /* one of these is chosen */
    ip_indexes not_all; /* or one of these is not chosen; empty: no exceptions */
} ip_clause;

typedef struct ip_cover {
    int count;          /* of what can be chosen */
    const int *costs;   /* [count] */
    const bool *barred; /* [count] never to be chosen */
    const bool *scarce; /* [count] at most this number of these is chosen; NULL: no limit */
    int most_scarce;
    bool (*compatible)(const void *data, int a, int b);
    const void *data;
    IP_VEC(ip_clause) clauses;
} ip_cover;

/* The cheapest choice into chosen [count]. false: there is none, or the search was given up. */
bool ip_advice_cover_cheapest(ip_arena *arena, const ip_cover *cover, bool *chosen);

#endif
