/* The command's environment, and its process. */
#include "recorder/child.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void set_environment(ip_arena *arena, const ip_endpoint *listen, const ip_endpoint *upstream)
{
    unsetenv("PGHOSTADDR");
    unsetenv("PGSERVICE");
    setenv("PGHOST", listen->host, 1);
    setenv("PGPORT", listen->port, 1);
    setenv("DATABASE_URL", ip_endpoint_url(arena, listen, upstream), 1);
    if (upstream->user)
        setenv("PGUSER", upstream->user, 1);
    if (upstream->database)
        setenv("PGDATABASE", upstream->database, 1);
    if (upstream->password)
        setenv("PGPASSWORD", upstream->password, 1);
}

pid_t ip_child_start(ip_arena *arena, char *const *command, const ip_endpoint *listen, const ip_endpoint *upstream,
                     const sigset_t *signals, int output, const char **error)
{
    pid_t child = fork();
    if (child == 0) {
        sigprocmask(SIG_SETMASK, signals, NULL);
        if (output >= 0) {
            dup2(output, STDOUT_FILENO);
            dup2(output, STDERR_FILENO);
        }
        set_environment(arena, listen, upstream);
        execvp(command[0], command);
        _exit(errno == ENOENT ? 127 : 126); /* as shells do */
    }
    if (child < 0)
        *error = ip_arena_printf(arena, "%s: %s", command[0], strerror(errno));
    return child;
}
