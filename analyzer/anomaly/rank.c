/* The order of anomalies in reports: what they do decides, then their kind. */
#include "anomaly/rank.h"

#include <string.h>

static int kind_rank(const char *kind)
{
    static const int ranks[] = {
        [IP_LOST_UPDATE] = 0, [IP_WRITE_SKEW] = 1,        [IP_OTHER_ANOMALY] = 2,      [IP_PHANTOM] = 3,
        [IP_LONG_FORK] = 4,   [IP_READ_ONLY_ANOMALY] = 4, [IP_NON_REPEATABLE_READ] = 3};
    for (int k = 0; k < (int)(sizeof ranks / sizeof *ranks); k++)
        if (strcmp(ip_anomaly_kind_name((ip_anomaly_kind)k), kind) == 0)
            return ranks[k];
    return 0;
}

enum { LENGTHS = 1000 };

/* Of a story: transactions first, then steps. Less than LENGTHS. */
static int length(int instances, int steps)
{
    enum { MOST_INSTANCES = 9, MOST_STEPS = 99 };
    return (instances < MOST_INSTANCES ? instances : MOST_INSTANCES) * (MOST_STEPS + 1) +
           (steps < MOST_STEPS ? steps : MOST_STEPS);
}

int ip_anomaly_rank(ip_ranked anomaly)
{
    enum { KIND_RANKS = 8, GUESSED = 2, HARMLESS, POSSIBLE, SUPPRESSED };
    int group = anomaly.suppressed       ? SUPPRESSED
                : !anomaly.confirmed     ? POSSIBLE
                : !anomaly.observable    ? HARMLESS
                : anomaly.guesses_number ? GUESSED
                                         : !anomaly.rows_differ;
    if (group >= POSSIBLE) /* nothing happens, or it is reported without a schedule */
        return group * KIND_RANKS * LENGTHS;
    return (group * KIND_RANKS + kind_rank(anomaly.kind)) * LENGTHS + length(anomaly.instances, anomaly.steps);
}

bool ip_anomaly_takes_part(const ip_anomaly *anomaly, const ip_program *program)
{
    for (int i = 0; i < anomaly->instance_count; i++)
        if (anomaly->instances[i].program == program)
            return true;
    return false;
}
