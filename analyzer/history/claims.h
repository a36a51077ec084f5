/* What level files declare about exploration, tried on small histories: all of up to three transactions and two
 * objects, and, without sessions, of four transactions of which three have two events. A claim that holds there may be
 * false of larger histories; one that does not is false. */
#ifndef IP_CLAIMS_H
#define IP_CLAIMS_H

#include "level/level.h"

/* Is the level prefix-closed and causally extensible (Bouajjani, Enea & Román-Calvo 2023, section 3)? What it allows,
 * it allows without the last event of a transaction that nothing depends on; and such a transaction can go on with any
 * write, and with a read of any object from some transaction in its causal past. NULL: within the bound. Else why not,
 * with a history. all: whether each history was tried before the deadline (of ip_clock()). */
const char *ip_refute_extensible(ip_arena *arena, const ip_level *level, double deadline, bool *all);

/* Does weaker allow what level allows? sessions: also where a session has several transactions. NULL: within the bound.
 * Else a history. */
const char *ip_refute_weaker(ip_arena *arena, const ip_level *weaker, const ip_level *level, bool sessions,
                             double deadline, bool *all);

/* Tries what the file declares: :causally-extensible, :explored-from, :explored-from-with-sessions. false after
 * reporting a claim that is false, at its place. A claim that took too long to try is a remark. */
bool ip_level_claims_hold(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics);

#endif
