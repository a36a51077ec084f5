/* Work that is done in processes of its own, several at a time: one that runs out of memory or crashes loses its own
 * part alone. What a process has made is in memory that it shares (base/shared_memory.h), so results are plain
 * pointers. */
#ifndef IP_WORKERS_H
#define IP_WORKERS_H

#include "base/shared_memory.h"
#include "base/stop.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct ip_workers {
    int jobs;                /* processes at a time; 1 or less: the work is done here, one task after the other */
    size_t memory;           /* bytes that all processes may hold; 0: not limited */
    double deadline;         /* of ip_clock(): tasks end by themselves */
    double patience;         /* seconds after that in which they are waited for */
    ip_shared_range *ranges; /* [tasks] of the last call, for ip_workers_release; NULL: none */
    int range_count;
} ip_workers;

/* Does one task, by a time of ip_clock(); NULL: nothing came of it. */
typedef void *ip_work(void *data, int task, double deadline);

/* All tasks, each in its turn with a fair share of the time that is left. results[task]: what the work returned, or
 * NULL; then why[task] says why, and is static. */
void ip_workers_run(ip_workers *workers, int count, ip_work *work, void *data, void **results, const char **why);
/* The results go. */
void ip_workers_release(ip_workers *workers);

#endif
