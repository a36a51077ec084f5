/* A command whose connections to a database go where we listen, and the signals that end either. */
#ifndef IP_CHILD_H
#define IP_CHILD_H

#include "recorder/endpoint.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Runs it with PGHOST, PGPORT and DATABASE_URL set, and with PGUSER, PGDATABASE and PGPASSWORD as far as upstream has
 * them. signals: the mask that it gets; output: where its output and messages go, -1: to ours. -1, with *error: it
 * cannot be started. One that is not found ends with 127, as in a shell. */
pid_t ip_child_start(ip_arena *arena, char *const *command, const ip_endpoint *listen, const ip_endpoint *upstream,
                     const sigset_t *signals, int output, const char **error);

/* From begin to end, SIGCHLD, SIGINT and SIGTERM come only while ppoll waits with .outside. One at a time. */
typedef struct ip_signals {
    sigset_t outside; /* the mask from before */
    struct sigaction before[3];
} ip_signals;

void ip_signals_begin(ip_signals *signals);
void ip_signals_end(const ip_signals *signals);
/* SIGINT or SIGTERM has come. */
bool ip_signals_stopped(void);
/* The command has ended since the last call; *status: as a shell gives it. */
bool ip_child_has_ended(pid_t child, int *status);

#endif
