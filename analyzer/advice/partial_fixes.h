/* Fixes for confirmed anomalies, where no changes are known that make all programs safe. */
#ifndef IP_PARTIAL_FIXES_H
#define IP_PARTIAL_FIXES_H

#include "advice/trial.h"

/* Adds sets of fixes to the advice, each proved for some of the programs. unchanged: the result of all programs at the
 * level. */
void ip_advice_find_partial_fixes(const ip_fix_trial *trial, const ip_level_result *unchanged, ip_advice *advice);

#endif
