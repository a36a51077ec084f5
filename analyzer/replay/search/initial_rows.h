/* Initial rows, inserted by the interpreter itself: what it refuses is no initial state. */
#ifndef IP_INITIAL_ROWS_H
#define IP_INITIAL_ROWS_H

#include "replay/world/assumed.h"
#include "replay/world/world.h"

typedef struct ip_row_inserter ip_row_inserter;
ip_row_inserter *ip_row_inserter_new(ip_arena *arena, const ip_schema *schema, ip_interpreter *interpreter);

/* Numbers of the rows, those referred to first. */
const int *ip_initial_rows_order(ip_arena *arena, const ip_row_inserter *inserter, const ip_client_rows *rows);
/* Inserts one row, the number-th, into what the world is given. false: a constraint is broken or the interpreter is
 * unable, and nothing was given; *why says which, if it is asked for. */
bool ip_initial_row_insert(ip_row_inserter *inserter, ip_world *world, const ip_client_row *row, int number,
                           const char **why, ip_arena *arena);
/* SQLSTATE of the last row that was refused. */
const char *ip_row_inserter_refused(const ip_row_inserter *inserter);

/* Inserts the rows, those referred to first, and gives the world what came of it. false: a constraint is broken or the
 * interpreter is unable; *why says which, *failed is the row's number. */
bool ip_initial_rows_insert(ip_arena *arena, ip_row_inserter *inserter, const ip_client_rows *rows, ip_world *world,
                            int *failed, const char **why);

/* Gives the world rows that a inserter has accepted before, as it left them. */
void ip_initial_rows_give(const ip_client_rows *rows, ip_world *world);
/* The rows as the world has them: with the values that columns have made of them. */
void ip_initial_rows_read_back(ip_arena *arena, const ip_world *world, ip_client_rows *rows);

#endif
