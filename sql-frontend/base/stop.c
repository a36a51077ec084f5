/* The process-wide flag that stops a run early, and recovery when memory runs out. */
#include "base/stop.h"

#include "base/clock.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RESERVE = 16 * 1024 * 1024 };

static volatile sig_atomic_t stopped;
static void *reserve;
static sigjmp_buf *recovery;

void ip_stop_run(ip_stop_reason why)
{
    if (!stopped)
        stopped = why;
}

ip_stop_reason ip_stopped(void)
{
    return (ip_stop_reason)stopped;
}

const char *ip_stop_text(ip_stop_reason why)
{
    return why == IP_OUT_OF_MEMORY ? "out of memory" : why == IP_INTERRUPTED ? "interrupted" : "";
}

bool ip_is_over(double deadline)
{
    return stopped || (deadline > 0 && ip_clock() >= deadline);
}

void ip_memory_reserve(void)
{
    if (!reserve)
        reserve = malloc(RESERVE);
}

void ip_memory_recover_at(sigjmp_buf *where)
{
    recovery = where;
}

_Noreturn void ip_memory_failed(void)
{
    sigjmp_buf *where = recovery;
    recovery = NULL;
    ip_stop_run(IP_OUT_OF_MEMORY);
    free(reserve);
    reserve = NULL;
    if (where)
        siglongjmp(*where, 1);
    static const char message[] = "isoproof: out of memory\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
        _exit(2);
    _exit(2);
}

/* How many bytes the process has mapped: the first number of statm, in pages (proc(5)). 0: not known. */
static size_t mapped_bytes(void)
{
    char text[64];
    size_t pages = 0;
    int statm = open("/proc/self/statm", O_RDONLY);
    ssize_t length = statm >= 0 ? read(statm, text, sizeof text) : 0;
    for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; i++)
        pages = 10 * pages + (size_t)(text[i] - '0');
    if (statm >= 0)
        close(statm);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

bool ip_memory_is_short(void)
{
    /* Tables grow by their own size: the last request may have been for as much as there is in all. */
    size_t mapped = mapped_bytes(), asked = mapped > RESERVE ? mapped : RESERVE;
    void *got = mmap(NULL, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return got == MAP_FAILED || munmap(got, asked) != 0;
}
