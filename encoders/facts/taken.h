/* Rows taken in order: a program reads the least number of a group, and deletes the row that has it. */
#ifndef IP_TAKEN_H
#define IP_TAKEN_H

#include "facts/facts.h"

typedef struct ip_taking {
    int read;                /* the statement that returns the least number */
    const ip_expr *number;   /* the variable that has it */
    const ip_expr **columns; /* [key length]: what the DELETE compares the columns of the table's key with */
} ip_taking;

/* Whether the DELETE deletes such a row of a table whose rows are all numbered by one counter (ip_table_facts.drawn),
 * and its program inserts none there. */
bool ip_facts_taking_find(ip_arena *arena, const ip_facts *facts, const ip_program *program, const ip_statement *remove,
                          ip_taking *taking);

#endif
