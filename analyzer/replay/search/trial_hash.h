/* Hashes of trials: a search does not run the same one twice. */
#ifndef IP_TRIAL_HASH_H
#define IP_TRIAL_HASH_H

#include "replay/trial/trial_run.h"

/* Of everything but its snapshots. Its instances, and so their programs and levels, are those of one search. */
uint64_t ip_replay_hash_client(const ip_trial *trial);
/* With its snapshots. client: the hash of the rest. */
uint64_t ip_replay_hash_snapshots(uint64_t client, const ip_trial *trial);

#endif
