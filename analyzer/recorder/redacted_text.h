/* Literals of SQL texts, replaced. Internal to this room. */
#ifndef IP_REDACTED_TEXT_H
#define IP_REDACTED_TEXT_H

#include "recorder/redaction.h"

#define IP_HIDDEN "***" /* in place of authentication data */

/* Is it a connection string with a password, or what the server keeps in place of one? */
bool ip_is_secret(const char *text);
/* Cheap: whether the text has to be looked at for authentication data. */
bool ip_may_have_secrets(const char *text);
/* The replacement of a number that is spelled so in SQL. */
const char *ip_redacted_number(const ip_redaction *redaction, ip_arena *arena, const char *text);
/* redaction NULL: authentication data alone is hidden. */
const char *ip_redacted_text(const ip_redaction *redaction, ip_arena *arena, const char *text);

#endif
