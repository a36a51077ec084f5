/* Which snapshots to try where each statement has its own: the model's, then others, one after the other. */
#ifndef IP_SNAPSHOT_CHOICES_H
#define IP_SNAPSHOT_CHOICES_H

#include "isoproof.h"
#include "replay/world/world.h"

/* An ip_views_choose; data: the const ip_anomaly. The statement's place in the source leads to that of the program. */
int ip_trial_snapshot_size_of_model(void *data, int instance, int snapshot, const ip_code_statement *statement);

/* Snapshots that could make a difference: snapshots that read what an earlier instance writes, each with 0 or more
 * commits of the instances before its own. An instance with one snapshot has one such choice. */
typedef struct ip_snapshot_choices {
    int count; /* instances */
    const int *order;
    bool *per_statement;
    int *places;              /* [instance] in the order */
    ip_snapshot_sizes *which; /* [instance]: numbers of these snapshots, ascending */
    int **digits;             /* [instance][choice]: its number of commits */
} ip_snapshot_choices;

/* Of the last run of the world; all digits 0. */
ip_snapshot_choices ip_trial_snapshot_choices_of(ip_arena *arena, const ip_world *world);
long ip_trial_snapshot_choices_total(const ip_snapshot_choices *choices); /* at most 1000000 */
bool ip_trial_snapshot_choices_next(ip_snapshot_choices *choices);
/* The chosen snapshots: snapshots in between have as many commits as the next one. */
void ip_trial_snapshot_choices_apply(ip_arena *arena, const ip_snapshot_choices *choices, ip_snapshot_sizes **cuts,
                                     bool **visible);

#endif
