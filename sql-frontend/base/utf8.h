/* Bytes from users' files need not be UTF-8; reports must be. */
#ifndef IP_UTF8_H
#define IP_UTF8_H

#include "base/arena.h"

/* Length of the well-formed UTF-8 sequence that starts here; 0 if there is none. */
int ip_utf8_sequence(const char *text);
/* text itself if it is well-formed UTF-8, else a copy with U+FFFD for every bad byte. */
const char *ip_utf8(ip_arena *arena, const char *text);

#endif
