#ifndef IP_EXPLORE_ENGINE_INTERNAL_H
#define IP_EXPLORE_ENGINE_INTERNAL_H

#include "explorer/engine.h"

/* What a transaction has done so far. Complete once leaf is set. */
typedef struct ip_engine_record {
    int first, count;     /* its reads: a range of the engine's */
    ip_transactions past; /* (so ∪ wr)+ predecessors, bit 0 included */
    const ip_explore_leaf *leaf;
} ip_engine_record;

/* A history with the order < of section 4. Transactions are contiguous in <, since at most one is pending and swaps
 * move whole ones: < is an order of transactions. */
typedef struct ip_engine_order {
    int count; /* of order[], the initial transaction at 0 included */
    unsigned char order[IP_MAX_TRANSACTIONS];
    unsigned char position[IP_MAX_TRANSACTIONS];
    ip_transactions present; /* those in order[] */
    int pending;             /* the last one if it is not complete, else 0 */
    ip_engine_record records[IP_MAX_TRANSACTIONS];
} ip_engine_order;

typedef enum ip_engine_frame_kind {
    IP_FRAME_READ,   /* other transactions may answer a read of the pending transaction */
    IP_FRAME_COMMIT, /* reads may be swapped with the transaction that is complete now */
    IP_FRAME_SWAP,   /* below: the history before a swap, saved */
    IP_FRAME_START   /* plain exploration: other transactions may begin here */
} ip_engine_frame_kind;

typedef struct ip_engine_frame {
    ip_engine_frame_kind kind;
    int transaction;
    int read;     /* READ: index among the transaction's reads; COMMIT: next read to swap, going backwards */
    int position; /* COMMIT: of the transaction whose reads come next */
    ip_transactions remaining; /* READ, START */
    double weight, factor;     /* of the node, and what a branch multiplies it by: see engine.c */
    int reads;                 /* SWAP: reads in use before it */
} ip_engine_frame;

typedef struct ip_engine_undo {
    int object, value; /* object IP_ENGINE_LOCK: the last lock */
} ip_engine_undo;

enum { IP_ENGINE_LOCK = -1 };

struct ip_explorer_engine {
    ip_engine_input input;
    ip_explore_values *values;
    ip_explore_paths *paths;
    ip_arena *arena; /* for arrays below; they grow by doubling, so its size is bounded by theirs */
    ip_engine_counts counts;

    ip_engine_order now;
    ip_history history; /* of now; kept up at each step */
    IP_VEC(ip_engine_order) saved;
    IP_VEC(ip_engine_frame) frames;

    /* By read: as history, the causal past of its transaction just before it, its node in paths (-1: not known). */
    ip_history_read *reads;
    ip_transactions *pasts;
    int *nodes;
    int read_count, read_capacity;

    /* By object, by row. */
    ip_transactions *writers, *row_writers;
    int *initial, *own, *row_of; /* initial, own: value or -1 */
    int object_capacity;

    /* The current run. */
    int replayed;          /* reads answered so far */
    int step, begun, node; /* step: whose snapshot is read; begun: the last statement */
    IP_VEC(ip_history_lock) locks;
    IP_VEC(ip_history_lock)
    met; /* rows that ON CONFLICT has found: a rollback does not undo that they had to be seen */
    IP_VEC(ip_engine_undo) journal;
    bool broken, has_failed;
    int failed_transaction;
    ip_run_outcome failure;

    double weight;    /* of the current node */
    long shard_nodes; /* numbered so far */
};

/* engine.c */
/* A call of EXPLORE, one of factor calls that the current node makes. false: it belongs to another shard. */
bool ip_explore_engine_call(ip_explorer_engine *engine, double factor);
bool ip_explore_engine_counts_here(const ip_explorer_engine *engine);

/* engine_state.c */
void ip_explore_engine_reserve(ip_explorer_engine *engine, int object);
void ip_explore_engine_begin(ip_explorer_engine *engine, int transaction);
/* The pending transaction's reads. */
void ip_explore_engine_push_read(ip_explorer_engine *engine, const ip_history_read *read);
void ip_explore_engine_set_from(ip_explorer_engine *engine, int from); /* of the last one */
void ip_explore_engine_truncate(ip_explorer_engine *engine, int reads);
/* The last transaction ends, is pending again, is removed. */
void ip_explore_engine_complete(ip_explorer_engine *engine, const ip_explore_leaf *leaf);
void ip_explore_engine_uncomplete(ip_explorer_engine *engine);
void ip_explore_engine_drop_pending(ip_explorer_engine *engine);
/* Puts a transaction's writes into the history or takes them out. */
void ip_explore_engine_show(ip_explorer_engine *engine, int transaction, bool shown);
/* Sets the history's reads to the recorded ones. */
void ip_explore_engine_point(ip_explorer_engine *engine, int transaction);
/* The value that it wrote to an object which it writes; the initial value for transaction 0. */
int ip_explore_engine_value(ip_explorer_engine *engine, int transaction, int object);

/* engine_swap.c */
/* Swaps the frame's transaction with the next read before it that it may be swapped with; false: none is left. */
bool ip_explore_engine_swap_next(ip_explorer_engine *engine, ip_engine_frame *frame);
void ip_explore_engine_swap_undo(ip_explorer_engine *engine, const ip_engine_frame *frame, int writer);

/* engine_run.c */
/* The pending transaction goes on to its end. false: not reached, or has_failed. */
bool ip_explore_engine_advance(ip_explorer_engine *engine);
const ip_history_lock *ip_explore_engine_keep_locks(ip_arena *arena, const ip_history_lock *locks, int count);

/* engine_cache.c */
void ip_explore_engine_empty_cache(ip_explorer_engine *engine);

#endif
