/* Which axioms of commit orders a checker of large histories knows, by their structure and not by the level's
 * name.
 *
 *   wr_x(t1, p) ∧ t2 writes x ∧ t1 ≠ t2 ∧ φ(t2, p) ⇒ co(t2, t1)     (encoders/level/order.h)
 *
 * φ is a disjunction of chains (history/mask_program.h). Known are: an earlier statement of p's transaction has read
 * from t2; so, wr, hb to the transaction; co to it; co to a transaction that so or wr leads from; and co to a
 * transaction that conflicts with it and commits before it. */
#ifndef IP_LARGE_FORMS_H
#define IP_LARGE_FORMS_H

#include "level/level.h"

typedef struct ip_large_form {
    bool read_before, session, read, causal; /* what commits before t1 follows from the history alone */
    bool prefix;                             /* t2 is, or commits before, a transaction that so or wr leads from */
    bool conflict; /* the same with a transaction that writes a row of this one's and commits before it */
    bool total;    /* t2 commits before the transaction */
} ip_large_form;

/* NULL, or why the level is none of these. A level on visibility has the form of the level on commit orders that allows
 * the same. sessions: some session of the history has several transactions. */
const char *ip_large_form_of(const ip_level *level, bool sessions, ip_large_form *form);
/* The same, for a level on visibility (visibility_forms.c). */
const char *ip_large_form_of_visibility(const ip_level *level, bool sessions, ip_large_form *form);

#endif
