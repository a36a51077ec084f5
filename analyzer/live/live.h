/* A schedule on a real server: its schema is created, it is run, compared, and removed. Where to begin. */
#ifndef IP_LIVE_H
#define IP_LIVE_H

#include "workload/load.h"
#include "replay/schedule/schedule.h"

#include <signal.h>

/* The schema that a replay creates and drops. Fixed, so that what a killed run has left is found and not multiplied. */
#define IP_LIVE_SCHEMA IP_REPLAY_SCHEMA

/* What all connections of a replay share. Messages are those of the first thing that went wrong. */
typedef struct ip_live_context {
    ip_arena *arena;
    const char *conninfo;
    const volatile sig_atomic_t *interrupted; /* NULL: cannot be */
    double seconds;                           /* how long one answer may take */
    const char *error;                        /* NULL: none so far */
} ip_live_context;

typedef struct ip_live_step {
    bool sent;          /* false: its transaction had been broken off */
    bool answered;      /* false: sent, and the replay was given up before there was an answer */
    bool waited;        /* for a lock of another instance */
    bool same_outcome;  /* as predicted */
    bool other_wait;    /* it has waited, and that was not predicted, or the other way round */
    bool agrees;        /* both as predicted */
    ip_outcome outcome; /* if sent */
} ip_live_step;

#define IP_LIVE_ENDS(X)                                                                                                \
    X(IP_LIVE_AGREES, "agrees", "every step and the final rows are as predicted: the anomaly happens on the server")   \
    X(IP_LIVE_DIFFERS, "differs", "the server did something else")                                                     \
    X(IP_LIVE_REFUSED, "refused", "the server broke off a transaction to keep the execution serializable")             \
    X(IP_LIVE_FAILED, "failed", "nothing can be said: no connection, no right, an interruption, a deadlock")

typedef enum ip_live_end {
#define X(id, name, meaning) id,
    IP_LIVE_ENDS(X)
#undef X
} ip_live_end;

typedef struct ip_live_result {
    ip_live_end end;
    const char *error;         /* FAILED: why */
    const char *padded, *bare; /* serializable: tables that were padded (padding.h), and that could not be; else NULL */
    const char *left;          /* not NULL: what may be left over on the server */
    ip_live_step *steps;       /* one a step; not for FAILED before anything ran: NULL */
    int refused_step;          /* REFUSED */
    const char *const *isolation; /* what each instance ran at */
    /* How the rows at the end differ from those predicted; text for people. */
    IP_VEC(const char *) differences;
} ip_live_result;

const char *ip_live_end_name(ip_live_end end);

/* isolation: one an instance, as BEGIN ISOLATION LEVEL has it. waits: the schedule predicts which instances wait, too:
 * it is of levels that lock. The context's error is moved to the result. */
ip_live_result ip_live_replay(ip_live_context *context, const ip_load *load, const ip_schedule *schedule,
                              const char *const *isolation, bool waits);

#endif
