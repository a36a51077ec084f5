/* PostgreSQL's keywords. */
#ifndef IP_KEYWORD_H
#define IP_KEYWORD_H

#include <stdbool.h>

/* Is it, in lower case, a keyword of another category than unreserved: does it need quotes as a name? */
bool ip_is_reserved_keyword(const char *name);

#endif
