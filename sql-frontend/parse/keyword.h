/* PostgreSQL's keywords. */
#ifndef IP_KEYWORD_H
#define IP_KEYWORD_H

#include <stdbool.h>

/* Whether the word, in lower case, is a keyword of another category than unreserved, and so needs quotes as a name. */
bool ip_parse_is_reserved_keyword(const char *name);

#endif
