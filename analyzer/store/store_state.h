/* The data of a store, shared by store.c (transactions), choice.c (answers to reads), window.c (checks of each read),
 * settle.c (settled transactions) and record.c (output). */
#ifndef IP_STORE_STATE_H
#define IP_STORE_STATE_H

#include "history/consistency.h"
#include "store/store.h"

typedef struct ip_store_version {
    int slot; /* in the history */
    long number;
    ip_datum value;
} ip_store_version;

typedef struct ip_store_object {
    bool has_base;  /* else it was never put there: a column of a row that is not */
    bool is_own;    /* the running transaction has written it */
    bool in_record; /* to the witness */
    ip_datum base, own;
    long base_number;                  /* its writer; 0: the initial value */
    IP_VEC(ip_store_version) versions; /* committed, in that order */
} ip_store_object;

typedef struct ip_store_undo {
    int object;
    bool was_own;
    ip_datum own;
} ip_store_undo;

typedef IP_VEC(ip_history_read) ip_store_reads;

/* A transaction of the history; [0] is the initial one. */
typedef struct ip_store_slot {
    long number;
    int session, index; /* of the session's transactions, from 1 */
    int before;         /* slot of the one before it in the session; 0: none */
    bool aborted;
    int steps;
    ip_store_reads reads;
} ip_store_slot;

/* Most transactions that are kept at once. Those of levels that are searched are bits of one word. */
enum { IP_STORE_SEARCHED = IP_MAX_TRANSACTIONS, IP_STORE_KEPT = 1024 };

typedef struct ip_window ip_window; /* window.c */

typedef struct ip_store_scanned {
    int slot, step, group;
} ip_store_scanned;

/* The last transactions, by number, that had a row locked in that mode. */
typedef struct ip_store_row {
    long holders[IP_LOCK_COUNT];
    unsigned held; /* bits: modes of the running transaction */
} ip_store_row;

typedef struct ip_store_session {
    long last; /* committed, or the least content of an engine's last snapshot; 0: nothing */
    int slot;  /* of its last transaction; 0: none */
    int count;
} ip_store_session;

/* Holds the transactions up to one of these numbers: which one, reads decide as they come. */
typedef struct ip_store_snapshot {
    int step;
    long least, most;
    bool taken;
} ip_store_snapshot;

struct ip_store {
    ip_arena *forever, *arena; /* the second: since something was forgotten last */
    ip_arena *scratch;         /* of a read */
    const ip_level *level;
    ip_consistency *checker;               /* of levels that are searched */
    ip_window *window;                     /* of those that the history alone decides; NULL: of others */
    bool of_engine, per_statement, serial; /* an engine's: a snapshot a statement; all is seen */
    int width;
    uint64_t random;
    ip_store_slot *slots;
    int count, room;                         /* slots in use, and all */
    int most;                                /* in use, before the oldest are forgotten */
    bool has_forgotten;                      /* since ip_store_forgotten_rows */
    long forgotten;                          /* number of the last one, at an engine's level */
    bool overtaxed;                          /* a question about the transaction that runs had no answer */
    int order[IP_MAX_TRANSACTIONS], ordered; /* of commits, as last found, and how many there were */
    ip_history history;                      /* for the checker */
    IP_VEC(ip_store_object) objects;
    IP_VEC(ip_store_row) rows;
    ip_transactions *writers, *row_writers; /* [object], [row]; for the checker */
    int *row_of;
    IP_VEC(ip_store_session) sessions;
    IP_VEC(ip_store_scanned) scans;
    ip_store_counts counted;
    IP_VEC(ip_stale_read) stale;
    ip_store_witness witness;
    long last; /* number given */
    /* the transaction that runs */
    int running; /* its slot; 0: none */
    ip_store_policy policy;
    int step, steps; /* of the statement that goes on; begun so far */
    long floor;      /* its next snapshot holds at least these */
    bool wrote;
    IP_VEC(ip_store_snapshot) snapshots; /* [depth] */
    int depth;
    IP_VEC(int) owned; /* objects */
    IP_VEC(int) held;  /* rows that are locked */
    IP_VEC(ip_store_undo) undos;
};

/* store.c */
ip_store_object *ip_store_object_at(ip_store *store, int object);
bool ip_store_is_searched(const ip_store *store); /* by the checker, at each question */
bool ip_store_is_consistent(ip_store *store);     /* says the checker */
void ip_store_note_order(ip_store *store);        /* that the checker has found: of what is kept */
void ip_store_fill_history(ip_store *store);      /* for the checker */
uint64_t ip_store_draw(ip_store *store);
/* Adds a read to the slot, after those of its step: a statement that calls others reads on after them. */
void ip_store_add_read(ip_store *store, int slot, ip_history_read read);

/* settle.c: room for one more. */
void ip_store_forget_oldest(ip_store *store);

/* window.c: which transaction must commit before which, at levels whose axioms depend only on session order and
 * write-read. NULL: the level is none of them. */
ip_window *ip_store_window_new(const ip_level *level);
void ip_store_window_free(ip_window *window);
/* The transaction in the last slot begins. */
void ip_store_window_begin(ip_store *store);
/* It reads the object. ask: the versions that it cannot read; [0] is the initial value, [v+1] the v-th. */
void ip_store_window_ask(ip_store *store, int object, bool *cannot);
bool ip_store_window_allows(ip_store *store, int object, int from);
void ip_store_window_take(ip_store *store, int object, int from); /* a version that it allows */
void ip_store_window_end(ip_store *store);
/* place: [slot] in an order of commits. */
void ip_store_window_order(const ip_store *store, int *place);
/* Slots have been forgotten: to[slot] is the new slot; 0: it was removed. before: the number of slots before. */
void ip_store_window_move(ip_store *store, const int *to, int before);
/* The snapshot of the statement that goes on; NULL: it has none. Engines' levels. */
ip_store_snapshot *ip_store_snapshot_now(ip_store *store);
/* From now on its number of commits is in that range. */
void ip_store_narrow(ip_store *store, ip_store_snapshot *snapshot, long least, long most);
/* record.c: the running transaction ends. */
void ip_store_report(ip_store *store, bool committed);

#endif
