/* Every execution of one client, one transaction a session: all commit orders, all visibilities. What an explorer of
 * histories must find, by another way. */
#ifndef ORACLE_EXHAUST_H
#define ORACLE_EXHAUST_H

#include "execution.h"

enum { ABORTED = INT_MAX, MAX_OBSERVATIONS = 512 };

/* What the client can observe. */
typedef struct observation {
    int value[MAX_INSTANCES]; /* of each instance; SQL_NULL: none; ABORTED */
    uint64_t state;           /* hash of the final rows */
    unsigned levels;          /* mask: those that allow an execution with it */
    unsigned checked;         /* the same, of executions in which keys and references held all along */
    bool serial;              /* a serial execution ends so, too */
} observation;

typedef struct observations {
    int count;
    bool complete; /* no execution left the small domain, and the list was long enough */
    observation items[MAX_OBSERVATIONS];
} observations;

/* x: programs, parameters, initial rows; its visibility does not matter. */
void exhaust(const program_set *set, const execution *x, observations *out);

/* The observation with these values, in this state or, if state is NULL, any; NULL: there is none. */
observation *observation_find(observations *o, int count, const int *values, const uint64_t *state);

#endif
