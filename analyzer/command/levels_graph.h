/* Draws the hierarchy of levels in Graphviz's language or as a page. */
#ifndef IP_LEVELS_GRAPH_H
#define IP_LEVELS_GRAPH_H

#include "base/arena.h"
#include "isoproof.h"

#include <stdbool.h>
#include <stdio.h>

/* Compares all pairs of levels. deadline is a time of ip_clock(), or 0 for none. */
void ip_command_write_levels_graph(ip_arena *arena, FILE *out, const ip_level *const *levels, int count,
                                   double deadline, bool html);

#endif
