/* Questions asked on the side: nothing is said of them and nothing is replayed; what they leave behind is freed when
 * the caller has read the answer. */
#ifndef IP_ASIDE_H
#define IP_ASIDE_H

#include "run/run_state.h"

typedef struct ip_aside {
    ip_arena *arena;
    ip_diagnostics diagnostics; /* what the question would have told */
    IP_VEC(ip_arena *) arenas;
} ip_aside;

typedef struct ip_aside_question {
    const ip_schema *schema;
    const ip_program *const *programs;
    int count;
    const ip_level *const *levels; /* one a program */
    int few;                       /* so many anomalies are enough */
    double deadline;
    ip_effort *effort;
} ip_aside_question;

void ip_aside_open(ip_aside *aside);
/* The answer lives until the aside is closed. */
ip_level_result ip_aside_ask(ip_aside *aside, ip_run *run, const ip_aside_question *question);
void ip_aside_close(ip_aside *aside);

#endif
