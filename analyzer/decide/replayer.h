/* Runs anomalies in memory, for the programs of a question. */
#ifndef IP_REPLAYER_H
#define IP_REPLAYER_H

#include "decide/decide.h"

struct ip_replayer *ip_decide_replayer(const ip_decision_input *in);

#endif
