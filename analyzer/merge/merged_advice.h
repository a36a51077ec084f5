/* What the shards of isoproof advise say, put together. Internal to this folder. */
#ifndef IP_MERGED_ADVICE_H
#define IP_MERGED_ADVICE_H

#include "base/arena.h"

#include <jansson.h>

typedef struct ip_advising_shards {
    ip_arena *arena;
    json_t *const *reports; /* [count]: in the order of their numbers */
    int count;
    const json_t *transactions;
    const json_t *results; /* of all shards, merged */
} ip_advising_shards;

/* A new reference; each report has "advice". */
json_t *ip_merge_advice(const ip_advising_shards *shards);

#endif
