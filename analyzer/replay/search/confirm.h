/* Writes an execution into the anomaly that it confirms. */
#ifndef IP_CONFIRM_H
#define IP_CONFIRM_H

#include "replay/search/search.h"

/* Everything is copied into the arena; the result is not needed afterwards. */
void ip_replay_confirm_anomaly(ip_arena *arena, const ip_subject *subject, ip_bench *bench,
                               const ip_search_result *result, ip_anomaly *anomaly);

#endif
