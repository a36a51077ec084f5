/* Blocks of powers of two, from one end of the range to the other; those given back are used again. */
#include "base/shared_memory.h"

#include <string.h>
#include <sys/mman.h>

enum { SMALLEST = 12, SIZES = 48, HOLE = 64 * 1024 };
/* Of addresses, not of memory. */
static const size_t A_CHILD = (size_t)1 << 36;
/* Large blocks that are given back keep their pages up to here: the system takes longer to give pages again than it
 * takes to use them. */
static const size_t MOST_KEPT = (size_t)64 << 20;

typedef struct hole {
    struct hole *next;
    bool has_pages; /* of a large one */
} hole;

static ip_shared_range own;
static bool in_use;
static int generation;
static hole *holes[SIZES];
static size_t kept; /* bytes of large holes that have their pages */

bool ip_shared_reserve(ip_shared_range *ranges, int count)
{
    size_t each = A_CHILD;
    char *begin;
    if (in_use) {
        each = (size_t)(own.end - own.begin) / 2 / (size_t)(count > 0 ? count : 1);
        each -= each % HOLE;
        begin = own.end - each * (size_t)count;
        own.end = begin;
    } else {
        void *got =
            mmap(NULL, each * (size_t)count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (got == MAP_FAILED)
            return false;
        begin = got;
    }
    for (int i = 0; i < count; i++)
        ranges[i] = (ip_shared_range){begin + each * (size_t)i, begin + each * (size_t)(i + 1)};
    return true;
}

void ip_shared_release(ip_shared_range *ranges, int count)
{
    if (count <= 0 || !ranges[0].begin)
        return;
    size_t bytes = (size_t)(ranges[count - 1].end - ranges[0].begin);
    if (!in_use) {
        munmap(ranges[0].begin, bytes);
    } else if (ranges[0].begin == own.end) { /* reserved last, so that a child can reserve as often as it likes */
        madvise(ranges[0].begin, bytes, MADV_REMOVE);
        own.end = ranges[count - 1].end;
    }
}

void *_Atomic *ip_shared_slot_new(void)
{
    void *slot =
        mmap(NULL, sizeof(void *_Atomic), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); /* zeros */
    return slot == MAP_FAILED ? NULL : slot;
}

void ip_shared_slot_free(void *_Atomic *slot)
{
    if (slot)
        munmap((void *)slot, sizeof *slot);
}

void ip_shared_use(ip_shared_range range)
{
    own = range;
    in_use = true;
    generation++;
    memset(holes, 0, sizeof holes);
    kept = 0;
}

int ip_shared_generation(void)
{
    return generation;
}

static int size_class(size_t size)
{
    int class = SMALLEST;
    while (((size_t)1 << class) < size)
        class ++;
    return class;
}

void *ip_shared_take(size_t size)
{
    int class = size_class(size);
    if (!in_use || class >= SIZES)
        return NULL;
    size_t whole = (size_t)1 << class;
    hole *found = holes[class];
    if (found) {
        holes[class] = found->next;
        kept -= found->has_pages ? whole : 0;
        return found;
    }
    if ((size_t)(own.end - own.begin) < whole)
        return NULL;
    char *block = own.begin;
    own.begin += whole;
    return block;
}

void ip_shared_give(void *block, size_t size)
{
    int class = size_class(size);
    size_t whole = (size_t)1 << class;
    bool large = whole >= HOLE, keep = large && kept + whole <= MOST_KEPT;
    if (large && !keep)
        madvise(block, whole, MADV_REMOVE);
    kept += keep ? whole : 0;
    hole *freed = block;
    freed->next = holes[class];
    freed->has_pages = keep;
    holes[class] = freed;
}
