/* Does a large history satisfy a level? */
#ifndef IP_LARGE_CHECK_H
#define IP_LARGE_CHECK_H

#include "large_history/forms.h"
#include "large_history/graph.h"

typedef enum ip_large_answer { IP_LARGE_CONSISTENT, IP_LARGE_INCONSISTENT, IP_LARGE_UNDECIDED } ip_large_answer;

typedef struct ip_large_verdict {
    ip_large_answer answer;
    const int *order; /* consistent: transactions in a commit order that satisfies the level, from the initial one on */
    /* Inconsistent: a cycle of edges that all hold; or, after a search, one of an order that it tried last. */
    const ip_large_graph *graph;
    ip_large_edges cycle;
    bool searched;
    /* Those whose reads and writes alone, with the cycle's, are inconsistent, too. NULL: not known. */
    bool *core;
    long pairs, conflicts; /* of a search: orders of two that were open, contradictions met */
} ip_large_verdict;

void ip_large_check(ip_arena *arena, const ip_large_history *history, const ip_large_form *form,
                    ip_large_verdict *verdict);

#endif
