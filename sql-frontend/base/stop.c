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
/* The same for all processes of a run, for an interruption. */
static volatile sig_atomic_t not_shared, *interrupted = &not_shared;
static void *reserve;
static sigjmp_buf *recovery;

void ip_stop_run(ip_stop_reason why)
{
    if (why == IP_INTERRUPTED)
        *interrupted = why;
    else if (!stopped)
        stopped = why;
}

void ip_stop_share(void)
{
    if (interrupted != &not_shared)
        return;
    void *page = mmap(NULL, sizeof *interrupted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return;
    volatile sig_atomic_t *flag = page;
    interrupted = flag;
    *flag = *flag | not_shared;
}

ip_stop_reason ip_stopped(void)
{
    return (ip_stop_reason)(stopped ? stopped : *interrupted);
}

const char *ip_stop_text(ip_stop_reason why)
{
    static const char *const texts[] = {[IP_INTERRUPTED] = "interrupted",
                                        [IP_OUT_OF_MEMORY] = "out of memory",
                                        [IP_MEMORY_LIMIT] = "the memory limit was reached"};
    return texts[why] ? texts[why] : "";
}

bool ip_is_over(double deadline)
{
    return ip_stopped() || (deadline > 0 && ip_clock() >= deadline);
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

/* A number of statm, in pages (proc(5)), as bytes. 0: not known. */
static size_t statm_bytes(int field)
{
    char text[128];
    size_t pages = 0;
    int statm = open("/proc/self/statm", O_RDONLY);
    ssize_t length = statm >= 0 ? read(statm, text, sizeof text) : 0;
    for (ssize_t i = 0; i < length && field >= 0; i++) {
        bool digit = text[i] >= '0' && text[i] <= '9';
        field -= !digit;
        if (digit && field == 0)
            pages = 10 * pages + (size_t)(text[i] - '0');
    }
    if (statm >= 0)
        close(statm);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

enum { RESIDENT = 1, DATA = 5 };

size_t ip_memory_held(void)
{
    return statm_bytes(RESIDENT);
}

bool ip_memory_is_short(void)
{
    /* Tables grow by their own size: the last request may have been for as much as there is in all. */
    size_t mapped = statm_bytes(DATA), asked = mapped > RESERVE ? mapped : RESERVE;
    void *got = mmap(NULL, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return got == MAP_FAILED || munmap(got, asked) != 0;
}
