/* isoproof, asked through its public header only. */
#ifndef ORACLE_SUBJECT_H
#define ORACLE_SUBJECT_H

#include "search.h"

typedef enum answer { ANSWER_SAFE, ANSWER_UNSAFE, ANSWER_UNDECIDED, ANSWER_NOT_ASKED } answer;

typedef struct opinion {
    answer answer[LEVELS];
    int shortest[LEVELS];                       /* instances in its shortest anomaly, 0: none */
    int confirmed[LEVELS], unconfirmed[LEVELS]; /* anomalies by what their replay said */
    bool approximated[LEVELS];                  /* each of its anomalies passes through something not understood */
    char reason[LEVELS][120]; /* undecided: why; safe: by which proof; unsafe: the first anomaly's kind */
    int drawn_count;          /* assumptions about initial rows, for program_set.drawn */
    struct drawn drawn[MAX_TABLES];
    bool complained;     /* errors in the input: the printed SQL was not understood */
    char complaint[200]; /* the first of them */
} opinion;

/* The encoding rule to leave out in every question, to see whether the oracle notices; NULL: none. */
void subject_disable(const char *rule);
/* From now on only whether there is a proof: anomalies are not replayed, and cycles are searched up to that length,
 * which suffices for the proofs that most sets have. */
void subject_only_prove(int max_cycle);
/* By this proof method alone. */
void subject_only_method(const char *name);
/* levels: mask of those to ask. */
void subject_ask(const program_set *set, unsigned levels, double timeout, opinion *out);

#endif
