/* Findings that are suppressed: by comments in the source, or because a baseline lists them. */
#ifndef IP_ACCEPTED_H
#define IP_ACCEPTED_H

#include "isoproof.h"

typedef struct ip_accepted {
    const ip_ignore *ignores; /* the workload's */
    int ignore_count;
    const ip_baseline *baseline; /* NULL: none */
} ip_accepted;

/* Sets anomaly->suppressed and ignore. If several comments suppress it, a comment without an id takes precedence, and
 * among those a comment before a program. accepted may be NULL. */
void ip_question_accept(const ip_accepted *accepted, ip_anomaly *anomaly);
/* The comment suppresses the anomaly. */
bool ip_question_ignores(const ip_ignore *ignore, const ip_anomaly *anomaly);

#endif
