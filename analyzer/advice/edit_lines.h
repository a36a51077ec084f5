/* Edits as lines to change by hand, each exactly once. */
#ifndef IP_EDIT_LINES_H
#define IP_EDIT_LINES_H

#include "advice/edit.h"
#include "isoproof.h"

typedef IP_VEC(ip_hunk) ip_hunks;

/* Of sorted edits: those that share lines come as one. Changed bottom up, of one line what goes before lines that are
 * put in, they give what ip_edits_apply does. */
ip_hunks ip_hunks_of(ip_arena *arena, const ip_edits *edits);
bool ip_hunk_contains(ip_arena *arena, const ip_hunk *hunk, const ip_edit *edit);

#endif
