/* Rows whose number is the greatest number so far plus one: a program reads the greatest number of a group, and inserts
 * the next one, with a unique key over group and number. */
#ifndef IP_APPENDED_H
#define IP_APPENDED_H

#include "facts/facts.h"

typedef struct ip_append {
    int read;        /* the statement that returns the greatest number */
    int key, column; /* the table's unique key, and the number's column in it; the key's other columns are the group */
    bool starts;     /* an empty group begins with: */
    long long start;
} ip_append;

/* Whether the INSERT inserts such a row. */
bool ip_facts_append_find(ip_arena *arena, const ip_program *program, const ip_statement *insert, ip_append *append);
/* Fills .appended of every table of facts whose rows are all inserted in the same such way, never deleted, and never
 * renumbered. */
void ip_facts_appended_tables_find(ip_arena *arena, ip_facts *facts, const ip_program *const *programs, int count);

#endif
