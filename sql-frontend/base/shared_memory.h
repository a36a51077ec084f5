/* Memory that a process shares with its forked children. A child's arenas take their blocks from it, so the parent can
 * read its results, at the same addresses; they may point to data from before the fork. */
#ifndef IP_SHARED_MEMORY_H
#define IP_SHARED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Addresses for children to use; pages are given when they are written to. */
typedef struct ip_shared_range {
    char *begin, *end;
} ip_shared_range;

/* Reserves bytes for each of count children, used or not. In a child the range is part of the child's own, so the
 * parent sees the results of grandchildren. false: the system has no such addresses. Kept until ip_shared_release. */
bool ip_shared_reserve(ip_shared_range *ranges, int count);
/* In the parent, when its contents are no longer needed. */
void ip_shared_release(ip_shared_range *ranges, int count);

/* A pointer, NULL at first, that a child sets and its siblings read. NULL: no memory. */
void *_Atomic *ip_shared_slot_new(void);
void ip_shared_slot_free(void *_Atomic *slot); /* or NULL */

/* In a child: new blocks of arenas are in the range from now on. */
void ip_shared_use(ip_shared_range range);
/* 0: this process is no such child; else a distinct number for each child and grandchild. */
int ip_shared_generation(void);

/* It may hold anything. NULL: the range is full, or this process has none. */
void *ip_shared_take(size_t size);
void ip_shared_give(void *block, size_t size);

#endif
