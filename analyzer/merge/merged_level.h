/* One level's results of all shards, put together. Internal to this folder. */
#ifndef IP_MERGED_LEVEL_H
#define IP_MERGED_LEVEL_H

#include "base/arena.h"

#include <jansson.h>

#include <stdbool.h>

typedef struct ip_shards {
    ip_arena *arena;
    json_t *const *results; /* [count] of one level */
    int count;
    const json_t *transactions; /* of the report: their order is that of programs everywhere */
    bool statistics;
} ip_shards;

/* A new reference; NULL: some program is of no shard, or of two, and *why says which, in the arena. */
json_t *ip_merge_level(const ip_shards *shards, const char **why);

#endif
