/* Tasks in processes: their order, their shares of time and memory, and the handling of processes that die. */
#include "decide/workers.h"

#include "base/clock.h"
#include "base/heap.h"
#include "base/thread.h"
#include "level/scratch_z3.h"
#include "level/solver_errors.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ------------------------------------------------------------ in a child -- */

typedef struct limits {
    size_t memory;
    double deadline;
} limits;

static void *keep_watch(void *data)
{
    const limits *own = data;
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    for (;;) {
        nanosleep(&moment, NULL);
        if (own->memory && ip_memory_held() > own->memory)
            ip_stop_run(IP_MEMORY_LIMIT);
        if (ip_is_over(own->deadline)) /* checks have the same deadline, and do not look at it everywhere */
            ip_level_solver_interrupt();
    }
    return NULL;
}

/* Ends the solver's checks and the process's work when it is interrupted, has no time left, or holds more memory than
 * this (0: any). For the rest of the process. */
static void watch(size_t memory, double deadline)
{
    static limits limit;
    sigset_t all, before;
    limit = (limits){memory, deadline};
    sigfillset(&all); /* signals are for the other threads */
    pthread_sigmask(SIG_BLOCK, &all, &before);
    ip_thread_start(keep_watch, &limit);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* [tasks] of the last call, shared with the children. */
static void *_Atomic *published;
static int own_task = -1;

/* The processes of the run that are at work, not those that wait for others; NULL: only this one was ever at work.
 * Children of a process that is killed stay counted, so fewer are at work after that. */
static atomic_int *busy;

static void add_busy(int change)
{
    if (busy)
        atomic_fetch_add(busy, change);
}

void ip_decide_workers_publish(void *so_far)
{
    if (published && own_task >= 0)
        atomic_store(&published[own_task], so_far);
}

static _Noreturn void be_child(ip_shared_range range, int out, size_t memory, ip_work *work, void *data, int task,
                               double deadline)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ip_shared_use(range);
    own_task = task;
    watch(memory, deadline);
    void *result = work(data, task, deadline);
    bool written = write(out, &result, sizeof result) == (ssize_t)sizeof result;
    _exit(written ? 0 : 1);
}

/* ---------------------------------------------------------- in the parent -- */

typedef struct child {
    pid_t process;
    int task, in;
    double deadline;
} child;

/* Seconds between an interruption and the kill of processes that ignore it. */
static const double MOST_AFTER_STOP = 1.5;

typedef struct pool {
    ip_workers *workers;
    ip_work *work;
    void *data;
    void **results;
    const char **why;
    child *children; /* [count] */
    int running, next, count;
    bool began;
} pool;

static void begin_to_count_busy(void)
{
    if (busy)
        return;
    void *shared = mmap(NULL, sizeof *busy, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    busy = shared == MAP_FAILED ? NULL : shared;
    add_busy(1);
}

/* Processes that the pool may have now, while its parent waits. */
static int places(const pool *p)
{
    if (p->workers->all_at_once)
        return p->count;
    int others = busy ? atomic_load(busy) - p->running : 0;
    return p->workers->jobs > others ? p->workers->jobs - others : 1;
}

/* The remaining time, divided among the tasks that have not begun. */
static double share(const ip_workers *workers, int left, int at_a_time)
{
    double now = ip_clock(), rest = workers->deadline - now;
    int rounds = (left + at_a_time - 1) / at_a_time;
    return rest > 0 && rounds > 1 ? now + rest / rounds : workers->deadline;
}

static void run_here(ip_workers *workers, int task, int count, ip_work *work, void *data, void **results,
                     const char **why)
{
    results[task] = work(data, task, share(workers, count - task, 1));
    if (!results[task])
        why[task] = ip_stopped() ? ip_stop_text(ip_stopped()) : "nothing came of it";
}

/* What a child holds more than its parent did; pages that it changes count for both of them. */
static size_t memory_share(const ip_workers *workers)
{
    size_t here = ip_memory_held(), most = workers->memory - workers->memory / 10;
    if (!workers->memory)
        return 0;
    size_t rest = most > here ? most - here : 0;
    return here + rest / (size_t)workers->jobs;
}

static bool begin_child(pool *p, int task)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    if (!p->began) {
        ip_stop_share();
        ip_level_scratch_z3_drop(); /* each child would only free it, and copy it for that */
        ip_heap_give_back();
        p->began = true;
    }
    child *c = &p->children[p->running];
    c->task = task;
    c->in = ends[0];
    c->deadline = share(p->workers, p->count - task, p->workers->jobs);
    size_t memory = memory_share(p->workers);
    add_busy(1);
    c->process = fork();
    if (c->process == 0) {
        close(ends[0]);
        be_child(p->workers->ranges[task], ends[1], memory, p->work, p->data, task, c->deadline);
    }
    close(ends[1]);
    if (c->process < 0) {
        close(ends[0]);
        add_busy(-1);
        return false;
    }
    p->running++;
    return true;
}

static const char *reason_of(int status, bool killed)
{
    if (ip_stopped())
        return ip_stop_text(ip_stopped());
    if (killed)
        return "the time limit was reached";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return "the process that decided it was killed, as the system does when memory runs out";
    if (WIFSIGNALED(status))
        return "the process that decided it was ended by a signal";
    return "the process that decided it ended without an answer";
}

static void end_child(pool *p, int at, bool kill_it)
{
    child *c = &p->children[at];
    int status = 0;
    void *result = NULL;
    if (kill_it)
        kill(c->process, SIGKILL);
    else if (read(c->in, &result, sizeof result) != (ssize_t)sizeof result)
        result = NULL;
    close(c->in);
    while (waitpid(c->process, &status, 0) < 0 && errno == EINTR)
        ;
    p->results[c->task] = result ? result : published ? atomic_load(&published[c->task]) : NULL;
    p->why[c->task] = result ? NULL : reason_of(status, kill_it);
    *c = p->children[--p->running];
    add_busy(-1);
}

/* Waits for the first process that ends, or that has no time left. */
static void wait_for_some(pool *p)
{
    struct pollfd ends[256];
    int count = p->running < 256 ? p->running : 256;
    for (int i = 0; i < count; i++)
        ends[i] = (struct pollfd){.fd = p->children[i].in, .events = POLLIN};
    poll(ends, (nfds_t)count, 50);
    double now = ip_clock();
    static double since;
    since = !ip_stopped() ? 0 : since ? since : now;
    for (int i = count - 1; i >= 0; i--) {
        double late = now - p->children[i].deadline;
        if (ends[i].revents)
            end_child(p, i, false);
        else if (late > p->workers->patience || (since && now - since > MOST_AFTER_STOP))
            end_child(p, i, true);
    }
}

/* By the parent, which would only wait otherwise. outer: of its own task. */
static void run_in_between(pool *p, int task, void *_Atomic *outer)
{
    void *_Atomic *own = published;
    published = outer;
    add_busy(1);
    run_here(p->workers, task, p->count, p->work, p->data, p->results, p->why);
    add_busy(-1);
    published = own;
}

void ip_decide_workers_run(ip_workers *workers, int count, ip_work *work, void *data, void **results, const char **why)
{
    ip_decide_workers_release(workers);
    ip_shared_range *ranges = workers->jobs > 1 && count > 1 ? calloc((size_t)count, sizeof *ranges) : NULL;
    child *children = ranges ? calloc((size_t)count, sizeof *children) : NULL;
    size_t bytes = sizeof *published * (size_t)count;
    void *slots = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    void *_Atomic *outer = published;
    if (!children || !ip_shared_reserve(ranges, count)) {
        free(ranges);
        free(children);
        if (slots != MAP_FAILED)
            munmap(slots, bytes);
        for (int task = 0; task < count; task++)
            run_here(workers, task, count, work, data, results, why);
        return;
    }
    published = slots == MAP_FAILED ? NULL : slots;
    workers->ranges = ranges;
    workers->range_count = count;
    begin_to_count_busy();
    add_busy(-1);
    pool p = {workers, work, data, results, why, children, 0, 0, count, false};
    while (p.next < count || p.running) {
        for (int most = places(&p); p.next < count && p.running < most; most = places(&p)) {
            if (most > 1 && begin_child(&p, p.next))
                p.next++;
            else if (p.running)
                break;
            else
                run_in_between(&p, p.next++, outer);
        }
        if (p.running)
            wait_for_some(&p);
    }
    add_busy(1);
    free(children);
    if (published)
        munmap(slots, bytes);
    published = outer;
}

void ip_decide_workers_release(ip_workers *workers)
{
    if (workers->ranges)
        ip_shared_release(workers->ranges, workers->range_count);
    free(workers->ranges);
    workers->ranges = NULL;
}
