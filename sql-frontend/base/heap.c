/* Settings of the C library's heap; without glibc, everything stays as it is. */
#include "base/heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef __GLIBC__

enum { MEGABYTE = 1 << 20, HUGE_PAGE = 2 * MEGABYTE, FIRST_ROOM = 64 * MEGABYTE };

static bool is_prepared;

/* Under a limit (ulimit -v, -d), room that nothing uses yet would be missing elsewhere. */
static bool is_limited(void)
{
    struct rlimit space, data;
    return getrlimit(RLIMIT_AS, &space) != 0 || getrlimit(RLIMIT_DATA, &data) != 0 || space.rlim_cur != RLIM_INFINITY ||
           data.rlim_cur != RLIM_INFINITY;
}

/* The solver jumps about in tens of megabytes: a tenth of TPC-C's time goes into looking up pages of 4 KB. glibc asks
 * for larger ones only if a variable of the environment says so, so the heap gets its first room at once, and the
 * larger pages are asked for here. Room that is never used takes no memory. */
static void use_huge_pages(void)
{
    if (is_limited())
        return;
    mallopt(M_TOP_PAD, FIRST_ROOM);
    void *more = malloc(8 * MEGABYTE); /* more than is left of what the heap begins with: it grows, by the room */
    const uintptr_t start = ((uintptr_t)more + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE, end = (uintptr_t)sbrk(0);
    if (more && start < end && end - start >= FIRST_ROOM)
        madvise((void *)start, end - start, MADV_HUGEPAGE); /* if it fails, pages are small */
    free(more);
}

/* Keeps released memory: the solver releases and needs again 17 MB for each context, and the first access to a page
 * costs more than everything else that is done with it. */
void ip_heap_prepare(void)
{
    mallopt(M_MMAP_THRESHOLD, 32 * MEGABYTE);
    mallopt(M_TRIM_THRESHOLD, FIRST_ROOM);
    use_huge_pages();
    is_prepared = true;
}

void ip_heap_give_back(void)
{
    if (!is_prepared)
        return;
    malloc_trim(0); /* the end of the heap goes, too */
    use_huge_pages();
}

#else

void ip_heap_prepare(void)
{
}

void ip_heap_give_back(void)
{
}

#endif
