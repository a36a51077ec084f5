/* What the statements of a family returned, as far as it may distinguish the family from others that begin in the same
 * way. Only recordings have results; a log does not. */
#ifndef IP_TEMPLATE_RESULT_H
#define IP_TEMPLATE_RESULT_H

#include "templates/session.h"

enum { IP_MOST_CELL_VALUES = 8 };

/* A column of the results that had one row. */
typedef struct ip_column_fact {
    const char *name;
    bool null;    /* NULL at least once */
    bool value;   /* not NULL at least once */
    bool unknown; /* unread, or too long to keep, at least once */
    bool more;    /* there were more values than are kept */
    int count;
    const char *values[IP_MOST_CELL_VALUES];
} ip_column_fact;

/* The results of a part. */
typedef struct ip_result_fact {
    long none, one, more,
        unknown; /* transactions in which the part found or changed no row, one row, more rows, or an unknown number */
    long fewest; /* rows, where their number is known */
    int column_count;
    ip_column_fact *columns; /* [column_count]; NULL if no result had one row */
} ip_result_fact;

/* How a number in a result of one row compares with another value. */
typedef enum ip_order { IP_ORDER_LESS = 1, IP_ORDER_EQUAL = 2, IP_ORDER_GREATER = 4, IP_ORDER_UNKNOWN = 8 } ip_order;

typedef struct ip_seen_relation {
    int part, column;
    int slot;                     /* the other value, a parameter; -1 if it is a cell */
    int other_part, other_column; /* the cell, if slot is -1 */
    unsigned orders;              /* set of ip_order: those that were seen */
} ip_seen_relation;

/* Reads the content of a literal as a number. Returns false if it is none. */
bool ip_templates_literal_number(const ip_log_literal *literal, double *number);
ip_order ip_templates_order_of(const ip_log_literal *a, const ip_log_literal *b);
/* Adds a result to the facts. */
void ip_templates_result_take(ip_arena *arena, ip_result_fact *fact, const ip_logged_outcome *outcome, bool named);
/* Keeps in fact what holds in both. */
void ip_templates_result_join(ip_arena *arena, ip_result_fact *fact, const ip_result_fact *other);

#endif
