/* One cycle of a decision: is it there? */
#ifndef IP_ONE_CYCLE_H
#define IP_ONE_CYCLE_H

#include "proofs/decision_input.h"

/* A cycle whose instances run these programs of the input, in this order or in any; NULL: none, or the limits were
 * reached. What is known of rows rests on all programs of the input. Nothing is run or proved. In the input's arena. */
const ip_anomaly *ip_decide_one_cycle(const ip_decision_input *in, const int *programs, int length, bool any_order);

struct ip_replayer;

/* A cycle of these two programs, run. NULL: there is none, or the limits were reached. In the input's arena. */
const ip_anomaly *ip_decide_run_two(const ip_decision_input *in, const int programs[2], struct ip_replayer *replayer,
                                    ip_statistics *statistics);

#endif
