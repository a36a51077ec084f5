/* Promises and ignores of a configuration. */
#ifndef IP_SAID_ELSEWHERE_H
#define IP_SAID_ELSEWHERE_H

#include "run/run_state.h"

/* Once the programs are read: as if comments before them had said it. A program that is not there, and a promise beside
 * another one of a comment, are errors. */
bool ip_apply_said(ip_run *run);

#endif
