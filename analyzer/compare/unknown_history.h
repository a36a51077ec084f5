/* A history that is not known yet, as Bool terms: what the levels that are compared have in common. Transactions 1 … n
 * (0 writes every object before all others), at most one external read and one write of an object in each (Barros et
 * al. 2026, section 4). Transactions are symmetric, so session order and write-read go from smaller numbers to larger
 * ones. */
#ifndef IP_UNKNOWN_HISTORY_H
#define IP_UNKNOWN_HISTORY_H

#include "base/arena.h"
#include "level/terms.h"

#include <stdbool.h>
#include <z3.h>

typedef struct ip_history_scope {
    int transactions, objects, values; /* at most so many; values: of one object, the initial one included */
    bool blind_writes;                 /* a transaction may write what it does not read */
    bool read_order;                   /* some level speaks of the order of a transaction's reads */
} ip_history_scope;

typedef struct ip_unknown_history {
    Z3_context z3;
    ip_term_builder *terms;
    ip_history_scope scope;
    int n;              /* transactions, the initial one included */
    Z3_ast *active;     /* [t]: used at all; those in use are the first */
    Z3_ast *used;       /* [x]: some transaction reads or writes x; those in use are the first */
    Z3_ast *writes;     /* [t, x] */
    Z3_ast *reads;      /* [x, t, u]: u reads the version of x that t wrote */
    Z3_ast *so;         /* [t, u]: t before u in one session, or initial */
    Z3_ast *wr;         /* [t, u]: of some object */
    Z3_ast *conflict;   /* [t, u]: both write one object; the initial one conflicts with none */
    Z3_ast *overwrote;  /* [t, v, u]: v writes an object that u reads from t */
    Z3_ast *hb;         /* [t, u]: (so ∪ wr)⁺ */
    Z3_ast *before;     /* [u, x, y]: u's read of x comes before its read of y */
    Z3_ast *operations; /* all reads and writes */
    int operation_count;
    Z3_ast *sessions; /* pairs of transactions in one session */
    int session_count;
} ip_unknown_history;

/* Asserts what holds of every history within the scope. */
ip_unknown_history *ip_compare_unknown_history_new(ip_arena *arena, Z3_context z3, Z3_solver solver,
                                                   ip_history_scope scope);

Z3_ast ip_compare_term_variable(ip_arena *arena, Z3_context z3, const char *name, int a, int b, int c);

#endif
