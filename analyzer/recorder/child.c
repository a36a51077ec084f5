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

static volatile sig_atomic_t stopped, stops, from_terminal, child_changed;
static int passed_on; /* of the stops */
static const int ours[] = {SIGCHLD, SIGINT, SIGTERM, SIGPIPE};
static struct sigaction pipe_before;

pid_t ip_recorder_child_start(ip_arena *arena, char *const *command, const ip_endpoint *listen,
                              const ip_endpoint *upstream, const sigset_t *signals, int output, const char **error)
{
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 3; i++) /* a signal before execvp would otherwise reach our handler and be lost */
            signal(ours[i], SIG_DFL);
        sigaction(SIGPIPE, &pipe_before, NULL);
        sigprocmask(SIG_SETMASK, signals, NULL);
        if (output >= 0) {
            /* A group of the background, which must not be stopped for what it does to the terminal. */
            setpgid(0, 0);
            signal(SIGTTIN, SIG_IGN);
            signal(SIGTTOU, SIG_IGN);
            dup2(output, STDOUT_FILENO);
            dup2(output, STDERR_FILENO);
        }
        set_environment(arena, listen, upstream);
        execvp(command[0], command);
        _exit(errno == ENOENT ? 127 : 126); /* as shells do */
    }
    if (child > 0 && output >= 0)
        setpgid(child, child); /* whichever of the two comes first */
    if (child < 0)
        *error = ip_arena_printf(arena, "%s: %s", command[0], strerror(errno));
    return child;
}

static void on_signal(int number, siginfo_t *information, void *context)
{
    (void)context;
    if (number == SIGCHLD) {
        child_changed = 1;
        return;
    }
    stopped = number;
    stops++;
    from_terminal = information->si_code == SI_KERNEL;
}

/* SIGPIPE comes from the file of a recording that is a pipe without a reader. */
void ip_recorder_signals_begin(ip_signals *signals)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, ignored = {.sa_handler = SIG_IGN};
    sigset_t all;
    stopped = stops = from_terminal = child_changed = 0;
    passed_on = 0;
    sigemptyset(&all);
    for (int i = 0; i < 3; i++) {
        sigaddset(&all, ours[i]);
        sigaction(ours[i], &action, &signals->before[i]);
    }
    sigaction(SIGPIPE, &ignored, &signals->before[3]);
    pipe_before = signals->before[3];
    sigprocmask(SIG_BLOCK, &all, &signals->outside);
}

void ip_recorder_signals_end(const ip_signals *signals)
{
    sigprocmask(SIG_SETMASK, &signals->outside, NULL);
    for (int i = 0; i < 4; i++)
        sigaction(ours[i], &signals->before[i], NULL);
}

int ip_recorder_signals_stopped(void)
{
    return stopped;
}

bool ip_recorder_signals_pass_on(pid_t child)
{
    if (stops > 1)
        return false;
    if (passed_on < stops && !from_terminal)
        kill(child, stopped);
    passed_on = stops;
    return true;
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
