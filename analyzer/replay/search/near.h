/* Clients that lie near a benign one, in an order of their own, before any are drawn: from rows that the transactions
 * themselves leave, and with their keys on other rows. */
#ifndef IP_NEAR_H
#define IP_NEAR_H

#include "replay/trial/trial_run.h"

typedef struct ip_near {
    ip_bench *bench;                                /* its arena is exchanged */
    bool (*run)(void *data, const ip_trial *trial); /* true: a cycle through all its instances */
    bool (*finished)(void *data);
    void *data;
} ip_near;

/* After the transactions have run before, one after the other: there are earlier orders for them to find. */
void ip_near_reached(const ip_near *near, const ip_trial *first);
/* As many rows as the cycle needs, and amounts that are just there: a guard that holds by little. Then so with a key of
 * an instance that names another row. */
void ip_near_redirected(const ip_near *near, const ip_trial *first);

#endif
