/* Runs a schedule on a server: one connection an instance, each step sent when its turn comes, answers taken as they
 * come, so that a step may wait for a lock while the others go on. */
#ifndef IP_LIVE_EXECUTE_H
#define IP_LIVE_EXECUTE_H

#include "live/stage.h"

/* isolation: the argument of BEGIN ISOLATION LEVEL, one an instance. steps: as many as the schedule has. false after
 * setting the error of the context: the run was broken off, and the steps are not complete. All connections are closed
 * in either case. */
bool ip_live_execute(ip_stage *stage, const ip_schedule *schedule, const char *const *isolation, ip_live_step *steps);

/* What a BEGIN step sends: the transaction's level, and a query that takes the snapshot but no lock. Levels of
 * PostgreSQL below "repeatable read" take a snapshot for each statement: for them it does nothing. */
const char *ip_live_begin_text(ip_arena *arena, const char *isolation);

#endif
