/* Makes changes that suffice cheaper, as long as they suffice. */
#ifndef IP_CHEAPER_CHOICE_H
#define IP_CHEAPER_CHOICE_H

#include "advice/candidates/candidate.h"
#include "advice/cover.h"

/* How a choice of candidates is tested. [cover->count] candidates, as in every choice. */
typedef struct ip_sufficient_choice {
    const ip_candidates *candidates;
    const ip_cover *cover; /* their costs */
    ip_arena *arena;
    bool (*suffices)(void *data, const bool *chosen);
    bool (*is_spent)(const void *data); /* nothing more is to be tested */
    void *data;
} ip_sufficient_choice;

/* Removes changes that the choice does not need, the most expensive first. */
void ip_advice_remove_needless_changes(const ip_sufficient_choice *choice, bool *chosen);

/* Replaces each chosen lock by the cheapest sufficient lock of its place. */
void ip_advice_weaken_locks(const ip_sufficient_choice *choice, bool *chosen);

/* The most expensive lock of the place that costs less than the candidate `than`, or the cheapest of all; -1: none. */
int ip_advice_weaker_lock(const ip_candidates *candidates, const ip_cover *cover, int strongest, int than,
                          bool cheapest);

#endif
