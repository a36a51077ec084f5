/* The body of a procedure that is rolled back because of an error that may come at any moment: the error may as well
 * come right after the last assignment of a value that outlives ROLLBACK. */
#ifndef IP_AT_ANY_MOMENT_H
#define IP_AT_ANY_MOMENT_H

#include "lower/lower.h"

/* How many statements of the block's body it takes to assign what outlives ROLLBACK. All, unless the block is the whole
 * procedure and its handlers only roll back after such an error. */
int ip_lower_last_left(ip_lowerer *l, const ip_pl_statement *block);

typedef struct ip_unheard {
    int statement, raiser, reported;
} ip_unheard;

/* Drops the statements that are lowered between these two calls (their path becomes false), unless one of them reports
 * something or may raise an error that the handlers take. */
ip_unheard ip_lower_begin_unheard(const ip_lowerer *l);
void ip_lower_end_unheard(ip_lowerer *l, ip_unheard from);

#endif
