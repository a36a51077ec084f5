/* Replaces the literals of SQL texts. Internal to this folder. */
#ifndef IP_REDACTED_TEXT_H
#define IP_REDACTED_TEXT_H

#include "recorder/redaction.h"

#define IP_HIDDEN "***" /* in place of authentication data */

/* Tells whether the text is a connection string with a password, or a password verifier. */
bool ip_recorder_is_secret(const char *text);
/* A fast check whether the text has to be searched for authentication data. */
bool ip_recorder_may_have_secrets(const char *text);
/* Returns the replacement of a number literal. */
const char *ip_recorder_redacted_number(const ip_redaction *redaction, ip_arena *arena, const char *text);
/* Hides authentication data, and replaces literals if redaction is not NULL. */
const char *ip_recorder_redacted_text(const ip_redaction *redaction, ip_arena *arena, const char *text);

#endif
