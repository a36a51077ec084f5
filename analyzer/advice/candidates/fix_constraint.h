/* Shared by the finders of constraints: which programs look before they insert. */
#ifndef IP_FIX_CONSTRAINT_H
#define IP_FIX_CONSTRAINT_H

#include "advice/candidates/candidate.h"

/* The consequences of a condition for the rows that a statement found. */
typedef enum ip_finding { IP_UNSAID, IP_NONE_FOUND, IP_ONE_FOUND } ip_finding;

/* Facts about the statement's rows wherever the later statement runs: by its path, or because the program aborts
 * otherwise. */
ip_finding ip_advice_finding_at(const ip_program *program, int statement, const ip_statement *later);
/* Whether both always have the same value. Columns do not. */
bool ip_advice_same_value(ip_workshop *w, const ip_program *program, const ip_statement *a, const ip_expr *x,
                          const ip_statement *b, const ip_expr *y);
/* Whether before every INSERT into the table a SELECT looks for the same and finds nothing. Not so for an UPDATE of the
 * columns ([columns of the table]). */
typedef bool ip_looks_for(void *data, const ip_program *program, const ip_statement *select,
                          const ip_statement *insert);
bool ip_advice_all_look(ip_workshop *w, const ip_table *table, const bool *columns, ip_looks_for *looks_for,
                        void *data);
/* A line after the definition of the table, if no candidate has it yet; -1: none. It counts as help for every program
 * that accesses the table. */
int ip_advice_constraint_add(ip_workshop *w, const ip_table *table, const char *line, const char *change);
/* fix_exclude.c: EXCLUDE, where the SELECT looks for rows that conflict with the inserted row. */
void ip_advice_find_exclusion(ip_workshop *w, const ip_program *program, const ip_statement *select,
                              const ip_statement *insert);

#endif
