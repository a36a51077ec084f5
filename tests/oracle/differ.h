/* The library's explorer against exhaustive execution, and against isoproof's verdicts. */
#ifndef ORACLE_DIFFER_H
#define ORACLE_DIFFER_H

#include "set.h"

typedef struct differ_options {
    int sets, clients; /* clients of each set */
    uint64_t seed;
    double timeout; /* for a question to isoproof */
    const char *save;
} differ_options;

/* Prints what differs, shrunk, and counts; returns the number of sets with a difference. */
int differ_run(const differ_options *options);
/* One set: its SQL, each client and what is observed at each level. */
void differ_show(const differ_options *options);

#endif
