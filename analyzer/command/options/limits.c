/* A thread of its own looks at clock and memory: reading and replays do so at some places, but not at all. */
#include "command/options/limits.h"

#include "base/clock.h"
#include "base/stop.h"
#include "base/thread.h"
#include "command/options/interruption.h"
#include "command/options/output.h"
#include "isoproof.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double TOO_MUCH = 1.09, MOMENT = 0.9; /* of the limit; of short ones, so many seconds more */

static void end_with(const char *message)
{
    if (ip_option_is_report_made())
        return;
    ip_option_output_abandon();
    _exit(write(STDERR_FILENO, message, strlen(message)) < 0 ? IP_EXIT_ERROR : IP_EXIT_UNDECIDED);
}

static void *keep_limits(void *data)
{
    const ip_limits *limits = data;
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    double start = ip_clock();
    while (!ip_option_is_report_made()) {
        nanosleep(&moment, NULL);
        double seconds = ip_clock() - start, held = (double)ip_memory_held();
        if (limits->memory && held > (double)limits->memory)
            ip_stop_run(IP_MEMORY_LIMIT);
        if (ip_stopped() || (limits->seconds > 0 && seconds > limits->seconds))
            ip_run_end_check();
        if (limits->memory && held > TOO_MUCH * (double)limits->memory)
            end_with(
                "isoproof: the memory limit was reached before there was a report: more --memory, or fewer files\n");
        if (limits->seconds > 0 && seconds > TOO_MUCH * limits->seconds && seconds > limits->seconds + MOMENT)
            end_with(
                "isoproof: the time limit was reached before there was a report: a longer --timeout, or fewer files\n");
    }
    return NULL;
}

void ip_option_obey_limits(ip_limits given)
{
    static ip_limits limits;
    limits = given;
    if (limits.memory || limits.seconds > 0)
        ip_thread_start(keep_limits, &limits);
}
