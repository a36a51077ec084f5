/* Why a large history does not satisfy a level. */
#ifndef IP_LARGE_EXPLAIN_H
#define IP_LARGE_EXPLAIN_H

#include "history/explanation.h"
#include "large_history/check.h"

typedef struct ip_large_explanation {
    const ip_explanation *why;
    /* What its numbers are: of the history's transactions and objects, or of a few of them. */
    const char *const *names, *const *objects;
    int count; /* transactions that the explanation is about; 0: the whole history */
} ip_large_explanation;

/* The few transactions that contradict each other, where there are some, as the checker of small histories explains
 * them (history/explanation.h); else the cycle of the verdict. */
ip_large_explanation ip_large_explain(ip_arena *arena, const ip_large_history *history, const ip_level *level,
                                      const ip_large_form *form, const ip_large_verdict *verdict);

#endif
