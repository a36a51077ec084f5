/* Verdicts of parts: where not all programs are proved safe together, the largest sets that are, and the result for
 * each other program. */
#ifndef IP_SAFE_SETS_H
#define IP_SAFE_SETS_H

#include "decide/components.h"
#include "proofs/part.h"

/* The sets of one component that are proved safe, the largest first; membership by index in component->programs. */
typedef struct ip_component_sets {
    const ip_component *component;
    IP_VEC(const bool *) sets;
} ip_component_sets;

typedef struct ip_safe_sets {
    IP_VEC(ip_component_sets) components;
    const char **why; /* [programs]: why no proof was found for it; NULL: not known, or there is one */
} ip_safe_sets;

ip_safe_sets ip_decide_safe_sets_begin(const ip_decision_input *in);
/* The component was proved safe as a whole. */
void ip_decide_safe_sets_whole(const ip_decision_input *in, const ip_component *component, ip_safe_sets *parts);
/* It was not; these are its cycles. Anomalies that are confirmed in the process, of programs that no anomaly of the
 * result has shown to be unsafe, are added to the result. replayer: NULL: nothing is run. */
void ip_decide_safe_sets_search(const ip_decision_input *in, const ip_component *component,
                                const ip_part_finding *found, struct ip_replayer *replayer, ip_safe_sets *parts,
                                ip_level_result *result);
/* Fills the result's safe_sets from those of the components, which have no dependencies between them. */
void ip_decide_safe_sets_combine(const ip_decision_input *in, const ip_safe_sets *parts, ip_level_result *result);

#endif
