/* If a run lacks dependencies of its anomaly: changes with which they appear. A statement must find a row that the
 * other instance touches, and its conditions show what prevents that. */
#ifndef IP_GUIDE_H
#define IP_GUIDE_H

#include "replay/trial/trial_run.h"

/* Each proposal has a few facts that together may add one of them, best first; none is sure. */
typedef IP_VEC(ip_fixed_values) ip_moves;

/* Runs the trial, whose rows satisfy all constraints and whose instances commit. noticed: the dependencies that count
 * there; NULL: its levels do not allow it. */
void ip_replay_guide(ip_arena *arena, ip_bench *bench, const ip_subject *subject, const ip_trial *trial,
                     const ip_graph *noticed, ip_moves *moves);

#endif
