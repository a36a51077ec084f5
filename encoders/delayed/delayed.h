/* The normal form of anomalies under snapshot isolation (docs/proofs.md, "Delayed"; Beillahi, Bouajjani & Enea 2019,
 * theorem 2). Instance 0 is the delayed one; instances 1, 2, … run one after the other between its snapshot and its
 * commit, and instance 1 begins in the state of that snapshot.
 *
 * For encodings made with ip_encoding_input.one_state = IP_DELAYED_ONE_STATE, under which the snapshots of instances 0
 * and 1 are one. */
#ifndef IP_DELAYED_H
#define IP_DELAYED_H

#include "execution/encoding.h"

enum { IP_DELAYED_STATES = 1, IP_DELAYED_ONE_STATE = 2 };

/* Of rows that instance 0 surely changes: no helper changes them, so that all find them as instance 0 does. Stated of
 * the edges and points that there are. */
void ip_delayed_state_held_rows(ip_encoding *e);

/* Instances i and j may change one row, in whatever columns: necessary for their conflict, which is as good as a
 * dependency between helpers. For each pair once. */
Z3_ast ip_delayed_same_row(ip_encoding *e, int i, int j);

/* Tables all rows of which some program counts, by id; returns how many. */
int ip_delayed_counted(ip_encoding *e, const int **tables);
/* How many rows the snapshot of the instance has. */
Z3_ast ip_delayed_rows(ip_encoding *e, int instance, int table);
/* Helpers run later than the delayed transaction began: a table from which no program deletes has no fewer rows then,
 * one into which none inserts no more. Of the instances below count. */
Z3_ast ip_delayed_row_order(ip_encoding *e, int count);
/* Instance i may insert into the table or delete from it; table -1: may write anything. For each pair once. */
Z3_ast ip_delayed_may_change(ip_encoding *e, int i, int table);

/* Of the edge from i to j, which was asked for: j may have read, of what i wrote, a version that its snapshot does not
 * have. */
Z3_ast ip_delayed_past_snapshot(ip_encoding *e, int i, int j);

#endif
