/* Whether every history of a client at snapshot isolation is serializable, without enumerating them: if one is not,
 * there is an execution of this form (Beillahi, Bouajjani & Enea 2019, theorem 2; docs/proofs.md, "Delayed"):
 * transactions run one after the other; then transaction t0 takes its snapshot and is delayed; then helpers run one
 * after the other, each of which overwrites what t0 has read, or depends on an earlier helper, and none of which
 * changes a row that t0 changes; the last helper has read what t0 overwrites; then t0 commits.
 *
 * An execution of that form has a cycle of dependencies. Its history may still be serializable, if values are written
 * that no transaction reads: histories do not determine the last writer. If all cycles found are of that kind, every
 * history is explored. */
#ifndef IP_EXPLORE_DELAYED_H
#define IP_EXPLORE_DELAYED_H

#include "explorer/explorer.h"

/* The origin of a history that is not serializable. */
typedef struct ip_delayed_run {
    int delayed; /* t0; 0: it was found by the full exploration */
    int count;   /* the helpers that run while it is delayed, in order */
    int beside[IP_MAX_TRANSACTIONS];
} ip_delayed_run;

typedef struct ip_robust_options {
    double deadline; /* of ip_clock(); 0: none */
    long step_limit; /* of one transaction; 0: the interpreter's */
    /* Of the history that is not serializable; valid until it returns. May be NULL. */
    void (*found)(void *data, const ip_explored *explored, const ip_delayed_run *how);
    void *data;
} ip_robust_options;

typedef enum ip_robust_end {
    IP_ROBUST,
    IP_NOT_ROBUST,
    IP_ROBUST_STOPPED, /* by the deadline, or too much memory */
    IP_ROBUST_FAILED   /* reported: a transaction cannot be run, or not all of them run at snapshot isolation */
} ip_robust_end;

typedef struct ip_robustness {
    ip_robust_end end;
    long states, runs;  /* of serial executions; transactions run */
    long open;          /* executions of the form whose histories are serializable */
    bool explored;      /* every history was explored then */
    long histories;     /* how many */
    bool out_of_memory; /* STOPPED */
    double seconds;
} ip_robustness;

/* All transactions of the client run at one level. */
ip_robustness ip_explore_robust(const ip_client *client, const ip_robust_options *options, ip_diagnostics *diagnostics);

#endif
