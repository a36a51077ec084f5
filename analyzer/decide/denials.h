/* What the database may refuse at a level because of other transactions: which statement, with which error, beside
 * which programs, and whether the code goes on after it. An over-approximation: a statement that is not listed is not
 * refused. */
#ifndef IP_DENIALS_H
#define IP_DENIALS_H

#include "decide/decide.h"

/* Into result->denials; of an engine's levels only. */
void ip_decide_find_denials(const ip_decision_input *in, ip_level_result *result);

#endif
