/* Looks for a client that shows an anomaly: arguments, initial rows and visibility, beginning with those of the model.
 */
#ifndef IP_SEARCH_H
#define IP_SEARCH_H

#include "replay/trial/trial_run.h"

typedef struct ip_search_result {
    bool found, observable;
    ip_trial trial;
    ip_trial_outcome outcome;
    int *equal_order; /* found and not observable */
    bool ordered;     /* found: the numbers of plain sequences rise with time (numbering.h) */
    /* Not found: the progress of the best attempt. */
    bool spent; /* the work that a search may take */
    ip_trial_end end;
    const char *why;
    ip_range where;
    int instance;
} ip_search_result;

/* Makes the trial the result: copied into the arena, with its outcome; equal: order or NULL. */
void ip_replay_search_take(ip_arena *arena, ip_search_result *result, const ip_trial *trial,
                           const ip_trial_outcome *outcome, const int *equal);

/* run_limit: the number of attempts; if the first result is benign, a part of them searches an observable one. */
ip_search_result ip_replay_search_client(ip_bench *bench, ip_subject *subject, long run_limit);
/* The same from random clients instead of the model's. */
ip_search_result ip_replay_search_scattered(ip_bench *bench, ip_subject *subject, int clients);

#endif
