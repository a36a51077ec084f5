/* The explorer's algorithm on toy clients. */
#ifndef TOY_RUNNER_H
#define TOY_RUNNER_H

#include "explorer/engine.h"
#include "toy.h"

typedef struct toy_result {
    toy_set all;      /* every complete run's history, in the order found */
    toy_set filtered; /* those that satisfy the levels asked for */
    ip_engine_counts counts;
    ip_engine_end end;
} toy_result;

typedef struct toy_options {
    bool plain;
    int shard, shard_count;
    size_t cache_bytes;
    bool count_only; /* sets stay empty, nothing is filtered */
    /* As at levels of an engine: writes and some reads lock, some reads are of the newest version. reread: what is
     * locked is re-read. */
    bool locks, reread;
} toy_options;

/* base: NULL: every history is consistent. */
toy_result toy_explore(const toy_client *client, ip_consistency *base, ip_consistency *asked, toy_options options);
void toy_result_free(toy_result *result);

#endif
