/* The runs of transactions, by the answers to their reads: a tree for each, with the external reads as inner nodes,
 * their answers as edges and the end as leaf. The same answers always lead to the same next access (interpreter.h), so
 * a transaction is run at most once for each sequence of answers that it gets, however often the exploration restores a
 * history and runs it again. A cache: it may be emptied at any time. */
#ifndef IP_EXPLORE_PATHS_H
#define IP_EXPLORE_PATHS_H

#include "explorer/values.h"
#include "history/history.h"
#include "interpreter/interpreter.h"

typedef struct ip_explore_write {
    int object, value;
} ip_explore_write;

/* How a transaction ended. */
typedef struct ip_explore_leaf {
    bool aborted;
    int write_count;
    const ip_explore_write *writes; /* by object; none if aborted */
    int step_count, lock_count;
    const ip_history_lock *locks;
    ip_run_outcome outcome;
    const struct ip_explore_leaf *moved; /* while the cache is emptied */
} ip_explore_leaf;

typedef struct ip_explore_node {
    ip_history_read read;        /* object -1: not known yet; from: not used */
    const ip_explore_leaf *leaf; /* NULL: not an end */
} ip_explore_node;

typedef struct ip_explore_paths ip_explore_paths;

ip_explore_paths *ip_explore_paths_new(int transaction_count);
void ip_explore_paths_free(ip_explore_paths *paths);

/* Nodes 0 to transaction_count - 1 are the roots. Valid until the next call of ip_explore_child. */
ip_explore_node *ip_explore_node_at(ip_explore_paths *paths, int node);
/* The node that an answer leads to; it is added if it does not exist. */
int ip_explore_child(ip_explore_paths *paths, int node, int value);
/* For leaves and what they hold. */
ip_arena *ip_explore_paths_arena(ip_explore_paths *paths);
size_t ip_explore_paths_bytes(const ip_explore_paths *paths);

#endif
