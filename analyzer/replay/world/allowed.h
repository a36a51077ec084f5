/* Whether an execution satisfies its levels: the relations of the axioms are computed from the run, without a
 * solver. */
#ifndef IP_ALLOWED_H
#define IP_ALLOWED_H

#include "replay/world/graph.h"

/* A further file for all instances, over the sets in_a and in_b ([instance]). */
typedef struct ip_allowed_extra {
    const ip_level *level;
    const bool *in_a, *in_b;
} ip_allowed_extra;

/* Of the last run of the world. cuts, visible: the content of the snapshots; those of the run, or others with the same
 * reads. */
bool ip_world_allowed(ip_arena *arena, const ip_world *world, const ip_graph *graph, const ip_snapshot_sizes *cuts,
                      const bool *visible, const ip_allowed_extra *extras, int extra_count);

#endif
