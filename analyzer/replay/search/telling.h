/* A run as a schedule: statements with their values, in an order in which they could be sent. */
#ifndef IP_TELLING_H
#define IP_TELLING_H

#include "replay/schedule/schedule.h"
#include "replay/search/search.h"

/* What is told, in its order. */
typedef struct ip_told {
    int instance; /* of the trial */
    int step;     /* of the instance's statements; IP_TOLD_COMMIT */
    bool waits;
} ip_told;

enum { IP_TOLD_COMMIT = -1 };
typedef IP_VEC(ip_told) ip_told_acts;

void ip_tell_order(ip_arena *arena, ip_bench *bench, const ip_search_result *result, ip_told_acts *acts);

/* number: instance of the trial → of the anomaly. *in_time: each snapshot holds a prefix of the commits, so that the
 * steps could happen in this order; else they come in the order of commits. */
const ip_schedule *ip_tell_schedule(ip_arena *arena, ip_bench *bench, const ip_search_result *result, const int *number,
                                    const ip_anomaly *anomaly, bool *in_time);

#endif
