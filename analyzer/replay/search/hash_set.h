/* A set of hashes: equal things have been seen before. Different things with one hash count as equal, which a search
 * can afford. */
#ifndef IP_HASH_SET_H
#define IP_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ip_hash_set {
    uint64_t *slots; /* open addressing; 0: free */
    size_t size, count;
} ip_hash_set;

/* Begins zeroed; to be released. */
/* false: it was there. */
bool ip_replay_hash_set_add(ip_hash_set *set, uint64_t hash);
void ip_replay_hash_set_clear(ip_hash_set *set);
void ip_replay_hash_set_release(ip_hash_set *set);

#endif
