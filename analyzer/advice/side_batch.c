/* Questions as tasks of processes, and what they took. */
#include "advice/side_batch.h"

#include "base/clock.h"

#include <unistd.h>

/* Seconds that a question takes at least if the questions after it are asked in processes: making one takes less. */
static const double LONG = 0.02;

typedef struct task {
    const ip_mixtures *mixtures;
    ip_side_work *work;
    void *data;
    int first; /* the number of the first question that is asked in a process */
} task;

typedef struct answer {
    void *result;
    ip_arena *arena;
    pid_t process; /* that it was asked in */
    double effort; /* that the question took */
    double proof;  /* as of the mixtures */
} answer;

static void *answer_one(void *data, int question, double deadline)
{
    const task *asked = data;
    ip_arena *arena = ip_arena_new();
    answer *one = IP_NEW(arena, answer);
    ip_mixtures own = *asked->mixtures;
    own.arena = arena;
    own.deadline = deadline < own.deadline ? deadline : own.deadline;
    one->arena = arena;
    one->process = getpid();
    one->result = asked->work(&own, asked->data, asked->first + question, arena);
    one->effort = asked->mixtures->left.left - own.left.left;
    one->proof = own.proof;
    return one;
}

/* In this process, until one takes long: the number of those that were asked. */
static int ask_here(ip_side_batch *batch, task *asked)
{
    bool long_one = false;
    int i = 0;
    for (; i < batch->count && !(long_one && batch->workers->jobs > 1); i++) {
        double start = ip_clock();
        batch->answers[i] = answer_one(asked, i, batch->workers->deadline);
        long_one = ip_clock() - start > LONG;
    }
    return i;
}

/* One process too many is better than a last question that is asked when all the others are done. */
static void make_room_for_last(ip_workers *workers, int count)
{
    if (workers->jobs > 1 && count == workers->jobs + 1)
        workers->jobs = count;
}

ip_side_batch ip_advice_side_batch_ask(ip_mixtures *mixtures, int count, ip_side_place place, ip_side_work *work,
                                       void *data)
{
    ip_arena *arena = mixtures->arena;
    ip_side_batch batch = {.count = count,
                           .answers = IP_NEW_ARRAY(arena, void *, count),
                           .why = IP_NEW_ARRAY(arena, const char *, count),
                           .arenas = IP_NEW_ARRAY(arena, ip_arena *, count),
                           .workers = ip_run_new_workers(mixtures->run, mixtures->deadline)};
    task asked = {mixtures, work, data, 0};
    if (place == IP_SIDE_HERE_WHILE_SHORT)
        batch.here = ask_here(&batch, &asked);
    asked.first = batch.here;
    batch.workers->all_at_once = place == IP_SIDE_ALL_AT_ONCE && batch.workers->jobs > 1;
    make_room_for_last(batch.workers, count - batch.here);
    if (batch.here < count)
        ip_decide_workers_run(batch.workers, count - batch.here, answer_one, &asked, batch.answers + batch.here,
                              batch.why + batch.here);
    for (int i = 0; i < count; i++) {
        const answer *one = batch.answers[i];
        if (!one)
            continue;
        mixtures->left.left -= one->effort;
        mixtures->proof = one->proof > mixtures->proof ? one->proof : mixtures->proof;
        batch.answers[i] = one->result;
        batch.arenas[i] = one->process == getpid() ? one->arena : NULL; /* a child's is in its range */
    }
    return batch;
}

void ip_advice_side_batch_close(ip_side_batch *batch)
{
    for (int i = 0; i < batch->count; i++)
        if (batch->arenas[i])
            ip_arena_free(batch->arenas[i]);
    ip_decide_workers_release(batch->workers);
}

void ip_advice_side_batch_keep(ip_side_batch *batch, ip_run *run)
{
    for (int i = 0; i < batch->count; i++)
        if (batch->arenas[i])
            IP_PUSH(run->arena, &run->arenas, batch->arenas[i]);
}
