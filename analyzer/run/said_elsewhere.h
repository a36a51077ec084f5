/* Promises and ignores of a configuration. */
#ifndef IP_SAID_ELSEWHERE_H
#define IP_SAID_ELSEWHERE_H

#include "run/run_state.h"

/* Call when the programs are read: the entries act like comments before the programs. An unknown program, and a promise
 * in addition to a comment's, are errors. */
bool ip_run_apply_said(ip_run *run);

#endif
