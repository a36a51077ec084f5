/* Predictions are made while the clock stands still (interpreter.h). On the server functions of the schema's own hide
 * PostgreSQL's now() and its like; CURRENT_TIMESTAMP and its like, which are no functions, are rewritten. */
#ifndef IP_LIVE_CLOCK_H
#define IP_LIVE_CLOCK_H

#include "base/arena.h"

#define IP_LIVE_CLOCK_NAMES "'now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'"

/* Makes them, in the first schema of the search path. */
extern const char ip_live_clock_functions[];

/* The text with now() for CURRENT_TIMESTAMP, in literals, too: routine bodies are such. */
const char *ip_live_clock_text(ip_arena *arena, const char *sql);

#endif
