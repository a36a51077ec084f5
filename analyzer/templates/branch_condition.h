/* The condition on a result that tells which of two branches is taken. */
#ifndef IP_TEMPLATE_BRANCH_CONDITION_H
#define IP_TEMPLATE_BRANCH_CONDITION_H

#include "templates/parameters.h"

enum { IP_MOST_ALIKE = 12 };

/* Families that agree before some part. */
typedef struct ip_alike_families {
    int count;
    ip_family *items[IP_MOST_ALIKE];
} ip_alike_families;

/* The number of their transactions. */
long ip_templates_alike_seen(const ip_alike_families *set);

/* Finds a condition on results of parts below `before` that held in every transaction of the first branch and in none
 * of the second. Parts and slots are numbered as in the first branch's families. false: there is none. */
bool ip_templates_branch_condition(ip_arena *arena, const ip_parameter_rules *rules, const ip_alike_families *as,
                                   const ip_alike_families *bs, int before, ip_condition *condition);

#endif
