/* A command that connects to the address where we listen, and the signals that end the command or us. */
#ifndef IP_CHILD_H
#define IP_CHILD_H

#include "recorder/endpoint.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Starts the command with PGHOST, PGPORT and DATABASE_URL set, and with PGUSER, PGDATABASE and PGPASSWORD as far as
 * upstream has them. signals is the signal mask of the command. output is a descriptor for its output and messages, or
 * -1 for ours; with one the command has a process group of its own, whose id is the process. Returns the process, or -1
 * with *error if it cannot be started. A command that is not found exits with 127, as in a shell. */
pid_t ip_recorder_child_start(ip_arena *arena, char *const *command, const ip_endpoint *listen,
                              const ip_endpoint *upstream, const sigset_t *signals, int output, const char **error);

/* Between ip_recorder_signals_begin and ip_recorder_signals_end, SIGCHLD, SIGINT and SIGTERM arrive only while ppoll
 * waits with the mask `outside`, and SIGPIPE is ignored, but not by the command. Only one instance may be active. */
typedef struct ip_signals {
    sigset_t outside; /* the previous mask */
    struct sigaction before[4];
} ip_signals;

void ip_recorder_signals_begin(ip_signals *signals);
void ip_recorder_signals_end(const ip_signals *signals);
/* Returns the last SIGINT or SIGTERM that has arrived, or 0. */
int ip_recorder_signals_stopped(void);
/* Sends the signal on to the command, unless it is from the terminal, which has sent it to both. Returns false if there
 * has been another signal after the first one. */
bool ip_recorder_signals_pass_on(pid_t child);
/* Tells whether the command has ended since the last call. *status becomes its exit status as a shell reports it. */
bool ip_recorder_child_has_ended(pid_t child, int *status);

#endif
