/* A transaction with its loops folded. Internal to family.c and list.c. */
#ifndef IP_TEMPLATE_FOLDED_H
#define IP_TEMPLATE_FOLDED_H

#include "templates/family.h"

/* A part of a loop stands for a step in each iteration. */
typedef struct ip_folded {
    IP_VEC(ip_template_part) parts;
    IP_VEC(ip_repeat) loops;
    IP_VEC(int) iterations; /* [loop] */
    IP_VEC(int) starts;     /* [part] the step of the part's first iteration */
} ip_folded;

enum { IP_MOST_COMPARED = 400 }; /* slots of a family; beyond that their values are not compared */

const ip_log_literal *ip_templates_folded_value(const ip_family *family, const ip_folded *created,
                                                const ip_transaction *t, int slot, int iteration);

#endif
