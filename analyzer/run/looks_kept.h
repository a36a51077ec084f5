/* What looks at places (--at) keep from one run to the next, in a file: pairs of programs with which they have shown
 * nothing. Such a pair is not looked at again while its programs, and all else that the answer depends on, stay the
 * same. Facts about all programs (facts/facts.h) are not among that: they exclude no execution of the two. That nothing
 * is shown says nothing of the programs, so the file cannot make a report wrong. */
#ifndef IP_LOOKS_KEPT_H
#define IP_LOOKS_KEPT_H

#include "proofs/shown_nothing.h"
#include "run/run_state.h"

typedef struct ip_kept_looks ip_kept_looks;

/* NULL: the run keeps none (ip_run_keep_looks). */
ip_kept_looks *ip_run_kept_looks_read(ip_run *run);
/* For a look at the programs with these levels [programs]. */
ip_shown_nothing ip_run_kept_looks_at(ip_run *run, const ip_kept_looks *kept, const ip_level *const *levels);
/* Another look has found these. */
void ip_run_kept_looks_add(ip_run *run, ip_kept_looks *kept, const ip_shown_nothing *shown);
/* Replaces the file. Nothing is reported where it cannot be written: only time is lost. */
void ip_run_kept_looks_write(const ip_kept_looks *kept);

#endif
