/* Which of many levels allows whatever another one allows, found by comparing them. */
#ifndef IP_HIERARCHY_H
#define IP_HIERARCHY_H

#include "compare/compare.h"

typedef enum ip_implication {
    IP_NOT_IMPLIED, /* a history tells them apart */
    IP_IMPLIED_WITHIN_SCOPE,
    IP_IMPLIED, /* proved, for histories of any size (ip_level_implies) */
    IP_IMPLICATION_UNKNOWN
} ip_implication;

/* [a * count + b]: is every history that a allows allowed by b? Levels that cannot be compared are related to nothing.
 * deadline: of ip_clock(), 0: none. */
ip_implication *ip_compare_hierarchy_find(ip_arena *arena, const ip_level *const *levels, int count,
                                          ip_history_scope scope, double deadline);

#endif
