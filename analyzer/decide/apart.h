/* Programs that are set apart of many: those that could not be read in full, and those that look at state that no level
 * isolates. The others are decided as if these never ran; else one of them takes the answer from hundreds. */
#ifndef IP_APART_H
#define IP_APART_H

#include "decide/components.h"
#include "decide/decide.h"

/* [programs]: which are set apart; NULL: none. */
const bool *ip_apart_choose(const ip_decision_input *in, const ip_components *components);
/* The input without them. local: [programs], is filled with their numbers there; -1: apart. */
ip_decision_input ip_apart_rest(const ip_decision_input *in, const bool *apart, int *local);
/* What was decided of the others becomes part of the result. */
void ip_apart_take(const ip_decision_input *in, const ip_components *components, const bool *apart, const int *local,
                   const ip_level_result *rest, ip_level_result *result);
/* Why the whole is not decided, if no program could not be read. */
const char *ip_apart_reason(const ip_decision_input *in, const bool *apart);

/* What is known of columns and keys when these programs are never run. */
const ip_facts *ip_facts_without(const ip_decision_input *in, ip_arena *arena, const bool *gone);

#endif
