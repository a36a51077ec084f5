#ifndef ORACLE_SCRIPT_H
#define ORACLE_SCRIPT_H

#include "set.h"

/* A psql script that runs single programs of random sets on random rows and echoes, beside what PostgreSQL
 * did, what the oracle's interpreter did: on_postgresql.py compares. */
void script_print(int sets, uint64_t seed, FILE *out);

#endif
