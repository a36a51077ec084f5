/* The normal form of anomalies under snapshot isolation (docs/proofs.md, "Delayed"; Beillahi, Bouajjani & Enea 2019,
 * theorem 2). Instance 0 is the delayed transaction; instances 1, 2, … run one after the other between its snapshot and
 * its commit, and instance 1 begins in the state of that snapshot.
 *
 * For encodings made with ip_encoding_input.one_state = IP_DELAYED_ONE_STATE, under which instances 0 and 1 have the
 * same snapshot. */
#ifndef IP_DELAYED_H
#define IP_DELAYED_H

#include "execution/encoding.h"

enum { IP_DELAYED_STATES = 1, IP_DELAYED_ONE_STATE = 2 };

/* No helper changes a row that instance 0 surely changes, so all find it as instance 0 does. Asserted at all edges and
 * points so far. */
void ip_delayed_state_held_rows(ip_encoding *e);

/* Instances i and j may change one row, in any columns: necessary for their conflict, which counts like a dependency
 * between helpers. At most one call for each pair. */
Z3_ast ip_delayed_same_row(ip_encoding *e, int i, int j);

/* The tables whose rows some program counts completely, by id; returns their number. */
int ip_delayed_counted(ip_encoding *e, const int **tables);
/* How many rows the snapshot of the instance has. */
Z3_ast ip_delayed_rows(ip_encoding *e, int instance, int table);
/* Helpers run later than the delayed transaction began: a table from which no program deletes has no fewer rows then, a
 * table into which none inserts has no more. For the instances below count. */
Z3_ast ip_delayed_row_order(ip_encoding *e, int count);
/* Instance i may insert into the table or delete from it; table -1: may write anything. At most one call for each
 * pair. */
Z3_ast ip_delayed_may_change(ip_encoding *e, int i, int table);

/* Some statement of the program may read, to check a constraint, a version that its snapshot lacks: a search of the
 * latest rows by a whole key does not, as the row that it looks for is then changed or inserted, unless a handler goes
 * on after the error. */
bool ip_delayed_looks_past(ip_encoding *e, int program);
/* For an existing edge from i to j: j may have read a version of i that is not in its snapshot. */
Z3_ast ip_delayed_past_snapshot(ip_encoding *e, int i, int j);

#endif
