/* One encoding with one incremental solver, a clock, and a measure of its work. */
#ifndef IP_QUESTION_H
#define IP_QUESTION_H

#include "base/clock.h"
#include "question/effort.h"
#include "execution/encoding.h"
#include "isoproof.h"
#include "question/query_log.h"

typedef struct ip_question {
    ip_arena *arena;
    const ip_encoding_input *input;
    ip_encoding *encoding;
    const ip_build *build;
    Z3_solver solver;
    double deadline;   /* ip_clock() value */
    ip_effort *effort; /* NULL: not limited */
    double counted;    /* of the solver's steps, so far */
    ip_statistics *statistics;
    ip_query_log *log; /* or NULL */

    Z3_ast *edges; /* [from*edge_capacity+to], made on demand */
    int edge_capacity;
    bool spares; /* some dependencies are ignored */
} ip_question;

typedef enum ip_answer { IP_NO, IP_YES, IP_DONT_KNOW } ip_answer;

/* largest: how many instances will ever be asked for. The input is kept. */
void ip_question_init(ip_question *q, ip_arena *arena, const ip_encoding_input *input, int largest, double deadline,
                      ip_statistics *statistics);
/* The same programs and limits, for fewer instances: a solver takes less time without facts about others. */
void ip_question_init_smaller(ip_question *q, const ip_question *of, int largest);
void ip_question_release(ip_question *q);

/* Makes instances and path edges 0→1→…→count-1 known to the solver. */
void ip_question_path(ip_question *q, int count);
Z3_ast ip_question_edge(ip_question *q, int from, int to);

void ip_question_push(ip_question *q);
void ip_question_pop(ip_question *q);
void ip_question_assert(ip_question *q, Z3_ast fact);
/* Whether the assertions are satisfiable. IP_DONT_KNOW after the deadline or when the effort is spent. */
ip_answer ip_question_check(ip_question *q);

/* After IP_YES. */
Z3_model ip_question_model(ip_question *q);

/* Instance c is the first of the count instances to commit. */
void ip_question_assert_first(ip_question *q, int c, int count);

#endif
