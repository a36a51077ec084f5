/* Reads a recording by isoproof record as a history. */
#ifndef IP_TRACE_HISTORY_H
#define IP_TRACE_HISTORY_H

#include "base/diagnostic.h"
#include "large_history/builder.h"

/* Judges by the beginning of the file. */
bool ip_trace_history_is_recording(const ip_source *source);
/* Returns the reads and writes of the transactions that committed and of those that their program rolled back,
 * allocated in the arena. Returns NULL after reporting an error. Remarks tell how much of the recording the history
 * covers and what it assumes. */
const ip_large_history *ip_trace_history_recording_history(ip_arena *arena, const ip_source *source,
                                                           ip_diagnostics *diagnostics);

#endif
