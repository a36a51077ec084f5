/* Of the reads that another transaction makes out of date: which has to be repaired. */
#ifndef IP_DECISIVE_READ_H
#define IP_DECISIVE_READ_H

#include "replay/trial/trial_run.h"

/* Of two instances whose run no serial order equals, where the reader's statements have their own snapshots: the last
 * of the snapshots that read what the writer overwrites, such that the run would equal a serial order if this snapshot
 * and all later ones contained the writer's commit. A lock that makes that read wait repairs the run, and locks of
 * later reads alone do not. -1: there is none, or one snapshot is all that the reader has. */
int ip_replay_decisive_snapshot(ip_bench *bench, const ip_trial *trial, const ip_trial_outcome *outcome, int reader);
/* The snapshot in which the step of the instance reads; -1: unknown. */
int ip_replay_snapshot_of_step(const ip_world *world, int instance, int step);

#endif
