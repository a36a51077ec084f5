/* The body of a procedure that is rolled back because of an error that may come at any moment: the error may as well
 * come right after the last assignment of a value that outlives ROLLBACK. */
#ifndef IP_AT_ANY_MOMENT_H
#define IP_AT_ANY_MOMENT_H

#include "lower/lower.h"

/* How many statements of the block's body it takes to assign what outlives ROLLBACK. All, unless the block is the whole
 * procedure and its handlers only roll back after such an error. */
int ip_lower_last_left(ip_lowerer *l, const ip_pl_statement *block);

typedef struct ip_unobserved {
    int statement, raiser, reported;
} ip_unobserved;

/* Drops the statements that are lowered between these two calls (their path becomes false), unless one of them reports
 * something or may raise an error that the handlers take. */
ip_unobserved ip_lower_begin_unobserved(const ip_lowerer *l);
void ip_lower_end_unobserved(ip_lowerer *l, ip_unobserved from);

#endif
