/* What the statements of a family have returned, as far as it may tell its transactions apart from others that begin in
 * the same way. Nothing of it is known from a log. */
#ifndef IP_TEMPLATE_RESULT_H
#define IP_TEMPLATE_RESULT_H

#include "templates/session.h"

enum { IP_MOST_CELL_VALUES = 8 };

/* A column of the results of one row. */
typedef struct ip_column_fact {
    const char *name;
    bool null;    /* at least once */
    bool value;   /* at least once it had another value than NULL */
    bool unknown; /* at least once it was not read, or is too long to keep */
    bool more;    /* values than are kept */
    int count;
    const char *values[IP_MOST_CELL_VALUES];
} ip_column_fact;

/* A part's results. */
typedef struct ip_result_fact {
    long none, one, more, untold; /* transactions in which it found, or changed, so many rows */
    int column_count;
    ip_column_fact *columns; /* [column_count]; NULL: no result had one row */
} ip_result_fact;

/* How a number in a result of one row was to another value that was known then. */
typedef enum ip_order { IP_ORDER_LESS = 1, IP_ORDER_EQUAL = 2, IP_ORDER_GREATER = 4, IP_ORDER_UNKNOWN = 8 } ip_order;

typedef struct ip_relation {
    int part, column;
    int slot;                     /* the other value, a parameter; -1: a cell, */
    int other_part, other_column; /* of this part */
    unsigned orders;              /* that were seen */
} ip_relation;

/* The text of a literal without its quotes as a number. */
bool ip_literal_number(const ip_literal *literal, double *number);
ip_order ip_order_of(const ip_literal *a, const ip_literal *b);
/* One more result. */
void ip_result_take(ip_arena *arena, ip_result_fact *fact, const ip_outcome *outcome, bool named);
/* What holds of both. */
void ip_result_join(ip_arena *arena, ip_result_fact *fact, const ip_result_fact *other);

#endif
