/* Variants of a benign client, in a fixed order, before random ones: with rows that the transactions themselves leave,
 * and with the keys of other rows. */
#ifndef IP_NEAR_H
#define IP_NEAR_H

#include "replay/trial/trial_run.h"

typedef struct ip_near {
    ip_bench *bench;                                /* its arena is exchanged */
    bool (*run)(void *data, const ip_trial *trial); /* true: a cycle through all its instances */
    bool (*finished)(void *data);
    void *data;
} ip_near;

/* The transactions have also run before, one after the other, so that they find rows of earlier runs. */
void ip_replay_near_reached(const ip_near *near, const ip_trial *first);
/* As many rows as the cycle needs, and amounts that barely satisfy the guards. Then the same with an instance's key
 * that names another row. */
void ip_replay_near_redirected(const ip_near *near, const ip_trial *first);

#endif
