/* Changes that were found for single anomalies, made together. */
#ifndef IP_JOINED_FIXES_H
#define IP_JOINED_FIXES_H

#include "advice/trial.h"

/* Adds the changes to the choice [candidates]: of two locks on one place the stronger one stays. false, and the choice
 * is as before: some cannot be made beside the others. */
bool ip_advice_join(const ip_fix_trial *trial, bool *chosen, const bool *more);

/* For which programs changes are proved. */
typedef struct ip_proved_members {
    bool *members;    /* [programs]: proved safe together with the changes */
    const char **why; /* [programs]: why it is not among them; NULL: it is, or it was not asked about */
    int count;
} ip_proved_members;

/* The required programs, if they are safe, and as many others as possible. unchanged: the level's result without the
 * changes, whose largest safe set should be among them first. */
ip_proved_members ip_advice_members_with(const ip_fix_trial *trial, const bool *chosen, const bool *required,
                                         const ip_level_result *unchanged);

#endif
