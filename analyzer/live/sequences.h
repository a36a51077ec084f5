/* Numbers of sequences as predicted. Most come by themselves: the schedule draws in the order of the prediction, from
 * sequences that begin as the files have them begin. Of others each instance has numbers to itself
 * (ip_schedule_sequence): a sequence that hands them out in blocks gives them to a session that has drawn the one
 * before the first of its block. SQL, for replays and for scripts. */
#ifndef IP_LIVE_SEQUENCES_H
#define IP_LIVE_SEQUENCES_H

#include "live/live.h"
#include "replay/schedule/schedule.h"

#define IP_LIVE_TURN "isoproof_turn" /* the scripts' own sequence */

/* Statements, with a semicolon between them; "": there are no such sequences. */
const char *ip_live_sequences_in_blocks(ip_arena *arena, const ip_schedule *schedule);
/* Of which the session with that number (from 1 on) draws next; no statement of its own if there are none. */
const char *ip_live_sequences_set(ip_arena *arena, const ip_schedule *schedule, int number);
const char *ip_live_sequences_draw(ip_arena *arena, const ip_schedule *schedule);

/* Is it a number of such a block? */
bool ip_live_is_of_block(const ip_schedule *schedule, long long number);

#endif
