/* A run in commit order, put in time: an order in which its statements can be sent to a server that locks, so that each
 * snapshot contains the commits that the run read from, and each statement gets its locks or waits for them. The run
 * can happen only if there is such an order. */
#ifndef IP_TIMING_H
#define IP_TIMING_H

#include "replay/world/world.h"

typedef enum ip_act_kind { IP_ACT_BEGIN, IP_ACT_STATEMENT, IP_ACT_COMMIT } ip_act_kind;

typedef struct ip_act {
    int instance;
    ip_act_kind kind;
    int step;   /* STATEMENT: index among the world's steps */
    bool waits; /* for a lock, until another instance commits */
} ip_act;

/* within: some commit happens while a statement runs, between snapshots of routines that it calls. No client can time
 * that; the acts are then also those of routines. */

typedef struct ip_timing {
    IP_VEC(ip_act) acts;
    bool within;
    /* The content of the snapshots in this order. It may differ from the run's where that does not change reads. */
    ip_snapshot_sizes *cuts;
    bool *visible; /* [t*count+u] */
} ip_timing;

/* An order for the last run of the world, whose levels are all of one engine. false: there is none. interpreter:
 * decides whether checks of constraints would have had another result; NULL: everything that they read counts. */
bool ip_schedule_timing_find(ip_arena *arena, ip_world *world, ip_interpreter *interpreter, ip_timing *timing);

#endif
