/* Explains in words what happened in a run. */
#ifndef IP_SERVER_STORY_H
#define IP_SERVER_STORY_H

#include "server/database.h"

typedef struct ip_story {
    IP_VEC(const char *) stale;      /* reads that did not return the latest version */
    long stale_count;                /* their number, including those that are not listed */
    bool misses_rows;                /* one of them is a row that another session has inserted */
    bool serializable;               /* some serial order explains all reads */
    IP_VEC(const char *) why;        /* the cycle, or the serial order */
    IP_VEC(const char *) statements; /* of the transactions in the cycle or order, as in "T3, connection 2: SELECT …" */
} ip_story;

/* Replaces each run of blanks and line ends by one blank. */
const char *ip_served_on_one_line(ip_arena *arena, const char *text);
/* Explains the transactions that the store keeps. serializability is the level by whose axioms, about a commit order,
 * the history is checked. */
const ip_story *ip_served_story_of(ip_arena *arena, ip_served *served, const ip_level *serializability,
                                   ip_diagnostics *diagnostics);
/* The same of a recorded history, in lines of JSON (docs/histories.md): the cycle, if there is one, with the connection
 * of each transaction in statements. */
const ip_story *ip_served_story_of_lines(ip_arena *arena, const char *lines, size_t length,
                                         const ip_level *serializability, ip_diagnostics *diagnostics);

#endif
