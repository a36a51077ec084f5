/* Random histories, some likely and some absurd; the same for the same seed. */
#ifndef RANDOM_HISTORY_H
#define RANDOM_HISTORY_H

#include "history/history.h"

enum { RANDOM_MOST_READS = 4, RANDOM_MOST_OBJECTS = 5 };

typedef struct random_shape {
    int transactions; /* beside the initial one */
    int sessions, objects, levels;
    bool rows, aborts;
    bool precedences; /* ip_history.before is given */
    int noise;        /* one read in so many returns any version, the others the latest that was seen; 1: all */
    int view;         /* what a transaction sees: 0 all before it, 1 a prefix, 2 a causally closed set, 3 any set */
} random_shape;

typedef struct random_history {
    ip_history history;
    ip_history_read reads[IP_MAX_TRANSACTIONS][RANDOM_MOST_READS];
    ip_transactions writers[RANDOM_MOST_OBJECTS], row_writers[RANDOM_MOST_OBJECTS];
    int row_of[RANDOM_MOST_OBJECTS];
    ip_transactions before[IP_MAX_TRANSACTIONS];
} random_history;

unsigned random_below(uint64_t *seed, unsigned bound);
random_shape random_shape_make(uint64_t *seed, int most_transactions);
/* Session order and write-read are acyclic. */
void random_history_make(uint64_t *seed, const random_shape *shape, random_history *result);
void random_history_print(const ip_history *history);

#endif
