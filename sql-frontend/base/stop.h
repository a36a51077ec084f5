/* Early ends of a run: an interruption, or exhausted memory. One flag for the process, which long computations check;
 * and, when memory is exhausted, the way back to the caller that can still report it. */
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
/* Whether to end now. deadline: of ip_clock(), 0: none. */
bool ip_is_over(double deadline);

/* Reserves memory for a report when memory is exhausted. */
void ip_memory_reserve(void);
/* Where to continue when memory is exhausted; everything allocated since is lost. NULL: nowhere, the process ends
 * then. */
void ip_memory_recover_at(sigjmp_buf *where);
/* Does not return. */
_Noreturn void ip_memory_failed(void);
/* Bytes of memory that the process holds, those shared with others included. 0: not known. */
size_t ip_memory_held(void);
/* Whether the process can hardly get more memory. For use in a crash: safe in a signal handler. */
bool ip_memory_is_short(void);

#endif
