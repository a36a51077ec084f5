/* What changes repair: which anomalies of the unchanged code are proved not to happen with them. */
#ifndef IP_REPAIRED_H
#define IP_REPAIRED_H

#include "advice/trial.h"

/* Worth a repair: it was run, and no serial order is known to give its results; or nothing is run, and the search found
 * it. */
bool ip_advice_is_harmful(const ip_anomaly *anomaly);
/* Adds its programs to the set [programs]. */
void ip_advice_add_programs_of(const ip_mixtures *mixtures, const ip_anomaly *anomaly, bool *set);

/* With the changes its programs are proved safe, by themselves, and they are not the code as it was. */
bool ip_advice_is_repaired(const ip_fix_trial *trial, const bool *chosen, const ip_anomaly *anomaly);
/* set->repaired, and of each of the set's fixes the anomalies for which it is needed. set: has members and fixes. */
void ip_advice_find_repaired(const ip_fix_trial *trial, const bool *chosen, const ip_level_result *unchanged,
                             ip_fix_set *set);

#endif
