/* The normal form of anomalies under snapshot isolation (docs/proofs.md, "Delayed"; Beillahi, Bouajjani & Enea 2019,
 * theorem 2). Instance 0 is the delayed one; instances 1, 2, … run one after the other between its snapshot and its
 * commit, and instance 1 begins in the state of that snapshot.
 *
 * For encodings made with ip_encoding_input.one_state = IP_DELAYED_ONE_STATE, under which the snapshots of instances 0
 * and 1 are one. */
#ifndef IP_DELAYED_H
#define IP_DELAYED_H

#include "execution/encoding.h"

enum { IP_DELAYED_ONE_STATE = 2 };

/* The order of the instances below count, as visibility and commit order. That no helper writes a row that instance 0
 * writes follows from the level. */
Z3_ast ip_delayed_order(ip_encoding *e, int count);

/* Instances i and j may change one row, in whatever columns: necessary for their conflict, which is as good as a
 * dependency between helpers. For each pair once. */
Z3_ast ip_delayed_same_row(ip_encoding *e, int i, int j);

/* Of the edge from i to j, which was asked for: j may have read, of what i wrote, a version that its snapshot does not
 * have. */
Z3_ast ip_delayed_past_snapshot(ip_encoding *e, int i, int j);

#endif
