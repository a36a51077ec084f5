/* Are programs safe with a choice of changes? Few programs are decided faster than all: a choice is first tried on each
 * set of programs that had a cycle before, and on the cycles that earlier choices left. */
#ifndef IP_CHOICE_QUESTIONS_H
#define IP_CHOICE_QUESTIONS_H

#include "advice/search_state.h"

/* Each program by itself, and all. */
void ip_advice_choice_begin(ip_fix_search *s);
/* The cycles that the level has without changes. */
void ip_advice_choice_know(ip_fix_search *s, const ip_level_result *unchanged);

/* Are all programs safe with these changes? If not, clauses say which other changes may be. */
bool ip_advice_choice_is_safe(ip_fix_search *s, const bool *chosen);
/* The same without learning anything from the answer but the answer. */
bool ip_advice_choice_suffices(ip_fix_search *s, const bool *chosen);

#endif
