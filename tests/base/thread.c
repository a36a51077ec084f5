/* Threads start before their caller goes on. */
#include "test.h"

#include "base/clock.h"
#include "base/thread.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct timespec moment = {.tv_nsec = 1000 * 1000};

/* Does not end while the process lives, as those that watch it. */
static void *watch(void *data)
{
    (void)data;
    for (;;)
        pause();
    return NULL;
}

static bool ends(pid_t child)
{
    for (double begin = ip_clock(); ip_clock() < begin + 20; nanosleep(&moment, NULL))
        if (waitpid(child, NULL, WNOHANG) == child)
            return true;
    kill(child, SIGKILL);
    return false;
}

/* The sanitizers' allocator is not made ready for a fork: a lock that a thread holds as it starts stays held there. */
static void test_fork_after_start(void)
{
    bool ended = true;
    for (int i = 0; ended && i < 100; i++) {
        CHECK(ip_thread_start(watch, NULL));
        pid_t child = fork();
        if (child == 0) {
            for (size_t size = 1; size < 100000; size += size / 4 + 1)
                free(malloc(size));
            CHECK(ip_thread_start(watch, NULL));
            _exit(0);
        }
        ended = ends(child);
    }
    CHECK(ended);
}

TEST_SUITE(thread)
{
    test_fork_after_start();
    return TEST_RESULT();
}
