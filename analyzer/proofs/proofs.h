/* Proofs for any number of instances (docs/proofs.md): window, inductive, shortest path. */
#ifndef IP_PROOFS_H
#define IP_PROOFS_H

#include "question/cycles.h"

typedef struct ip_proof {
    const char *method; /* NULL: none found */
    const char *detail;
} ip_proof;

/* Each tries to prove that no cycle of any length exists, given that cycles up to length `clean` do
 * not. They return a proof with method NULL where they fail; *timed_out is set when the clock decided. */
ip_proof ip_proof_inductive(ip_question *q, const ip_naming *naming, int program_count, int clean, bool *timed_out);
ip_proof ip_proof_shortest_path(ip_question *q, int clean, bool *timed_out);

#endif
