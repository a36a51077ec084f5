/* Every history of a client at its levels: EXPLORE-CE and EXPLORE-CE* of Bouajjani, Enea & Román-Calvo (PLDI 2023),
 * sections 4 to 6. Iterative; memory is polynomial in the client, whatever the number of histories. */
#ifndef IP_EXPLORER_H
#define IP_EXPLORER_H

#include "replay/world/client.h"
#include "history/consistency.h"

/* A complete history, as handed out: valid until the visitor returns. */
typedef struct ip_explored {
    const ip_client *client;
    const ip_history *history;
    const ip_rows *rows;
    int objects_per_row; /* presence and the columns of the widest table; see ip_explore_explored_object */
    /* [transaction], 1…: which session and which of its transactions it is */
    const int *session, *index;
    const ip_run_outcome *outcomes; /* [transaction] */
    const int *order;               /* transactions in a commit order that the levels allow; [0] is 0 */
    bool serializable;
    ip_consistency *levels; /* a checker of the client's levels */
    void *writer;           /* the finder's own */
    /* The value that a transaction writes to an object (its last), the initial one for 0. */
    ip_datum (*written)(void *writer, int transaction, int object);
} ip_explored;

int ip_explore_explored_object(const ip_explored *explored, int row, int column);
/* The cell's value after all transactions, versions by the commit order. */
ip_datum ip_explore_explored_final(const ip_explored *explored, int row, int column);
/* Value that transaction writes to an object (its last); the initial one for 0. */
ip_datum ip_explore_explored_written(const ip_explored *explored, int transaction, int object);

/* Returns false to end the exploration. */
typedef bool ip_explore_visit(void *data, const ip_explored *explored);

typedef struct ip_explore_options {
    const ip_level *base;     /* EXPLORE-CE*: I0, weaker than the client's levels; NULL: chosen */
    bool base_fits;           /* known of base (base.h): the solver is not asked again */
    bool plain;               /* depth first without reduction, to compare with: every order of transactions, with
                                 histories repeated */
    int shard, shard_count;   /* 1…n; 0, 0: the whole tree */
    long history_limit;       /* 0: none */
    double deadline;          /* of ip_clock() (base/clock.h); 0: none */
    long step_limit;          /* of one transaction; 0: the interpreter's */
    bool serializable_counts; /* also decide for each history whether it is serializable */
    ip_explore_visit *visit;
    void *data;
    void (*progress)(void *data, long histories);
} ip_explore_options;

typedef enum ip_explore_end {
    IP_EXPLORE_COMPLETE,
    IP_EXPLORE_STOPPED, /* by the visitor, the limit or the deadline */
    IP_EXPLORE_FAILED   /* reported: a transaction cannot be run, loops without bound, too many transactions */
} ip_explore_end;

typedef struct ip_exploration {
    ip_explore_end end;
    long histories;              /* that satisfy the levels */
    long histories_serializable; /* of them */
    long end_states;             /* complete runs reached, before filtering */
    long explored;               /* calls of EXPLORE; reads that only the initial transaction can answer, and writes,
                                    go with the call before */
    long blocked;                /* calls that led neither to an output nor to another call */
    double seconds;
} ip_exploration;

ip_exploration ip_explore(const ip_client *client, const ip_explore_options *options, ip_diagnostics *diagnostics);

#endif
