/* Is this mixture of levels safe? What is known of others often answers: a cycle needs only the programs that are on
 * it, each at its level, so that whatever else the others run at, it is there. No order of the levels is assumed: they
 * form no chain. */
#ifndef IP_INQUIRY_H
#define IP_INQUIRY_H

#include "advice/aside.h"

/* [programs]: index of the level it runs at; IP_LEFT_OUT: it never runs (of a mixture), it does not matter (of a
 * refuted pattern). */
enum { IP_LEFT_OUT = -1 };

typedef struct ip_known {
    const int *mixture;
    ip_verdict verdict;
} ip_known;

typedef IP_VEC(const int *) ip_patterns;

typedef struct ip_inquiry {
    ip_run *run;
    ip_arena *arena;
    const ip_workload *workload;
    const ip_level *const *levels; /* weakest first */
    int level_count, program_count;
    const int *fixed; /* [programs]: the level that it has to run at; IP_LEFT_OUT: any */
    double deadline, time_limit;
    IP_VEC(ip_known) known;
    ip_patterns refuted; /* no safe mixture contains one of them */
    /* Mixtures leave programs out. What is known of columns and counters rests on all programs of a question, so a
     * cycle counts against other sets once it was found with its own programs alone: with more of them less is known.
     */
    bool subsets;
    int asked;
    int open; /* mixtures that were neither proved safe nor found to have a cycle */
} ip_inquiry;

/* The verdict; an unsafe mixture leaves a pattern in refuted. IP_UNSAFE rests on the formulas: it excludes a mixture
 * from being recommended, and says no more. */
ip_verdict ip_inquire(ip_inquiry *inquiry, const int *mixture);
/* Is it known to contain a cycle? */
bool ip_inquiry_refuted(const ip_inquiry *inquiry, const int *mixture);
/* The same question with all that the run asks for, replay included, for the report; few: so many anomalies do. */
ip_level_result ip_inquire_in_full(ip_inquiry *inquiry, const int *mixture, const char *name, int few);

/* The level of a program where all run at this one: its own if that is fixed. */
int ip_inquiry_level(const ip_inquiry *inquiry, int program, int level);
bool ip_inquiry_time_is_up(const ip_inquiry *inquiry);

#endif
