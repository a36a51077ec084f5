/* SQL text in, programs out (workload.h). */
#ifndef IP_FRONTEND_H
#define IP_FRONTEND_H

#include "base/diagnostic.h"
#include "program/workload.h"

/* Parses every source (in order: later definitions replace earlier ones) and lowers every program. Never fails:
 * unusable parts are reported in diagnostics, and the rest is in the result, which lives in the arena. */
ip_workload *ip_frontend_read(ip_arena *arena, const ip_source *const *sources, int source_count,
                              ip_diagnostics *diagnostics);

ip_workload *ip_frontend_read_as(ip_arena *arena, const ip_source *const *sources, int source_count, unsigned flags,
                                 ip_diagnostics *diagnostics);

#endif
