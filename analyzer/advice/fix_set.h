/* Changes that were chosen, as the report has them. */
#ifndef IP_FIX_SET_H
#define IP_FIX_SET_H

#include "advice/joined_fixes.h"

/* Adds the set to advice->fix_sets. unchanged: the level's result without the changes. */
void ip_advice_fix_set_add(const ip_fix_trial *trial, const bool *chosen, const ip_proved_members *proved,
                           const ip_level_result *unchanged, ip_advice *advice);

#endif
