/* A command whose connections to a database go where we listen. */
#ifndef IP_CHILD_H
#define IP_CHILD_H

#include "recorder/endpoint.h"

#include <signal.h>
#include <sys/types.h>

/* Runs it with PGHOST, PGPORT and DATABASE_URL set, and with PGUSER, PGDATABASE and PGPASSWORD as far as upstream has
 * them. signals: the mask that it gets; output: where its output and messages go, -1: to ours. -1, with *error: it
 * cannot be started. One that is not found ends with 127, as in a shell. */
pid_t ip_child_start(ip_arena *arena, char *const *command, const ip_endpoint *listen, const ip_endpoint *upstream,
                     const sigset_t *signals, int output, const char **error);

#endif
