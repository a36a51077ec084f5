/* In a large component, some programs are set apart: programs that could not be read completely, and programs that
 * read, or write, state that no level isolates. The others are decided as if these never ran; otherwise one such
 * program would leave hundreds undecided. */
#ifndef IP_APART_H
#define IP_APART_H

#include "decide/components.h"
#include "decide/decide.h"

/* [programs]: which are set apart; NULL: none. */
const bool *ip_decide_apart_choose(const ip_decision_input *in, const ip_components *components);
/* The input without them. local: [programs], is filled with their numbers there; -1: apart. */
ip_decision_input ip_decide_apart_rest(const ip_decision_input *in, const bool *apart, int *local);
/* Adds the answers for the other programs to the result. */
void ip_decide_apart_take(const ip_decision_input *in, const ip_components *components, const bool *apart,
                          const int *local, const ip_level_result *rest, ip_level_result *result);
/* Why the level is not decided, if every program could be read. */
const char *ip_decide_apart_reason(const ip_decision_input *in, const bool *apart);

/* The facts about columns and keys if these programs never run. */
const ip_facts *ip_decide_facts_without(const ip_decision_input *in, ip_arena *arena, const bool *left_out);

#endif
