/* Tests the declarations of level files about exploration on small histories: all histories of up to three transactions
 * and two objects, and, without sessions, of four transactions of which three have two events. A claim that holds there
 * may be false for larger histories; a claim that fails there is false. */
#ifndef IP_CLAIMS_H
#define IP_CLAIMS_H

#include "level/level.h"

/* Whether the level is prefix-closed and causally extensible (Bouajjani, Enea & Román-Calvo 2023, section 3): it allows
 * each allowed history also without the last event of a transaction on which nothing depends; and such a transaction
 * can continue with any write, and with a read of any object from some transaction in its causal past. NULL: yes,
 * within the bound. Else the reason, with a history. all: whether each history was tried before the deadline (of
 * ip_clock()). */
const char *ip_history_refute_extensible(ip_arena *arena, const ip_level *level, double deadline, bool *all);

/* Whether weaker allows every history that level allows. sessions: also where a session has several transactions. NULL:
 * yes, within the bound. Else a history. */
const char *ip_history_refute_weaker(ip_arena *arena, const ip_level *weaker, const ip_level *level, bool sessions,
                                     double deadline, bool *all);

/* Tests the declarations of the file: :causally-extensible, :explored-from, :explored-from-with-sessions. false after
 * reporting a claim that is false, at its place. A claim that took too long to try is a remark. */
bool ip_history_level_claims_hold(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics);

#endif
