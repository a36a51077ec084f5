/* A recording by isoproof record as a history. */
#ifndef IP_TRACE_HISTORY_H
#define IP_TRACE_HISTORY_H

#include "base/diagnostic.h"
#include "large_history/builder.h"

/* By how the file begins. */
bool ip_is_recording(const ip_source *source);
/* What its committed transactions, and those that their program rolled back, have read and written. NULL after
 * reporting what is wrong; remarks say how much of it is in the history, and what is assumed. */
const ip_large_history *ip_recording_history(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics);

#endif
