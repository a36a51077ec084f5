/* The library's explorer and interpreter, asked about the oracle's clients. */
#ifndef ORACLE_EXPLORED_H
#define ORACLE_EXPLORED_H

#include "exhaust.h"

typedef struct explorable explorable; /* a set, read by the library */

/* NULL: the library does not understand it, or cannot run it; why says so. */
explorable *explorable_new(const program_set *set, char *why, size_t size);
void explorable_free(explorable *e);

typedef struct exploration {
    bool complete;
    long histories, end_states, blocked;
    char failure[200]; /* "": none */
    /* Different endings, levels and checked unused, serial: what the explorer says of some history with it. */
    observations seen;
} exploration;

/* Every history of the client at the level, one transaction a session. */
void explorable_run(explorable *e, const execution *x, oracle_level level, exploration *out);

#endif
