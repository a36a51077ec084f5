/* Runs tasks in separate processes, several at a time: a process that runs out of memory or crashes loses only its own
 * task. The results are in shared memory (base/shared_memory.h), so they are plain pointers. */
#ifndef IP_WORKERS_H
#define IP_WORKERS_H

#include "base/shared_memory.h"
#include "base/stop.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct ip_workers {
    int jobs;                /* processes at a time; 1 or less: the work is done here, one task after the other */
    bool all_at_once;        /* a process for each task, even if others are at work */
    size_t memory;           /* bytes that all processes may hold; 0: not limited */
    double deadline;         /* of ip_clock(): tasks end by themselves */
    double patience;         /* seconds after that during which the parent waits for them */
    ip_shared_range *ranges; /* [tasks] of the last call, for ip_decide_workers_release; NULL: none */
    int range_count;
} ip_workers;

/* Does one task, until a time of ip_clock(); NULL: no result. */
typedef void *ip_work(void *data, int task, double deadline);

/* In a task: its result so far, if it is ended before its time. The result must not change any more. No effect where
 * tasks run one after the other in this process. */
void ip_decide_workers_publish(void *so_far);

/* Processes of the run that are at work elsewhere count as jobs, since all of them share the cores.
 * All tasks, in order, each with a fair share of the remaining time. results[task]: the work's result. If there is
 * none, why[task] is the reason, a static text, and results[task] is what the task has published last, or NULL. */
void ip_decide_workers_run(ip_workers *workers, int count, ip_work *work, void *data, void **results, const char **why);
/* The results go. */
void ip_decide_workers_release(ip_workers *workers);

#endif
