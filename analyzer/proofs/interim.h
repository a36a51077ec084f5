/* What a decision has found so far, for a caller that does not get to its end: anomalies that were run, programs that
 * are proved safe together. What is handed on does not change any more. */
#ifndef IP_INTERIM_H
#define IP_INTERIM_H

#include "isoproof.h"

typedef struct ip_interim {
    ip_arena *arena;                   /* outlives the decision */
    const ip_program *const *programs; /* of the whole question, whatever part is under way */
    int count;
    IP_VEC(ip_anomaly) anomalies;
    const bool *safe; /* [count]: the largest set; NULL: none */
    void (*publish)(void *data, const struct ip_interim *so_far);
    void *data;
} ip_interim;

/* An anomaly that was run. interim NULL: nothing is kept. */
void ip_proof_interim_anomaly(ip_interim *interim, const ip_anomaly *anomaly);
/* Of these programs, those in the set are proved safe together. */
void ip_proof_interim_safe(ip_interim *interim, const ip_program *const *programs, const bool *set, int count);

#endif
