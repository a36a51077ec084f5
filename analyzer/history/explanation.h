/* Why a history does not satisfy its levels, as a cycle that people can follow. */
#ifndef IP_EXPLANATION_H
#define IP_EXPLANATION_H

#include "history/consistency.h"

typedef enum ip_reason_type {
    IP_REASON_SO,
    IP_REASON_WR,
    IP_REASON_WW,
    IP_REASON_RW,
    IP_REASON_CO /* forced by an axiom */
} ip_reason_type;

typedef struct ip_reason {
    int from, to; /* transactions: from commits before to, or to depends on from */
    ip_reason_type type;
    int object;       /* -1 for so */
    const char *text; /* co: why */
} ip_reason;

typedef struct ip_explanation {
    /* The cycle, each edge starting where the one before it ends. Empty: nothing shorter than the axioms themselves. */
    IP_VEC(ip_reason) cycle;
    IP_VEC(ip_reason) facts; /* forced edges that the texts of the cycle's edges refer to, each before its use */
    /* false: the cycle is forced. true: it is one of session order and dependencies in one commit order, and every
     * other order fails, too. */
    bool tried_orders;
    const int *order; /* that one */
    int order_count;
    const ip_history *core; /* the contradictory reads, a minimal set */
} ip_explanation;

/* For a history without ip_history.before that the checker, created for these levels, found inconsistent. */
const ip_explanation *ip_history_explain(ip_arena *arena, ip_consistency *checker, const ip_level *const *levels,
                                         int count, const ip_history *history, const char *const *names,
                                         const char *const *objects);

/* The edges forced by axioms of commit orders, until they close a cycle. false: they do not. */
bool ip_history_explain_forced(ip_arena *arena, const ip_level *const *levels, int count, const ip_history *history,
                               const char *const *names, const char *const *objects, ip_explanation *result);

const char *ip_history_reason_type_name(ip_reason_type type); /* "so", "wr", … */

#endif
