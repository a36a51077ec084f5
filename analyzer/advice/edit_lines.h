/* Edits as lines to change by hand, each exactly once. */
#ifndef IP_EDIT_LINES_H
#define IP_EDIT_LINES_H

#include "advice/edit.h"
#include "isoproof.h"

typedef IP_VEC(ip_hunk) ip_hunks;

/* Sorted edits; edits that share lines are combined. Applied from the bottom up, and at one line removals before
 * insertions, they have the effect of ip_advice_edits_apply. */
ip_hunks ip_advice_hunks_of(ip_arena *arena, const ip_edits *edits);
bool ip_advice_hunk_contains(ip_arena *arena, const ip_hunk *hunk, const ip_edit *edit);

#endif
