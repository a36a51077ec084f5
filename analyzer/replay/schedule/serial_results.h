/* The results and final rows of the transactions in serial orders, so that a report can say what should have happened.
 * Plain text, like schedules. */
#ifndef IP_SERIAL_RESULTS_H
#define IP_SERIAL_RESULTS_H

#include "replay/schedule/schedule.h"

typedef struct ip_run_result {
    const int *order;             /* instances, first to last; NULL: of the schedule */
    IP_VEC(ip_schedule_row) rows; /* final rows of all tables */
    const char *const *gets;     /* [instances] what its client gets: "120", "1, NULL", "error 23505", "ROLLBACK", "" */
    const char *const *messages; /* [instances] of its error; NULL: it has none */
    /* [instances] what is said beside rows: "2 rows changed, statement error 23505", "". In gets, too, where runs
     * differ in it. */
    const char *const *beside;
} ip_run_result;

typedef struct ip_serial_results {
    ip_run_result run;
    IP_VEC(ip_run_result) serial; /* every order */
} ip_serial_results;

#endif
