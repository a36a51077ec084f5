/* Threads that watch a process while it works. */
#ifndef IP_THREAD_H
#define IP_THREAD_H

#include <stdbool.h>

/* Starts a thread that calls work(data), and returns when it does: a fork that follows finds no thread half started,
 * with locks of the allocator that nothing in the child would ever release. The thread is detached. False: there is
 * none. */
bool ip_thread_start(void *(*work)(void *data), void *data);

#endif
