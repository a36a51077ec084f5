/* A run as a schedule: statements with their values, in an order in which they could be sent. */
#ifndef IP_SCHEDULE_OF_RUN_H
#define IP_SCHEDULE_OF_RUN_H

#include "replay/schedule/schedule.h"
#include "replay/search/search.h"

/* One act of the schedule, in order. */
typedef struct ip_schedule_act {
    int instance; /* of the trial */
    int step;     /* of the instance's statements; IP_SCHEDULE_COMMIT */
    bool waits;
} ip_schedule_act;

enum { IP_SCHEDULE_COMMIT = -1 };
typedef IP_VEC(ip_schedule_act) ip_schedule_acts;

/* false: not in time, as below. */
bool ip_replay_order_of_run(ip_arena *arena, ip_bench *bench, const ip_search_result *result, ip_schedule_acts *acts);

/* number: instance of the trial → of the anomaly. *in_time: each snapshot holds a prefix of the commits, so that the
 * steps could happen in this order; else they come in the order of commits. */
const ip_schedule *ip_replay_schedule_of_run(ip_arena *arena, ip_bench *bench, const ip_search_result *result,
                                             const int *number, const ip_anomaly *anomaly, bool *in_time);

#endif
