/* The graphs of a report: which programs conflict, and the cycle of each finding. */
#ifndef IP_GRAPH_H
#define IP_GRAPH_H

#include "report/finding.h"
#include "report/picture.h"

/* An edge from the reader to the writer of what is read (rw), and between two that write the same (ww): the ways in
 * which one program may have to come before another. number: differs between the pictures of a page. */
ip_picture ip_format_conflict_picture(ip_arena *arena, const ip_workload *workload, int number);
/* An edge a dependency; nodes are the finding's transactions. */
ip_picture ip_format_cycle_picture(ip_arena *arena, const ip_finding *finding, int number);
/* For drawing: names that are long are cut. */
void ip_format_shorten_labels(ip_arena *arena, ip_picture *picture);

#endif
