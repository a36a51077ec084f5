/* What a recording shows of values: authentication data never; and with --redact, others in place of all values. */
#ifndef IP_REDACTION_H
#define IP_REDACTION_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct ip_redaction ip_redaction;

/* With replaces: a value is replaced by the same one wherever it stands, under a key that is forgotten with the
 * recording. NULL: the system has no random numbers for the key. */
ip_redaction *ip_redaction_new(ip_arena *arena, bool replaces);
/* What to write of a parameter or of a cell of a result; from the arena, or the text itself. */
const char *ip_redacted_value(const ip_redaction *redaction, ip_arena *arena, const char *text);
/* What to write of a statement, or of several. */
const char *ip_redacted_statement(const ip_redaction *redaction, ip_arena *arena, const char *text);
/* What to write of the message of an error, which may have values of the statement that failed. */
const char *ip_redacted_message(const ip_redaction *redaction, const char *statement, const char *message);

#endif
