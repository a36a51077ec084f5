/* The orders in time in which instances can use sequences that one of them sets. */
#ifndef IP_SEQUENCE_ORDERS_H
#define IP_SEQUENCE_ORDERS_H

#include "replay/trial/trial_run.h"

typedef struct ip_sequence_orders {
    int *items; /* the next one: instances */
    int count;
    long step, place; /* each step-th is given */
    const int *commits;
} ip_sequence_orders;

/* uses: of a run in which all have committed. */
ip_sequence_orders ip_replay_sequence_orders_of(ip_arena *arena, const ip_trial *trial, const ip_sequence_uses *uses);
/* false: there are no more. */
bool ip_replay_sequence_orders_next(ip_arena *arena, ip_sequence_orders *orders, ip_trial *trial);

#endif
