/* Decisions of which only the answer is used: nothing is reported or replayed, and their memory is freed after the
 * caller has read the answer. */
#ifndef IP_SIDE_QUESTION_H
#define IP_SIDE_QUESTION_H

#include "run/run_state.h"

typedef struct ip_side_question {
    ip_arena *arena;
    ip_diagnostics diagnostics; /* messages of the last question */
    IP_VEC(ip_arena *) arenas;
} ip_side_question;

typedef struct ip_side_question_input {
    const ip_schema *schema;
    const ip_program *const *programs;
    int count;
    const ip_level *const *levels; /* one a program */
    int few;                       /* this number of anomalies is enough */
    int windows;                   /* proved by windows of up to so many transactions, or not at all; 0: as may be */
    const bool *elsewhere;         /* [count]: left to other shards; NULL: none */
    double deadline;
    ip_effort *effort;
} ip_side_question_input;

void ip_advice_side_question_open(ip_side_question *side);
/* The answer lives until the side is closed. */
ip_level_result ip_advice_side_question_ask(ip_side_question *side, ip_run *run,
                                            const ip_side_question_input *question);
/* A cycle of these of its programs, by index, in this order or in any (decide/one_cycle.h); NULL: none was found. The
 * answer lives until the side is closed. */
const ip_anomaly *ip_advice_side_question_cycle(ip_side_question *side, ip_run *run,
                                                const ip_side_question_input *question, const int *programs, int length,
                                                bool any_order);
void ip_advice_side_question_close(ip_side_question *side);

#endif
