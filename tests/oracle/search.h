/* Brute force: random executions of a program set. */
#ifndef ORACLE_SEARCH_H
#define ORACLE_SEARCH_H

#include "execution.h"

typedef struct budget {
    int pairs, triples, quadruples; /* executions tried */
} budget;

typedef struct findings {
    /* found with keys checked against everything committed, and without */
    bool found[LEVELS][CERTAINTIES], found_unchecked[LEVELS][CERTAINTIES];
    int least[LEVELS][CERTAINTIES];         /* fewest instances */
    execution witness[LEVELS][CERTAINTIES]; /* of found */
    long tried, committed, cyclic;
} findings;

/* Initial rows and parameters of a client whose programs are chosen. */
void search_draw(const program_set *set, random_state *random, execution *x);

/* Tries executions until the budget is spent or every level of the mask has an observable anomaly. */
void search_run(const program_set *set, random_state *random, const budget *budget, unsigned levels, findings *out);

#endif
