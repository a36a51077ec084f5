/* Several questions at a time, in processes if the run may have several (--jobs). None of them uses what another one
 * finds out, so the answers are the same however many processes there are. */
#ifndef IP_SIDE_BATCH_H
#define IP_SIDE_BATCH_H

#include "advice/mixture_verdicts.h"

/* Answers one question: what it returns is in the arena. own: a copy of the mixtures with the effort that is left; what
 * this question learns about mixtures is lost. */
typedef void *ip_side_work(ip_mixtures *own, void *data, int question, ip_arena *arena);

typedef struct ip_side_batch {
    int count, here;  /* questions; the first ones, which were asked in this process */
    void **answers;   /* [count]; NULL: there is none, since */
    const char **why; /* [count] */
    ip_arena **arenas;
    ip_workers *workers;
} ip_side_batch;

/* Where questions are asked, if the run may have several processes. */
typedef enum ip_side_place {
    IP_SIDE_HERE_WHILE_SHORT, /* in this process until one takes longer than making a process */
    IP_SIDE_IN_PROCESSES,     /* as many at a time as the run has jobs that are not at work */
    IP_SIDE_ALL_AT_ONCE       /* each in a process, even if others are at work */
} ip_side_place;

/* Takes the effort of all of them from the mixtures. The answers live until the batch is closed. */
ip_side_batch ip_advice_side_batch_ask(ip_mixtures *mixtures, int count, ip_side_place place, ip_side_work *work,
                                       void *data);
void ip_advice_side_batch_close(ip_side_batch *batch);
/* Instead: they live as long as the run. */
void ip_advice_side_batch_keep(ip_side_batch *batch, ip_run *run);

#endif
