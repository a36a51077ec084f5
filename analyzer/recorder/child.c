/* Starts a command with the recorder's address in its environment, and handles the signals that end the command or us.
 */
#include "recorder/child.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_environment(ip_arena *arena, const ip_endpoint *listen, const ip_endpoint *upstream)
{
    unsetenv("PGHOSTADDR");
    unsetenv("PGSERVICE");
    setenv("PGHOST", listen->host, 1);
    setenv("PGPORT", listen->port, 1);
    setenv("DATABASE_URL", ip_recorder_endpoint_url(arena, listen, upstream), 1);
    if (upstream->user)
        setenv("PGUSER", upstream->user, 1);
    if (upstream->database)
        setenv("PGDATABASE", upstream->database, 1);
    if (upstream->password)
        setenv("PGPASSWORD", upstream->password, 1);
}

static volatile sig_atomic_t stopped, child_changed;
static const int ours[] = {SIGCHLD, SIGINT, SIGTERM};

pid_t ip_recorder_child_start(ip_arena *arena, char *const *command, const ip_endpoint *listen,
                              const ip_endpoint *upstream, const sigset_t *signals, int output, const char **error)
{
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 3; i++) /* a signal before execvp would otherwise reach our handler and be lost */
            signal(ours[i], SIG_DFL);
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

static void on_signal(int number)
{
    if (number == SIGCHLD)
        child_changed = 1;
    else
        stopped = 1;
}

void ip_recorder_signals_begin(ip_signals *signals)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t all;
    stopped = child_changed = 0;
    sigemptyset(&all);
    for (int i = 0; i < 3; i++) {
        sigaddset(&all, ours[i]);
        sigaction(ours[i], &action, &signals->before[i]);
    }
    sigprocmask(SIG_BLOCK, &all, &signals->outside);
}

void ip_recorder_signals_end(const ip_signals *signals)
{
    sigprocmask(SIG_SETMASK, &signals->outside, NULL);
    for (int i = 0; i < 3; i++)
        sigaction(ours[i], &signals->before[i], NULL);
}

bool ip_recorder_signals_stopped(void)
{
    return stopped;
}

bool ip_recorder_child_has_ended(pid_t child, int *status)
{
    int state;
    if (!child_changed)
        return false;
    child_changed = 0;
    if (child <= 0 || waitpid(child, &state, WNOHANG) != child)
        return false;
    *status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    return true;
}
