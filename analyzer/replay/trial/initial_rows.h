/* Initial rows are inserted by the interpreter itself, so that every constraint is checked: rows that it refuses are
 * no initial state. */
#ifndef IP_INITIAL_ROWS_H
#define IP_INITIAL_ROWS_H

#include "replay/world/assumed.h"
#include "replay/world/world.h"

typedef struct ip_row_inserter ip_row_inserter;
ip_row_inserter *ip_trial_row_inserter_new(ip_arena *arena, const ip_schema *schema, ip_interpreter *interpreter);

/* The numbers of the rows, referenced rows first. */
const int *ip_trial_initial_rows_order(ip_arena *arena, const ip_row_inserter *inserter, const ip_client_rows *rows);
/* Inserts one row, the number-th, and passes the stored row to the world. false: a constraint is broken or the
 * interpreter is unable, and nothing was inserted; *why says which, if it is not NULL. */
bool ip_trial_initial_row_insert(ip_row_inserter *inserter, ip_world *world, const ip_client_row *row, int number,
                                 const char **why, ip_arena *arena);
/* Why the last row that was refused was. */
typedef struct ip_row_refusal {
    char sqlstate[6];
    const bool *checked; /* by a CHECK: the columns that it names; NULL: not known */
    int check;           /* its number among the CHECKs of the table, from 1 */
} ip_row_refusal;

ip_row_refusal ip_trial_row_inserter_refusal(const ip_row_inserter *inserter);

/* Inserts the rows, referenced rows first, and passes the stored row to the world. false: a constraint is broken or the
 * interpreter is unable; *why says which, *failed is the number of the row. */
bool ip_trial_initial_rows_insert(ip_arena *arena, ip_row_inserter *inserter, const ip_client_rows *rows,
                                  ip_world *world, int *failed, const char **why);

/* Gives the world rows that were accepted before, as they were stored. */
void ip_trial_initial_rows_give(const ip_client_rows *rows, ip_world *world);
/* Reads the rows back as they were stored: with the effects of column types and defaults. */
void ip_trial_initial_rows_read_back(ip_arena *arena, const ip_world *world, ip_client_rows *rows);

#endif
