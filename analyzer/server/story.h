/* What happened in a run, in words. */
#ifndef IP_SERVER_STORY_H
#define IP_SERVER_STORY_H

#include "server/database.h"

typedef struct ip_story {
    IP_VEC(const char *) stale;      /* reads that did not get what was written last */
    long stale_count;                /* those that are not listed included */
    bool serializable;               /* some serial order explains all reads */
    IP_VEC(const char *) why;        /* no order does: the cycle; or the order */
    IP_VEC(const char *) statements; /* of the transactions in it: "T3, connection 2: SELECT …" */
} ip_story;

/* Of the transactions that the store keeps. serializability: the level whose axioms say so; a commit order's. */
const char *ip_on_one_line(ip_arena *arena, const char *text); /* blanks and line ends as one blank */
const ip_story *ip_story_of(ip_arena *arena, ip_served *served, const ip_level *serializability,
                            ip_diagnostics *diagnostics);

#endif
