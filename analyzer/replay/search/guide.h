/* Where a run lacks dependencies of its anomaly: what to change so that they appear. A statement is to find a row that
 * the other instance touches, and its conditions say what stands in the way. */
#ifndef IP_GUIDE_H
#define IP_GUIDE_H

#include "replay/trial/trial_run.h"

/* Each a few facts that together may bring one of them about, best first; none of it is sure. */
typedef IP_VEC(ip_fixed_values) ip_moves;

/* Runs the trial, whose rows are lawful and whose instances commit. noticed: the dependencies that count there; NULL:
 * its levels do not allow it. */
void ip_guide(ip_arena *arena, ip_bench *bench, const ip_subject *subject, const ip_trial *trial,
              const ip_graph *noticed, ip_moves *moves);

#endif
