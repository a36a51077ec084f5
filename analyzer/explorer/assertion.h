/* Whether a query's answer holds at the end of a history: it has a row, and no value that is false or NULL. The final
 * state consists of the last versions in commit order; where the level allows several orders that differ in them, the
 * query must hold after each. */
#ifndef IP_EXPLORE_ASSERTION_H
#define IP_EXPLORE_ASSERTION_H

#include "explorer/explorer.h"

typedef enum ip_assertion_end { IP_ASSERTION_HOLDS, IP_ASSERTION_FAILS, IP_ASSERTION_UNABLE } ip_assertion_end;

typedef struct ip_assertion_result {
    ip_assertion_end end;
    int order[IP_MAX_TRANSACTIONS]; /* FAILS: a commit order after which it does not hold */
    const char *why;                /* FAILS by an error, UNABLE: what it was; until the interpreter's next run */
    ip_range range;
} ip_assertion_result;

ip_assertion_result ip_explore_explored_assert(ip_interpreter *interpreter, const ip_explored *explored,
                                               const ip_code *query);

#endif
