/* Which expressions cannot raise an error when they are evaluated, whatever their arguments are. A positive table lists
 * them: all others may raise one (an overflow, a division by zero, a text that is no number). Such an error is a
 * result: a statement that would have raised it on a row has read the row. Conditions are also evaluated on rows that
 * do not match, in the server's order: PostgreSQL sorts the conditions of one scan by cost
 * (src/backend/optimizer/plan/createplan.c, order_qual_clauses). */
#ifndef IP_TOTAL_H
#define IP_TOTAL_H

#include "program/expr.h"

/* Of an IP_EXPR_UNKNOWN: a subquery that raises no errors except those of its own rows. */
bool ip_program_unknown_total(const ip_expr *e);
/* Never raises, whatever its columns, parameters and variables are. */
bool ip_program_expr_total(const ip_expr *e);
/* The call itself raises none, after its arguments are evaluated. */
bool ip_program_call_total(const ip_expr *call);
/* A cast of an integer to a narrower type: the bytes of that type; 0: another call. */
int ip_program_call_narrows(const ip_expr *call);
/* A cast to numeric(p,s) of a number: the digits before and after the point. */
bool ip_program_call_bounds_digits(const ip_expr *call, int *before, int *after);
/* A cast of a number to a float: digits of an exponent that it surely holds; 0: another call. */
int ip_program_call_makes_float(const ip_expr *call);
/* Bytes of an integer's type: 2, 4 or 8; 0: not known by its name. */
int ip_program_integer_bytes(ip_type type);
/* real, double precision, money: their arithmetic has other limits. */
bool ip_program_type_overflows(ip_type type);

/* Calls of operators and functions that the server's planner counts for the expression, at least. */
int ip_program_expr_least_cost(const ip_expr *e);
/* The most, for a condition that compares a column of the source with a value, or tests it for NULL; INT_MAX: any other
 * condition. */
int ip_program_expr_most_cost(const ip_expr *e, int source);

#endif
