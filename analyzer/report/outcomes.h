/* What a schedule leaves and gives in the end, beside what the serial orders of its transactions do. */
#ifndef IP_OUTCOMES_H
#define IP_OUTCOMES_H

#include "report/differences.h"

typedef struct ip_outcomes {
    const ip_anomaly *anomaly;
    ip_differences all;
    int shown;       /* of all: the first ones; below 2 the summary of the finding says it all */
    int orders;      /* serial ones */
    const int *like; /* [orders] the first order that gives the same */
} ip_outcomes;

ip_outcomes ip_report_outcomes_of(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly);
/* "T1 then T2" */
const char *ip_report_order_text(ip_arena *arena, const ip_outcomes *outcomes, int order);

#endif
