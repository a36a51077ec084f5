/* The process's memory, set up for the solver before anything is allocated. */
#ifndef IP_HEAP_H
#define IP_HEAP_H

void ip_command_prepare_heap(void);

#endif
