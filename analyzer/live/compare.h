/* Are two texts one value? As far as their type makes texts of one value differ: numbers by their scale, char(n) by its
 * blanks. What a prediction computes has the value, not always the text. */
#ifndef IP_LIVE_COMPARE_H
#define IP_LIVE_COMPARE_H

#include "live/connection.h"
#include "replay/schedule/schedule.h"

/* The text that stands for all that are equal to this one as values of the type. NULL for NULL. */
const char *ip_live_canonical(ip_arena *arena, const char *text, Oid type);

/* Is the outcome what was predicted? types: of the columns of got, if it has rows. A prediction of mere success does
 * not say more. */
bool ip_live_agrees(ip_arena *arena, const ip_outcome *predicted, const ip_outcome *got, const Oid *types);

#endif
