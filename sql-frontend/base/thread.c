/* Starts threads, and waits until they run. */
#include "base/thread.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

typedef struct start {
    void *(*work)(void *data);
    void *data;
    sem_t runs;
} start;

static void *begin(void *given)
{
    start *s = given;
    void *(*work)(void *) = s->work;
    void *data = s->data;
    sem_post(&s->runs); /* ends what was given */
    return work(data);
}

bool ip_thread_start(void *(*work)(void *data), void *data)
{
    start s = {.work = work, .data = data};
    pthread_t thread;
    if (sem_init(&s.runs, 0, 0) != 0)
        return false;
    bool started = pthread_create(&thread, NULL, begin, &s) == 0;
    if (started)
        pthread_detach(thread);
    while (started && sem_wait(&s.runs) != 0 && errno == EINTR)
        ;
    sem_destroy(&s.runs);
    return started;
}
