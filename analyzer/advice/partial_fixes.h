/* Fixes for confirmed anomalies, where no changes are known that make all programs safe. */
#ifndef IP_PARTIAL_FIXES_H
#define IP_PARTIAL_FIXES_H

#include "advice/fix_search.h"

/* Adds sets of fixes to the advice, each proved for some of the programs. result: of all programs at the level. */
void ip_advice_find_partial_fixes(ip_mixtures *mixtures, ip_workshop *workshop, int level,
                                  const ip_level_result *result, ip_advice *advice);

#endif
