#ifndef ORACLE_SHRINK_H
#define ORACLE_SHRINK_H

#include "set.h"

/* Does the smaller set still fail? It may be costly; it is asked a bounded number of times. */
typedef bool still_fails(void *data, const program_set *set);

/* Drops programs, statements, conditions, values and constraints as long as the set still fails. */
void set_shrink(program_set *set, still_fails *fails, void *data);

#endif
