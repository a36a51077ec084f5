/* The input of a decision: the programs, the level of each, and limits. */
#ifndef IP_DECISION_INPUT_H
#define IP_DECISION_INPUT_H

#include "execution/encoding.h"
#include "isoproof.h"
#include "question/accepted.h"
#include "question/effort.h"
#include "question/query_log.h"

/* name, what it is */
#define IP_PROOF_METHODS(X)                                                                                            \
    X(IP_PROOF_WINDOW, "window", "no path around the first instance of a cycle to commit")                             \
    X(IP_PROOF_INDUCTIVE, "inductive", "dependencies follow the commit order, program by program")                     \
    X(IP_PROOF_SHORTEST_PATH, "shortest-path", "every long path has a chord")                                          \
    X(IP_PROOF_DELAYED, "delayed", "no delayed transaction is in a cycle with others that run one by one")

typedef enum ip_proof_method {
#define X(id, name, meaning) id,
    IP_PROOF_METHODS(X)
#undef X
        IP_PROOF_METHOD_COUNT
} ip_proof_method;

/* The conditions of the proof by one delayed transaction (delayed.h) without which it is known to be wrong, for tests
 * that leave one out: name, meaning. */
#define IP_DELAYED_CONDITIONS(X)                                                                                       \
    X(IP_DELAYED_LEVEL, "level", "all programs run at snapshot isolation")                                             \
    X(IP_DELAYED_ONE_LEVEL, "one-level", "all programs run at one level")                                              \
    X(IP_DELAYED_SERIALIZED, "serialized", "no pair of programs is serializable")                                      \
    X(IP_DELAYED_KEPT, "kept", "no result is kept from an earlier transaction")                                        \
    X(IP_DELAYED_OUTSIDE, "outside", "no state outside of rows is read or written")                                    \
    X(IP_DELAYED_PAST, "past-snapshot", "no constraint is checked against what the snapshot lacks")                    \
    X(IP_DELAYED_ROWS, "row-conflicts", "helpers that change one row keep their order")                                \
    X(IP_DELAYED_LATER, "later-states", "helpers after the first begin in any state, for steps between them, too")     \
    X(IP_DELAYED_COUNTED, "counted", "the number of a table's rows stays only if no helper is the first to change it") \
    X(IP_DELAYED_PLAIN, "plain-values", "a write keeps a value only if nothing can tell the two apart")                \
    X(IP_DELAYED_USED, "used-columns", "a query reads the columns that it returns, whether or not the row matches")    \
    X(IP_DELAYED_LONGER, "longer-cycles", "cycles have any number of helpers")                                         \
    X(IP_DELAYED_FIRST, "first-only", "the first helper alone begins in the state of the delayed transaction")

typedef enum ip_delayed_condition {
#define X(id, name, meaning) id,
    IP_DELAYED_CONDITIONS(X)
#undef X
        IP_DELAYED_CONDITION_COUNT
} ip_delayed_condition;

/* Programs beside which one question of a look asks about another: with 2 and 8 it took a third longer. */
enum { IP_LOOKED_AT_ONCE = 4 };

/* A question about cycles of two with the first of these programs. */
typedef struct ip_looked {
    int programs[IP_LOOKED_AT_ONCE + 1], count;
} ip_looked;

/* A part of a brief look at one level. */
typedef struct ip_look {
    int part, parts;                /* only every parts-th question is asked, from this one on */
    int turn;                       /* questions so far */
    IP_VEC(ip_looked) without;      /* questions that were asked: there is no cycle */
    const struct ip_look *weaker;   /* the same look at a level that allows all that this one does; NULL: none */
    struct ip_shown_nothing *shown; /* pairs that need no question (shown_nothing.h); NULL: all are asked about */
} ip_look;

typedef struct ip_decision_input {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_schema *schema;
    const ip_facts *facts;
    const ip_program *const *programs;
    int program_count;
    const ip_level *const *levels; /* one a program */
    const ip_selection *selections;
    int selection_count;
    const char *level_name; /* of the result */
    int max_cycle;
    bool all_anomalies;
    int few;       /* without all_anomalies the search of a component ends after this number; 0: a few */
    bool sessions; /* cycles may also pass through session order (sessions.h) */
    bool parts;    /* where not all programs are safe together, the sets that are (safe_sets.h) */
    bool replay;   /* anomalies are run in memory, and only confirmed ones make a level unsafe */
    bool soon;     /* anomalies are run for a moment only */
    bool methods[IP_PROOF_METHOD_COUNT];
    bool rules[IP_RULE_COUNT];
    bool dropped[IP_DELAYED_CONDITION_COUNT]; /* for tests: unsound */
    const ip_accepted *accepted;              /* findings that are suppressed (accepted.h); NULL: none */
    const ip_spared *spared;                  /* dependencies that are ignored: for the_rest.h */
    int spared_count;
    double deadline, time_limit;
    const bool *only_with; /* [programs]: for many programs, only pairs with one of these are decided; NULL: all */
    bool brief;            /* nothing is proved of those pairs, and cycles are run only for a moment (decide/look.h) */
    ip_look *look;         /* brief: which questions are asked; NULL: all are */
    const bool *elsewhere; /* [programs]: components of these alone are left to other shards; NULL: all are decided */
    ip_effort *effort;     /* of the solver, which each question reduces; NULL: not limited */
    ip_progress *progress;
    void *progress_data;
    ip_query_log *log; /* or NULL */
    /* arenas that results live in, to be freed with the run */
    ip_arena *(*new_arena)(void *owner);
    void *owner;
    struct ip_interim *interim;     /* what is found goes there, too (interim.h); or NULL */
    struct ip_known_clients *known; /* observable executions, of all decisions of a run; or NULL */
} ip_decision_input;

#endif
