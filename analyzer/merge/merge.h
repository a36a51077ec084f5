/* Reports of the parts of one analysis, put together. */
#ifndef IP_MERGE_H
#define IP_MERGE_H

#include "base/arena.h"

#include <jansson.h>

#include <stdbool.h>

/* paths: of the reports, for messages; count ≥ 1. A new reference to one report; NULL: they do not belong together, or
 * one is missing, and *why says which, in the arena. statistics: keep times. */
json_t *ip_merge_reports(ip_arena *arena, json_t *const *reports, const char *const *paths, int count, bool statistics,
                         const char **why);

#endif
