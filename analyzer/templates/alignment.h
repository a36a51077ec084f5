/* The parts of one family as those of another one, whose loops it may have run once or not at all. */
#ifndef IP_TEMPLATE_ALIGNMENT_H
#define IP_TEMPLATE_ALIGNMENT_H

#include "templates/family.h"

enum { IP_RUN_ONCE = -1, IP_NEVER_RUN = -2 };

typedef struct ip_alignment {
    int *parts; /* [part of the family with loops] the other one's part; -1 if it has none */
    int *slots; /* [slot] likewise */
    int *loops; /* [loop] likewise, or one of the above */
} ip_alignment;

/* Finds the parts of g in f, which must have all of them. Returns false if there is no such alignment. */
bool ip_templates_align(ip_arena *arena, const ip_family *f, const ip_family *g, ip_alignment *created);
/* Returns the loop of f's slot in g, or one of the above; of a slot outside of loops, 0 or more. */
int ip_templates_aligned_loop(const ip_family *f, const ip_alignment *a, int slot);

#endif
