/* What ends a run before its time: an interruption, or memory that has run out. One flag for the process, which
 * whatever takes long looks at; where memory is gone, the way back to the one who can still say so. */
#ifndef IP_STOP_H
#define IP_STOP_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum ip_stop_reason { IP_NOT_STOPPED, IP_INTERRUPTED, IP_OUT_OF_MEMORY, IP_MEMORY_LIMIT } ip_stop_reason;

/* Safe in a signal handler and in another thread; the first reason stays. */
void ip_stop_run(ip_stop_reason why);
ip_stop_reason ip_stopped(void);
/* Interruptions reach the processes that are forked from now on, too. */
void ip_stop_share(void);
/* "interrupted", "out of memory", "the memory limit was reached" */
const char *ip_stop_text(ip_stop_reason why);
/* Is it time to end? deadline: of ip_clock(), 0: none. */
bool ip_is_over(double deadline);

/* Puts memory aside for a report when there is no other. */
void ip_memory_reserve(void);
/* Where to go on when memory has run out; what was made since is lost. NULL: nowhere, the process ends then. */
void ip_memory_recover_at(sigjmp_buf *where);
/* Does not return. */
_Noreturn void ip_memory_failed(void);
/* Bytes of memory that the process holds, those shared with others included. 0: not known. */
size_t ip_memory_held(void);
/* Could the process hardly get any more memory? Asked where it is about to crash: safe in a signal handler. */
bool ip_memory_is_short(void);

#endif
