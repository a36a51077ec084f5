/* Changes tried: are some programs safe with them? */
#ifndef IP_TRIAL_H
#define IP_TRIAL_H

#include "advice/changed.h"
#include "advice/mixture_verdicts.h"

/* What a proof for some programs with some changes assumes. */
typedef struct ip_proved_choice {
    int level;
    const bool *members, *chosen; /* [programs], [candidates] */
    IP_VEC(const char *) assumptions;
} ip_proved_choice;

typedef IP_VEC(ip_proved_choice) ip_proved_choices;

typedef struct ip_fix_trial {
    ip_mixtures *mixtures;
    ip_workshop *workshop;
    ip_proved_choices *proved;
    int level; /* of all programs, except those whose level a change raises */
} ip_fix_trial;

/* Members are asked about as if no other program existed. changed: read with the chosen candidates. few, windows: as of
 * a side question. effort: what it may take, and then what remains of it. The answer lives until the side is closed. */
ip_level_result ip_advice_trial_decide(const ip_fix_trial *trial, ip_side_question *side, const ip_changed *changed,
                                       const bool *members, const bool *chosen, int few, int windows,
                                       ip_effort *effort);

/* A cycle of these of the members, by index, in this order or in any, with these changes; NULL: none was
 * found. */
const ip_anomaly *ip_advice_trial_cycle(const ip_fix_trial *trial, ip_side_question *side, const ip_changed *changed,
                                        const bool *members, const bool *chosen, const int *programs, int length,
                                        bool any_order);

/* The proof that a question about them ended with; NULL: none did. */
const ip_proved_choice *ip_advice_trial_proof(const ip_fix_trial *trial, const bool *members, const bool *chosen);

/* Adds proofs to those that are known. */
void ip_advice_trial_keep_proofs(const ip_fix_trial *trial, const ip_proved_choices *proofs);

/* Is there a proof for the members with these changes? With the share of the effort that a single question gets. */
bool ip_advice_trial_is_safe(const ip_fix_trial *trial, const bool *members, const bool *chosen);

/* A cycle of so many instances of the same programs as the anomaly of the unchanged code. */
bool ip_advice_is_same_cycle(const ip_fix_trial *trial, const ip_changed *changed, const ip_anomaly *cycle,
                             const ip_anomaly *anomaly);

#endif
