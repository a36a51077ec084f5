/* Initial rows, inserted by the interpreter itself: what it refuses is no initial state. */
#ifndef IP_SOWER_H
#define IP_SOWER_H

#include "replay/world/assumed.h"
#include "replay/world/world.h"

typedef struct ip_sower ip_sower;
ip_sower *ip_sower_new(ip_arena *arena, const ip_schema *schema, ip_interpreter *interpreter);

/* Numbers of the rows, those referred to first. */
const int *ip_sower_order(ip_arena *arena, const ip_sower *sower, const ip_client_rows *rows);
/* Inserts one row, the number-th, into what the world is given. false: a constraint is broken or the interpreter is
 * unable, and nothing was given; *why says which, if it is asked for. */
bool ip_sower_insert(ip_sower *sower, ip_world *world, const ip_client_row *row, int number, const char **why,
                     ip_arena *arena);
/* SQLSTATE of the last row that was refused. */
const char *ip_sower_refused(const ip_sower *sower);

/* Inserts the rows, those referred to first, and gives the world what came of it. false: a constraint is broken or the
 * interpreter is unable; *why says which, *failed is the row's number. */
bool ip_seed_world(ip_arena *arena, ip_sower *sower, const ip_client_rows *rows, ip_world *world, int *failed,
                   const char **why);

/* Gives the world rows that a sower has accepted before, as it left them. */
void ip_seed_again(const ip_client_rows *rows, ip_world *world);
/* The rows as the world has them: with the values that columns have made of them. */
void ip_seed_read_back(ip_arena *arena, const ip_world *world, ip_client_rows *rows);

#endif
