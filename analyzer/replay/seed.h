/* Initial rows: made whole, and checked by the interpreter itself: what it refuses to insert is no initial state. */
#ifndef IP_SEED_H
#define IP_SEED_H

#include "replay/assumed.h"
#include "replay/guess.h"

/* The rows that a run found in the initial state, with every column, and those that their foreign keys ask for. false:
 * one of these was found to be absent, *why says which. */
bool ip_seed_complete(ip_arena *arena, ip_guesser *guesser, const ip_world *world, ip_client_rows *rows,
                      const char **why);

/* Gives the world rows that a sower has accepted before, as it left them. */
void ip_seed_again(const ip_client_rows *rows, ip_world *world);
/* The rows as the world has them: with the values that columns have made of them. */
void ip_seed_read_back(ip_arena *arena, const ip_world *world, ip_client_rows *rows);

/* Inserts rows. */
typedef struct ip_sower ip_sower;
ip_sower *ip_sower_new(ip_arena *arena, const ip_schema *schema, ip_interpreter *interpreter);

/* Changes single values of rows that are not accepted, until all are: CHECKs are hardly ever met by chance. false: no
 * single change does it for row *failed. */
bool ip_seed_repair(ip_arena *arena, ip_sower *sower, ip_subject *subject, ip_client_rows *rows, int *failed,
                    const char **why);

/* Inserts the rows, those referred to first, and gives the world what came of it. false: a constraint is broken or the
 * interpreter is unable; *why says which, *failed is the row's number. */
bool ip_seed_world(ip_arena *arena, ip_sower *sower, const ip_client_rows *rows, ip_world *world, int *failed,
                   const char **why);

#endif
