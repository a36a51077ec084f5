/* Rows that are numbered one after the other: the greatest number of a group is read, and the next one inserted, with a
 * unique key over group and number. */
#ifndef IP_APPENDED_H
#define IP_APPENDED_H

#include "facts/facts.h"

typedef struct ip_append {
    int read;        /* the statement that gives the greatest number */
    int key, column; /* of the table: that key, and the number's column in it; its other columns are the group */
    bool starts;     /* a group without rows begins at: */
    long long start;
} ip_append;

/* Is the INSERT, the program's only one into the table, of such a row? */
bool ip_append_find(ip_arena *arena, const ip_program *program, const ip_statement *insert, ip_append *append);
/* Fills .appended of every table of facts whose rows all come in one such way, and neither go nor change their numbers.
 */
void ip_appended_tables_find(ip_arena *arena, ip_facts *facts, const ip_program *const *programs, int count);

#endif
