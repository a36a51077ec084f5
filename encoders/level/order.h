/* Levels of commit orders. Their axioms have one form (Biswas & Enea 2019, section 2.2):
 *
 *   wr_x(t1, p) ∧ t2 writes x ∧ t1 ≠ t2 ∧ φ(t2, p)  ⇒  co(t2, t1)
 *
 * "step p read t1's version of x, so every other writer of x that p must see has committed before t1". */
#ifndef IP_LEVEL_ORDER_H
#define IP_LEVEL_ORDER_H

#include "level/cases.h"
#include "level/instantiate.h"

typedef struct ip_order_axiom {
    const ip_axiom *axiom;
    int object, from, other, step; /* the variables x, t1, t2, p */
    /* φ; variables beside the four are existential; co occurs in it without negation */
    ip_cases cases;
} ip_order_axiom;

typedef IP_VEC(ip_order_axiom) ip_order_axioms;

/* The level's axioms taken apart. false after reporting an axiom that has another form. */
bool ip_level_order_axioms(ip_arena *arena, const ip_level *level, ip_order_axioms *result,
                           ip_diagnostics *diagnostics);

#endif
