/* Questions about levels of commit orders alone. */
#ifndef IP_LEVEL_ORDER_QUERY_H
#define IP_LEVEL_ORDER_QUERY_H

#include "level/instantiate.h"

/* false after reporting an axiom that has not the form of level/order.h; a remark when an axiom forbids a serial
 * execution. Axioms of that form are consistent: histories without reads satisfy them. */
bool ip_level_order_check_form(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics);

/* Does every commit order that satisfies a's axioms satisfy b's? Never wrongly true: a counterexample needs only the
 * few elements that break one of b's axioms, with a step of each causal path between them. */
bool ip_level_order_implies(const ip_level *a, const ip_level *b);
/* Does every commit order that satisfies the axioms satisfy those of snapshot isolation? */
bool ip_level_order_within_snapshot_isolation(const ip_level *level);

#endif
