/* How much of the input was understood: by program, by statement, by routine, and where it was not. Derived from the
 * records of lowering (ip_program.read) and its messages, so that no construct has to count itself. */
#ifndef IP_COVERAGE_H
#define IP_COVERAGE_H

#include "frontend.h"

typedef enum ip_understanding {
    IP_UNDERSTOOD_EXACTLY,
    IP_OVER_APPROXIMATED, /* with more behaviours than it has */
    IP_NOT_UNDERSTOOD,    /* it may touch whatever it could name; a program with an error in it, too */
    IP_NOT_REACHED,       /* routines only: no analyzed code runs it, so nothing is known about it */
    IP_NOT_READ           /* routines only: in a language that is not read */
} ip_understanding;

typedef struct ip_coverage_counts {
    int exact, approximated, not_understood;
} ip_coverage_counts;

/* A place that was over-approximated or not understood. */
typedef struct ip_coverage_place {
    const ip_diagnostic *note;
    int times; /* how often it was lowered: several times if the routine is called in several places */
} ip_coverage_place;

typedef struct ip_coverage_routine {
    const char *name, *language;
    ip_range range;
    bool trigger; /* a trigger's function: no program, it runs where it fires */
    bool writes;  /* INSERT, UPDATE, DELETE, MERGE or row locks stand in its body */
    ip_understanding understood;
} ip_coverage_routine;

typedef struct ip_coverage {
    ip_coverage_counts programs;
    ip_coverage_counts statements;                         /* each place of a program once */
    int routines_read, routines_broken, routines_replaced; /* definitions met in the files */
    ip_read_seconds seconds;
    const ip_understanding *program_classes; /* [programs] */
    IP_VEC(ip_coverage_place) places;        /* in the order of the messages */
    IP_VEC(ip_coverage_routine) routines;    /* the definitions that count, in source order, without scripts */
} ip_coverage;

/* Of the workload's programs; messages of programs that the user left out do not count. */
const ip_coverage *ip_frontend_coverage_find(ip_arena *arena, const ip_workload *workload,
                                             const ip_diagnostics *diagnostics);

const char *
ip_frontend_understanding_name(ip_understanding understood); /* "exact", "approximated", "not-understood" … */

#endif
