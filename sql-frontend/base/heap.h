/* Settings of the C library's heap, which the solver uses. They are the process's: a program that embeds the library
 * does without them. */
#ifndef IP_HEAP_H
#define IP_HEAP_H

/* At the start of the process. */
void ip_heap_prepare(void);
/* Before processes are forked: what was freed here is given back. They would copy it page by page. No effect if the
 * heap was not prepared. */
void ip_heap_give_back(void);

#endif
