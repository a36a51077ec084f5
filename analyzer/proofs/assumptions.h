/* The assumptions of verdicts, for the report. */
#ifndef IP_ASSUMPTIONS_H
#define IP_ASSUMPTIONS_H

#include "proofs/decision_input.h"

/* The assumptions of several formulas, each once. Lists in the input's arena. */
typedef struct ip_assumptions {
    IP_VEC(ip_counter) counters;
    IP_VEC(const ip_table *) drawn;
    IP_VEC(const ip_table *) searched;
} ip_assumptions;

void ip_proof_assumptions_add(const ip_decision_input *in, ip_assumptions *assumed, ip_encoding *encoding);
/* Into the input's diagnostics. */
void ip_proof_assumptions_report(const ip_decision_input *in, const ip_assumptions *assumed);
/* The constraints that the database is trusted to enforce. */
void ip_proof_constraints_report(const ip_decision_input *in);

#endif
