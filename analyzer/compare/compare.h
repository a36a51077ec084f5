/* A history that some levels allow and others forbid (Barros et al. 2026, section 4): a candidate that the first allow
 * and the second forbid in some orders; a check whether they forbid it in all; else one more order, and again. Where
 * the order is fixed, the snapshots of a level of visibility are the least that its axioms ask for, as a function of
 * the history, so that orders alone are tried. */
#ifndef IP_COMPARE_H
#define IP_COMPARE_H

#include "compare/unknown_history.h"
#include "history/history.h"
#include "level/level.h"

typedef struct ip_comparison {
    const ip_level *const *allow, *const *forbid;
    int allow_count, forbid_count;
    ip_history_scope scope;
    bool minimize;   /* fewest transactions, then objects, session pairs, operations */
    double deadline; /* ip_clock() + seconds; 0: none */
} ip_comparison;

typedef enum ip_compare_end {
    IP_COMPARE_FOUND,
    IP_COMPARE_NONE,    /* no history within the scope */
    IP_COMPARE_UNKNOWN, /* time, an interruption, or the solver; a history that was found then is not proved minimal */
    IP_COMPARE_REFUSED  /* reported */
} ip_compare_end;

typedef struct ip_compared {
    ip_compare_end end;
    const ip_history *history;  /* NULL: none was found */
    const char *const *names;   /* [transaction]: "initial", "T1", … */
    const char *const *objects; /* "x", "y", … */
    int candidates;
    double seconds, solver_seconds;
} ip_compared;

ip_compared ip_compare(ip_arena *arena, const ip_comparison *comparison, ip_diagnostics *diagnostics);

/* The version of an object that a transaction wrote, as its value in a file: 0 is the initial one. */
int ip_compare_compared_value(const ip_history *history, int object, int transaction);

#endif
