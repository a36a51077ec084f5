/* Axioms of commit orders as small programs over bit masks. φ(t2, p) of an axiom (encoders/level/order.h) is a chain of
 * relations from the reading transaction t3 back to t2; the set of all t2 it reaches, or of the transactions that t2
 * must precede, comes from unions of predecessor masks. Of the commit order φ may use its last link only:
 *
 *   static   t2 ∈ M                          e.g. hb(t2, t3)
 *   before   co(t2, v), v ∈ M                e.g. co(t2, v) ∧ so(v, t3); co(t2, t3), with M = {t3}
 *   own      t2 ∈ M, co(t2, t3)              e.g. conflict(t2, t3) ∧ co(t2, t3)
 *   between  co(t2, v), co(v, t3), v ∈ M     e.g. the same with a conflicting v
 *
 * where M depends on the history alone. */
#ifndef IP_MASK_PROGRAM_H
#define IP_MASK_PROGRAM_H

#include "level/order.h"

typedef enum ip_mask_role { IP_MASK_STATIC, IP_MASK_BEFORE, IP_MASK_OWN, IP_MASK_BETWEEN, IP_MASK_ROLES } ip_mask_role;

/* Relations that lead from a transaction to its predecessors. */
typedef enum ip_mask_relation {
    IP_MASK_SO,
    IP_MASK_WR,
    IP_MASK_HB,
    IP_MASK_CONFLICT,
    IP_MASK_READ_BEFORE, /* from a read: those that the transaction's earlier statements read from */
    IP_MASK_RELATIONS
} ip_mask_relation;

enum { IP_MASK_MOST_LINKS = 6 };

typedef struct ip_mask_link {
    unsigned relations;       /* bits: all of them hold */
    bool at_level, off_level; /* of the transaction it leads to */
} ip_mask_link;

typedef struct ip_mask_case {
    ip_mask_role role;
    int link_count;
    ip_mask_link links[IP_MASK_MOST_LINKS]; /* from t3 on */
    bool reader_at_level, reader_off_level; /* t3 */
    bool other_at_level, other_off_level;   /* t2, where no link leads to it */
    bool from_at_level, from_off_level;     /* t1 */
    bool by_read;                           /* differs between the reads of one transaction */
} ip_mask_case;

typedef struct ip_mask_program {
    IP_VEC(ip_mask_case) cases;
    unsigned relations; /* bits: those used */
    bool searches;      /* a case is not static */
    bool own_reads;     /* binds reads of transactions at the level alone */
    bool asks_level;    /* of others than the reader */
} ip_mask_program;

/* false, without a report: some axiom is not of this kind. */
bool ip_history_mask_program_compile(ip_arena *arena, const ip_order_axioms *axioms, ip_mask_program *program);

#endif
