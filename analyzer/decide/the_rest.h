/* If only suppressed findings were found: whether there are others. */
#ifndef IP_THE_REST_H
#define IP_THE_REST_H

#include "decide/components.h"
#include "proofs/part.h"

/* Sets result->rest if every cycle of dependencies of every execution has a suppressed finding in it; else says why in
 * result->reason. Suppressed anomalies that are found in the process are added to the result, and so is an anomaly that
 * is not suppressed: then it returns true, and the level must be concluded again. */
bool ip_decide_prove_the_rest(const ip_decision_input *in, const ip_components *components,
                              struct ip_replayer *replayer, ip_level_result *result);

#endif
