/* Ctrl-C and SIGTERM. A thread of its own waits for the signals, since a handler may call almost nothing: neither the
 * solver, which must be asked to stop, nor output functions. The signals are blocked in all other threads. So the
 * handler that Z3 installs for each check, and which would end only that check, never receives one. */
#include "command/options/interruption.h"

#include "base/clock.h"
#include "base/thread.h"
#include "command/options/command.h"
#include "command/options/output.h"
#include "isoproof.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Until the run has ended with what was decided, and then until that is written: no more decisions are made. */
static const double PATIENCE = 2.0, PATIENCE_OF_WRITING = 20.0;

static atomic_bool created, written;

static void end_now(void)
{
    ip_option_output_abandon();
    static const char message[] = "isoproof: interrupted before there was a report\n";
    if (write(STDERR_FILENO, message, strlen(message)) < 0)
        _exit(IP_EXIT_INTERRUPTED);
    _exit(IP_EXIT_INTERRUPTED);
}

static void *wait_for_signals(void *data)
{
    const sigset_t *signals = data;
    const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
    int number;
    while (sigwait(signals, &number) != 0)
        ;
    ip_run_interrupt();
    static const char message[] = "isoproof: interrupted\n";
    if (write(STDERR_FILENO, message, strlen(message)) < 0)
        end_now();
    double begin = ip_clock();
    while (!atomic_load(&written) && ip_clock() < begin + (atomic_load(&created) ? PATIENCE_OF_WRITING : PATIENCE)) {
        ip_run_interrupt(); /* again and again: the next check may just be about to begin */
        if (sigtimedwait(signals, NULL, &moment) > 0)
            break; /* a second one */
    }
    if (!atomic_load(&written)) /* what is left to do takes no decision */
        end_now();
    return NULL;
}

void ip_option_report_is_made(void)
{
    atomic_store(&created, true);
}

bool ip_option_is_report_made(void)
{
    return atomic_load(&created);
}

void ip_option_report_is_written(void)
{
    atomic_store(&written, true);
}

void ip_option_obey_interruptions(void)
{
    static sigset_t signals;
    const int numbers[] = {SIGINT, SIGTERM};
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&signals, numbers[i]);
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    if (!ip_thread_start(wait_for_signals, &signals))
        pthread_sigmask(SIG_SETMASK, &before, NULL);
}
