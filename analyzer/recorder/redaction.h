/* Replaces values in recordings: authentication data always, and with --redact all values. */
#ifndef IP_REDACTION_H
#define IP_REDACTION_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct ip_redaction ip_redaction;

/* With replaces, each value has one replacement for the whole recording, under a random key that is never written.
 * Returns NULL if the system provides no random numbers for the key. */
ip_redaction *ip_recorder_redaction_new(ip_arena *arena, bool replaces);
/* Returns the text to write for a parameter or a cell of a result, either allocated in the arena or text itself. */
const char *ip_recorder_redacted_value(const ip_redaction *redaction, ip_arena *arena, const char *text);
/* Returns the text to write for one or several statements. */
const char *ip_recorder_redacted_statement(const ip_redaction *redaction, ip_arena *arena, const char *text);
/* Returns the text to write for an error message, which may contain values of the failed statement. */
const char *ip_recorder_redacted_message(const ip_redaction *redaction, const char *statement, const char *message);

#endif
