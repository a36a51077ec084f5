/* Random clients that lock rows, as text and explored. */
#ifndef LOCKING_H
#define LOCKING_H

#include "explorer/explorer.h"
#include "simulator.h"

typedef struct locking_levels {
    const ip_level *levels[SERVER_LEVELS];
} locking_levels;

bool locking_load_levels(ip_arena *arena, locking_levels *levels);

/* server: with what the simulator does not know. */
void locking_draw(simulated_client *client, bool server, unsigned long *seed);
/* As a file for PostgreSQL's isolation tester; text has room for TOY_TEXT. */
void locking_print(const simulated_client *client, char *text);
void locking_print_statement(char *text, const simulated_statement *statement);
const char *locking_level(simulated_level level); /* "READ COMMITTED" */

/* A row is more to the server than its key where one deletes it and one inserts it again; or even one transaction does
 * both. See docs/exploration.md. */
bool locking_reinserts_a_row(const simulated_client *client);
bool locking_renews_a_row(const simulated_client *client);

/* What the explorer ends with, each order of commits that the levels allow by itself. */
bool locking_explore(const locking_levels *levels, const simulated_client *client, toy_set *outcomes);
/* An outcome of the first that is none of the other; NULL: there is none. */
const char *locking_missing(const toy_set *of, const toy_set *in);

#endif
