/* Memory that a process shares with those that it forks. A child's arenas take their blocks from it, so its results are
 * where the parent can read them: at the same addresses, and they may point to whatever was there before the fork. */
#ifndef IP_SHARED_MEMORY_H
#define IP_SHARED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Addresses for children to use; pages are given when they are written to. */
typedef struct ip_shared_range {
    char *begin, *end;
} ip_shared_range;

/* So much for each of count children, whatever they leave unused. In a child it is part of the child's own, so that the
 * parent sees what grandchildren leave. false: the system gives no such addresses. Kept until ip_shared_release. */
bool ip_shared_reserve(ip_shared_range *ranges, int count);
/* In the parent, once nothing in it is needed. */
void ip_shared_release(ip_shared_range *ranges, int count);

/* In a child: blocks that arenas make from now on are in the range. */
void ip_shared_use(ip_shared_range range);
/* 0: this process is no such child; else another number for each child and grandchild's own. */
int ip_shared_generation(void);

/* Zeroed. NULL: the range is full, or this process has none. */
void *ip_shared_take(size_t size);
void ip_shared_give(void *block, size_t size);

#endif
