/* ip_assert where it is on: a broken invariant ends the process, and an invariant that holds does not. */
#define IP_CHECK_INVARIANTS 1
#include "base/invariant.h"

#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int signal_of(int value)
{
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        ip_assert(value == 1);
        _exit(0);
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST_SUITE(invariant)
{
    CHECK_INT(signal_of(1), 0);
    CHECK_INT(signal_of(2), SIGABRT);
    return TEST_RESULT();
}
