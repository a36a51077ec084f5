/* The harm of a confirmed anomaly: final rows or results that no serial order of its transactions has, in terms of the
 * user's tables. */
#ifndef IP_DIFFERENCES_H
#define IP_DIFFERENCES_H

#include "isoproof.h"

typedef enum ip_difference_kind {
    IP_CELL_DIFFERS, /* a column of a row that the schedule leaves, and some serial order, too */
    IP_ROW_DIFFERS,  /* a row exists or not; for tables without a key: how many equal rows */
    IP_GETS_DIFFER   /* what a client gets */
} ip_difference_kind;

typedef struct ip_difference {
    ip_difference_kind kind;
    int instance;              /* IP_GETS_DIFFER: whose */
    const char *what;          /* "checking.bal of custid 2", "the row (id 4) of seat", "balance('a')" */
    const char *before;        /* IP_CELL_DIFFERS: when the schedule begins; NULL: the row is not there then */
    const char *run;           /* in the schedule: "10.00", "there", "error 23505" */
    const char *const *serial; /* [orders] */
    bool never;                /* no serial order gives the schedule's value */
    bool named;                /* of the fewest that no serial order gives together */
} ip_difference;

/* The fewest that no serial order gives together come first. Empty: not observable, or serial orders were not kept. */
typedef IP_VEC(ip_difference) ip_differences;
ip_differences ip_report_differences_of(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly);

/* "checking.bal of custid 2 ends as 10.00. It should be 11.00 (T1 first) or 9.00 (T2 first)."; "": nothing to say. What
 * it names, no serial order gives. */
const char *ip_report_harm_text(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly);

#endif
