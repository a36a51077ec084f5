/* The statements of two programs that do not commute. */
#ifndef IP_MEETINGS_H
#define IP_MEETINGS_H

#include "decide/decide.h"

/* Each way in which an instance of program b, run after one of program a, depends on it: indexes into the input's
 * programs, which may be one. Each combination of statements, table and kind of dependency once. false: the clock, or
 * the limit of the list, ended it before the last one. */
bool ip_decide_find_meetings(const ip_decision_input *in, int a, int b, ip_meetings *found);

#endif
